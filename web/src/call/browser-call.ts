/** A call from this browser: opens the microphone, prepares the call, connects the sound, ends it. */
import type { CallSound } from "./call-sound.ts";
import { type BrowserCallView, type CallProblem, IDLE } from "./call-view.ts";
import type { CallSetup } from "./call-setup.ts";
import { type OpenedMicrophone, openMicrophone, silence } from "./microphone.ts";
import { connectPeer, type PeerSound } from "./peer-sound.ts";

/** One try to have a call. Whoever hangs up, or calls again, ends it, wherever it has come to. */
interface Attempt {
  readonly agentId: string;
  readonly isDraft: boolean;
  microphone: MediaStream | undefined;
  /** Why the caller cannot be heard. */
  hint: CallProblem | undefined;
  sound: CallSound | undefined;
}

interface StartOptions {
  byTyping?: boolean;
  isDraft?: boolean;
  sound?: MediaStream;
}

export class BrowserCall {
  view: BrowserCallView = IDLE;
  readonly #changed: () => void;
  readonly #ways: CallSetup;
  readonly #player = new Audio();
  #attempt: Attempt | undefined;

  constructor(changed: () => void, ways: CallSetup) {
    this.#changed = changed;
    this.#ways = ways;
    this.#player.autoplay = true;
  }

