/** A call from this browser: prepares it, opens the microphone, connects the sound, ends it. */
import type { SentenceId } from "../words/index.ts";
import type { CallWays } from "./call-ways.ts";
import type { SocketSound } from "./socket-sound.ts";
import { openMicrophone } from "./microphone.ts";

export type CallState = "idle" | "connecting" | "live" | "ended";

/** A sentence of ours, or whatever was thrown. */
export type CallProblem = Extract<SentenceId, `calls.${string}`> | Error;

export interface BrowserCallView {
  state: CallState;
  callId?: string;
  /** What went wrong, and what to do. */
  problem?: CallProblem | undefined;
  /** The caller is heard. */
  hasMicrophone: boolean;
}

const GATHERING_LIMIT_MS = 1_500;
const CONNECTION_LIMIT_MS = 8_000;

export class BrowserCall {
  view: BrowserCallView = { state: "idle", hasMicrophone: false };
  readonly #changed: () => void;
  readonly #ways: CallWays;
  readonly #player = new Audio();
  #agentId = "";
  /** Why the caller cannot be heard. */
  #hint: CallProblem | undefined;
  #peer: RTCPeerConnection | undefined;
  #socket: SocketSound | undefined;
  #microphone: MediaStream | undefined;

  constructor(changed: () => void, ways: CallWays) {
    this.#changed = changed;
    this.#ways = ways;
    this.#player.autoplay = true;
  }

  async start(agentId: string): Promise<void> {
    this.#agentId = agentId;
    this.#show({ state: "connecting", hasMicrophone: false });
    try {
      const { stream, problem } = await openMicrophone();
      this.#microphone = stream;
      this.#hint = problem === undefined ? undefined : `calls.microphone_${problem}`;
      if ("RTCPeerConnection" in globalThis) await this.#overWebRtc(stream);
      else await this.#overSocket(stream);
    } catch (error) {
      this.#end(asProblem(error));
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

  async hangUp(): Promise<void> {
    const { callId } = this.view;
    this.#end();
    if (callId !== undefined) await this.#ways.stop(callId).catch(() => {});
  }

  /** The server says that the call is over. */
  ended(): void {
    if (this.view.state !== "ended" && this.view.state !== "idle") this.#end();
  }

  /** A call of its own: a token opens one way only. */
  async #prepare(): Promise<{ callId: string; token: string }> {
    const { callId, token } = await this.#ways.prepare(this.#agentId);
    this.#show({
      state: "connecting",
      callId,
      hasMicrophone: this.#hint === undefined,
      ...(this.#hint ? { problem: this.#hint } : {}),
    });
    return { callId, token };
  }

  async #overWebRtc(microphone: MediaStream): Promise<void> {
    const { callId, token } = await this.#prepare();
    const peer = (this.#peer = new RTCPeerConnection());
    for (const track of microphone.getAudioTracks()) peer.addTrack(track, microphone);
    peer.addEventListener("track", ({ track }) => {
      this.#player.srcObject = new MediaStream([track]);
      void this.#player.play().catch(() => {});
    });
    peer.addEventListener("connectionstatechange", () => this.#follow(peer));
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    const sdp = await this.#ways.offer(callId, token, peer.localDescription?.sdp ?? "");
    await peer.setRemoteDescription({ type: "answer", sdp });
    setTimeout(() => {
      if (peer === this.#peer && this.view.state === "connecting") this.#fallBack(peer);
    }, CONNECTION_LIMIT_MS);
  }

  #follow(peer: RTCPeerConnection): void {
    if (peer !== this.#peer) return;
    const { connectionState } = peer;
    if (connectionState === "connected")
      this.#show({ ...this.view, state: "live", ...(this.#hint ? { problem: this.#hint } : { problem: undefined }) });
    else if (connectionState === "failed" && this.view.state === "connecting") this.#fallBack(peer);
    else if (connectionState === "failed") this.#end("calls.connection_lost");
    else if (connectionState === "disconnected") this.#show({ ...this.view, problem: "calls.connection_weak" });
  }

  /** No UDP comes through: the same call over a WebSocket. */
  #fallBack(peer: RTCPeerConnection): void {
    const { callId } = this.view;
    this.#peer = undefined;
    peer.close();
    if (callId !== undefined) this.#ways.stop(callId).catch(() => {});
    if (this.#microphone) this.#overSocket(this.#microphone).catch((error: unknown) => this.#end(asProblem(error)));
  }

  async #overSocket(microphone: MediaStream): Promise<void> {
    const { canUseSocket, openSocketSound } = await import("./socket-sound.ts");
    if (!canUseSocket()) return this.#end("calls.connection_blocked");
    const { callId, token } = await this.#prepare();
    const ended = (lost: boolean): void => {
      if (this.#socket) this.#end(lost ? "calls.connection_lost" : undefined);
    };
    this.#socket = await openSocketSound({ callId, token, microphone, ended });
    this.#show({ ...this.view, state: "live" });
  }

  #end(problem?: CallProblem): void {
    this.#peer?.close();
    this.#peer = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    this.#microphone = undefined;
    this.#player.srcObject = null;
    const { callId } = this.view;
    this.#show({ state: "ended", hasMicrophone: false, ...(callId ? { callId } : {}), ...(problem ? { problem } : {}) });
  }

  #show(view: BrowserCallView): void {
    this.view = view;
    this.#changed();
  }
}

async function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === "complete") return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, GATHERING_LIMIT_MS);
    peer.addEventListener("icegatheringstatechange", () => {
      if (peer.iceGatheringState === "complete") resolve();
    });
  });
}

function asProblem(error: unknown): CallProblem {
  return error instanceof Error ? error : new Error(String(error));
}