  /** `byTyping`: nobody is asked for a microphone, and nothing is heard. `sound`: what is heard instead of a microphone. */
  async start(agentId: string, { byTyping = false, isDraft = false, sound }: StartOptions = {}): Promise<void> {
    const before = this.hangUp();
    // The latest try is ours before anything is waited for: two of one moment never both go on.
    const attempt: Attempt = (this.#attempt = { agentId, isDraft, microphone: undefined, hint: undefined, sound: undefined });
    this.#show({ ...IDLE, state: "connecting" });
    try {
      await before;
      if (attempt !== this.#attempt) return;
      this.#player.muted = byTyping;
      const opened = byTyping || sound ? { stream: sound ?? silence() } : await openMicrophone();
      // Whoever waves the question for the microphone away wants no call.
      if (!opened) return this.#end(attempt);
      const { stream, problem }: OpenedMicrophone = opened;
      // Hung up while the browser asked for the microphone: nobody may go on listening.
      if (attempt !== this.#attempt) return stopTracks(stream);
      attempt.microphone = stream;
      attempt.hint = problem === undefined ? undefined : `calls.microphone_${problem}`;
      if ("RTCPeerConnection" in globalThis) await this.#overWebRtc(attempt);
      else await this.#overSocket(attempt);
    } catch (error) {
      this.#end(attempt, asProblem(error));
    }
  }

  /** Says something by typing. */
  async say(text: string): Promise<void> {
    const { callId } = this.view;
    if (callId === undefined) return;
    try {
      await this.#ways.say(callId, text);
    } catch (error) {
      this.#show({ ...this.view, problem: asProblem(error) });
      throw error;
    }
  }

  /** Presses a key of the telephone: a digit, `*` or `#`. */
  press(digit: string): void {
    this.#attempt?.sound?.send({ kind: "key", digit });
  }

  mute(isMuted: boolean): void {
    for (const track of this.#attempt?.microphone?.getAudioTracks() ?? []) track.enabled = !isMuted;
    if (this.#attempt) this.#show({ ...this.view, isMuted });
  }

  /** `isLeaving`: the page goes, and nothing can be waited for. */
  async hangUp({ isLeaving = false } = {}): Promise<void> {
    const { callId } = this.view;
    const attempt = this.#attempt;
    if (!attempt) return;
    const { sound } = attempt;
    this.#letGo(attempt);
    const farewell = sound?.bye();
    // A call that its own goodbye has ended needs no request, which would be refused.
    const isOver = farewell !== undefined && !isLeaving && (await farewell);
    sound?.close();
    if (!isOver && callId !== undefined) await this.#ways.stop(callId).catch(() => {});
  }

  /** The server says that this call is over. */
  ended(callId: string): void {
    if (this.#attempt && callId === this.view.callId) this.#end(this.#attempt);
  }

  /** An ended call is looked at no longer. */
  forget(): void {
    if (!this.#attempt) this.#show(IDLE);
  }

  /** A call of its own, since a token opens one way only; nothing when it is not wanted any more. */
  async #prepare(attempt: Attempt): Promise<{ callId: string; token: string } | undefined> {
    const { callId, token } = await this.#ways.prepare(attempt.agentId, attempt);
    if (attempt !== this.#attempt) {
      this.#ways.stop(callId).catch(() => {});
      return undefined;
    }
    const { hint } = attempt;
    const { isMuted } = this.view;
    this.#show({ state: "connecting", callId, hasMicrophone: hint === undefined, isMuted, ...(hint ? { problem: hint } : {}) });
    return { callId, token };
  }

  async #overWebRtc(attempt: Attempt): Promise<void> {
    const prepared = await this.#prepare(attempt);
    if (!prepared || !attempt.microphone) return;
    const { callId, token } = prepared;
    const own = (): boolean => attempt === this.#attempt && attempt.sound === sound;
    const sound: PeerSound = connectPeer({
      microphone: attempt.microphone,
      player: this.#player,
      connected: () => own() && this.#show({ ...this.view, state: "live", problem: attempt.hint }),
      weak: () => own() && this.#show({ ...this.view, problem: "calls.connection_weak" }),
      lost: () => own() && this.#end(attempt, "calls.connection_lost"),
      blocked: () => own() && this.#fallBack(attempt),
    });
    attempt.sound = sound;
    const offer = await sound.offer();
    if (!own()) return;
    const answer = await this.#ways.offer(callId, token, offer);
    if (own()) await sound.accept(answer);
  }

  /** No UDP comes through: the same call over a WebSocket. */
  #fallBack(attempt: Attempt): void {
    const { callId } = this.view;
    attempt.sound?.close();
    attempt.sound = undefined;
    if (callId !== undefined) this.#ways.stop(callId).catch(() => {});
    // What is said of that one does not concern the next.
    this.#show({ ...IDLE, state: "connecting", isMuted: this.view.isMuted });
    this.#overSocket(attempt).catch((error: unknown) => this.#end(attempt, asProblem(error)));
  }

  async #overSocket(attempt: Attempt): Promise<void> {
    const { canUseSocket, openSocketSound } = await import("./socket-sound.ts");
    if (!canUseSocket()) return this.#end(attempt, "calls.connection_blocked");
    const prepared = await this.#prepare(attempt);
    const { microphone } = attempt;
    if (!prepared || !microphone) return;
    const ended = (lost: boolean): void => {
      if (attempt.sound) this.#end(attempt, lost ? "calls.connection_lost" : undefined);
    };
    const sound = await openSocketSound({ ...prepared, microphone, ended });
    if (attempt !== this.#attempt) return sound.close();
    attempt.sound = sound;
    this.#show({ ...this.view, state: "live" });
  }

  #end(attempt: Attempt, problem?: CallProblem): void {
    if (attempt !== this.#attempt) return;
    const { sound } = attempt;
    this.#letGo(attempt, problem);
    void sound?.bye();
    sound?.close();
  }

  /** Nothing is heard or said any more; its sound is still to be closed. */
  #letGo(attempt: Attempt, problem?: CallProblem): void {
    this.#attempt = undefined;
    attempt.sound = undefined;
    if (attempt.microphone) stopTracks(attempt.microphone);
    this.#player.srcObject = null;
    const { callId } = this.view;
    this.#show({ ...IDLE, state: "ended", ...(callId ? { callId } : {}), ...(problem ? { problem } : {}) });
  }

  #show(view: BrowserCallView): void {
    this.view = view;
    this.#changed();
  }
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function asProblem(error: unknown): CallProblem {
  return error instanceof Error ? error : new Error(String(error));
}
