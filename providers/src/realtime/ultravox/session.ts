import {
  ANALYSIS_RATE_HZ,
  asFailure,
  type Message,
  ProviderFailure,
  type Problem,
  type ThinkRequest,
  type Thought,
} from "@ongea/conversation";
import { openSocket, type Socket } from "../../socket/open-socket.ts";
import { PcmReader } from "../../sound/pcm-reader.ts";
import { CallerActivity } from "../caller-activity.ts";
import { Generation } from "../generation.ts";
import { News } from "../news.ts";
import { NOT_DONE, questionAnew, readyAnswer, resultOf, RESULT_FOLLOWS } from "../own-history.ts";
import type { OwnVoice } from "../own-voice.ts";
import type { RealtimeSession, SessionListener, SoundOf } from "../session.ts";
import { CallerWords } from "./caller-words.ts";
import { type Invocation, newsIn, serverMessageIn, type ServerMessage, type ServerState, type Spoken } from "./messages.ts";
import { startCall, type UltravoxAccess } from "./start-call.ts";

export interface UltravoxSessionOptions extends UltravoxAccess {
  language: string;
  opening: Omit<ThinkRequest, "messages"> | undefined;
  /** It speaks itself, in this voice; absent: its answers are text. */
  speaking: { voice: string; own: OwnVoice } | undefined;
}

const CONNECT_TIMEOUT_MS = 3_000;
/** Until the call is joined. */
const MOST_WAITING = 400;
const BYTES_A_MS = (ANALYSIS_RATE_HZ * 2) / 1_000;
/** Silence is sent this often, and after a standstill no more of it at once. */
const [FILLS_EVERY_MS, MOST_FILLED_MS] = [40, 400];
/** An utterance comes with what was heard before it: silence is sent so much later, but where the end of a turn is waited for. */
const [BEFORE_SPEECH_MS, TURN_ENDS_WITHIN_MS] = [300, 1_000];
const COUNTS_EVERY_MS = 1_000;
/** After the last words of an answer a call of a tool, or the end of its sound, may follow. */
const [LAST_WORDS_MS, LAST_SOUND_MS] = [300, 400];
/** Calls of several tools come one by one. */
const LAST_CALL_MS = 60;
const MOST_CALLS_KNOWN = 200;

/**
 * What comes belongs to the latest generation from then on: after the server has noticed the caller (`listening`) and their end (`turn`), or has
 * answered our ping behind a question.
 */
type Gate = { until: "listening" | "turn" | "open" } | { until: "pong"; id: number };

/**
 * Ultravox over its server WebSocket. Its own VAD decides turns: between utterances of ours it hears silence alone, so that its turns end where ours
 * pause. It keeps its own history and answers by itself; where that history is not what was heard, it is told so and answers anew.
 */
export class UltravoxSession implements RealtimeSession {
  readonly #options: UltravoxSessionOptions;
  readonly #listener: SessionListener;
  readonly #sound: CallerActivity;
  readonly #words: CallerWords;
  readonly #news = new News();
  readonly #reader = new PcmReader();
  readonly #over = new AbortController();
  readonly #late: NodeJS.Timeout;
  #pump: NodeJS.Timeout | undefined;
  #finishing: NodeJS.Timeout | undefined;
  #socket: Socket | undefined;
  #waiting: (string | Uint8Array)[] = [];
  #sentUntilMs = 0;
  #countedMs = 0;
  #pausedMs = Number.NEGATIVE_INFINITY;
  #state: ServerState = "idle";
  #gate: Gate = { until: "open" };
  #pings = 0;
  #generation: Generation | undefined;
  /** Of the agent's message that is being said: its place, its words so far, and whether they are all. */
  #saying = { ordinal: -1, text: "", isFinal: false };
  /** The latest piece of the caller's sound, which the latest generation answers. */
  #piece = 0;
  readonly #calls = new Set<string>();
  #known: string[] = [];
  #isClosed = false;

  constructor(options: UltravoxSessionOptions, listener: SessionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#words = new CallerWords((piece, text, isFinal) => listener.transcript(piece, text, isFinal));
    this.#sound = new CallerActivity((sound) => {
      this.#sentUntilMs += sound.length / BYTES_A_MS;
      this.#send(sound);
    });
    const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
    this.#late = setTimeout(
      () => this.#fail({ code: "timeout", message: `the realtime session is not set up (${connectTimeoutMs} ms)` }),
      connectTimeoutMs,
    );
    void this.#join(connectTimeoutMs);
  }

  async #join(connectTimeoutMs: number): Promise<void> {
    const { apiKey, baseUrl, allowedPrivate, language, opening, speaking } = this.#options;
    try {
      const access = { ...this.#options, connectTimeoutMs };
      const url = await startCall(access, { language, opening, voice: speaking?.voice }, this.#over.signal);
      if (this.#isClosed) return;
      this.#socket = openSocket(
        {
          url,
          headers: {},
          secrets: [apiKey, url.href],
          connectTimeoutMs,
          allowedPrivate: allowedPrivate ?? (baseUrl ? undefined : []),
        },
        {
          opened: () => this.#joined(),
          message: (data, isBinary) => {
            if (this.#isClosed) return;
            const message = isBinary ? undefined : serverMessageIn(data.toString("utf8"));
            if (isBinary) this.#sounds(data);
            else if (message) this.#take(message);
          },
          closed: (problem) => this.#fail(problem),
        },
      );
    } catch (cause) {
      const { code, message } = asFailure(cause, "the realtime session");
      this.#fail({ code, message });
    }
  }

  #joined(): void {
    this.#sentUntilMs = this.#countedMs = performance.now();
    this.#pump = setInterval(() => this.#fill(), FILLS_EVERY_MS);
    for (const one of this.#waiting.splice(0)) this.#socket?.send(one);
  }

  begin(): void {
    this.#sound.forget();
    this.#start();
  }

  hear(frame: Int16Array): void {
    this.#sound.hear(frame);
  }

  pause(piece: number): void {
    if (!this.#sound.isActive) this.#start();
    this.#sound.end();
    this.#pausedMs = performance.now();
    // Sound that came at once is not waited for.
    this.#sentUntilMs = Math.min(this.#sentUntilMs, this.#pausedMs);
    this.#piece = piece;
    this.#words.pause(piece);
    this.#ping();
  }

  resume(): void {
    if (this.#sound.isActive) return;
    this.#words.settle();
    this.#start();
  }

  end(): void {
    this.#words.stop();
    if (this.#sound.isActive) this.#sound.end();
  }

  forget(): void {}
  async *think(request: ThinkRequest, soundOf: SoundOf, signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
    const generation = this.#answerTo(request, soundOf);
    generation.isTaken = true;
    yield* generation.queue.thoughts(signal);
  }

  close(): void {
    this.#end({ code: "unavailable", message: "the realtime session is over" });
    this.#socket?.close(JSON.stringify({ type: "hang_up" }));
  }

  /** The answer that is there already, where the session knows all that it must; else it is asked anew. */
  #answerTo(request: ThinkRequest, soundOf: SoundOf): Generation {
    const last = request.messages.at(-1);
    if (this.#calls.size > 0 && last?.role === "tool-result") {
      // What else is new waits for the next question.
      this.#tellResults(request.messages);
      return this.#generate({ until: "open" });
    }
    const news = this.#news.take(request, soundOf);
    const isAnswer = last !== undefined && soundOf(last).includes(this.#piece);
    const ready = news === "" && isAnswer ? readyAnswer(this.#generation, this.#news) : undefined;
    if (ready) return ready;
    this.#leaveCalls();
    const text = questionAnew(news, this.#generation);
    this.#tell({ type: "user_text_message", text, urgency: "immediate" });
    // Before it answers, what comes is of the answer before.
    return this.#generate({ until: "pong", id: this.#ping() });
  }

  /** Of the calls that the session waits for. */
  #tellResults(messages: readonly Message[]): void {
    for (const id of this.#calls) {
      this.#news.answered(id);
      this.#answer(id, resultOf(messages, id), "speaks");
    }
    this.#calls.clear();
  }

  /** The caller speaks: whatever the session waits for or says is over. */
  #start(): void {
    this.#leaveCalls();
    this.#generate({ until: this.#state === "listening" || this.#state === "idle" ? "turn" : "listening" });
    this.#words.begin();
    this.#sound.begin();
  }

  /** What the session waits for comes as words, with the next question; what nobody was asked for is not done. */
  #leaveCalls(): void {
    for (const id of this.#calls) this.#answer(id, this.#generation?.isTaken ? RESULT_FOLLOWS : NOT_DONE, "listens");
    this.#calls.clear();
  }

  #answer(invocationId: string, result: string, agentReaction: "speaks" | "listens"): void {
    this.#tell({ type: "client_tool_result", invocationId, result, responseType: "tool-response", agentReaction });
  }

  #generate(gate: Gate): Generation {
    clearTimeout(this.#finishing);
    const before = this.#generation;
    // What nobody took was not heard, however much of it the server has said.
    if (before && !before.isDisowned && !(before.isOver && before.isTaken)) this.#news.said(before.text);
    if (before?.isOver) before.isTaken = true;
    if (before && !before.isOver) {
      before.finish(new ProviderFailure("cancelled", "the answer was interrupted"));
      if (!before.isTaken && before.track) this.#options.speaking?.own.drop(before.track);
    }
    this.#gate = gate;
    this.#saying = { ...this.#saying, text: "", isFinal: false };
    return (this.#generation = new Generation(this.#options.speaking?.own));
  }

  #take(message: ServerMessage): void {
    clearTimeout(this.#late);
    this.#words.alive();
    switch (message.type) {
      case "pong":
        if (this.#gate.until === "pong" && message.timestamp >= this.#gate.id) this.#gate = { until: "open" };
        return;
      case "state":
        return this.#turned(message.state);
      case "playback_clear_buffer":
        return this.#turned("listening");
      case "transcript":
        if (message.role === "agent") return this.#said(message);
        // Our own questions come back.
        return message.medium === "text" ? undefined : this.#heard(message);
      case "client_tool_invocation":
        return this.#invoked(message);
      case "call_started":
    }
  }

  #turned(state: ServerState): void {
    this.#state = state;
    const isTurnOver = state === "thinking" || state === "speaking";
    if (isTurnOver) {
      if (this.#gate.until === "turn") this.#gate = { until: "open" };
      return this.#words.turnOver();
    }
    if (this.#gate.until === "listening") this.#gate = { until: "turn" };
    const generation = this.#generation;
    if (this.#gate.until !== "open" || !generation?.hasBegun || generation.isOver || this.#calls.size > 0) return;
    // It took a breath for the end, and the caller has gone on.
    if (this.#sound.isActive && !generation.isTaken) return void this.#generate({ until: "turn" });
    if (this.#saying.isFinal) this.#finish(generation);
    else this.#finishIn(LAST_WORDS_MS);
  }

  #heard(spoken: Spoken): void {
    this.#words.add(spoken);
    // Its turn is over, whether it says so or not.
    if (spoken.final && this.#gate.until === "turn" && !this.#sound.isActive) this.#gate = { until: "open" };
  }

  #said(spoken: Spoken): void {
    const generation = this.#open;
    const { ordinal } = this.#saying;
    if (!generation || spoken.ordinal < ordinal) return;
    const isNext = spoken.ordinal > ordinal;
    const text = newsIn(spoken, isNext ? "" : this.#saying.text);
    if (text !== "") generation.say(isNext && generation.text !== "" ? ` ${text}` : text);
    this.#saying = {
      ordinal: spoken.ordinal,
      text: (isNext ? "" : this.#saying.text) + text,
      isFinal: spoken.final,
    };
    if (!spoken.final) return clearTimeout(this.#finishing);
    if (!generation.hasBegun) return;
    if (generation.track === undefined && (this.#state === "listening" || this.#state === "idle")) this.#finish(generation);
    else this.#finishIn(generation.track ? LAST_SOUND_MS : LAST_WORDS_MS);
  }

  #sounds(data: Buffer): void {
    const samples = this.#reader.push(data);
    const generation = this.#open;
    if (!generation?.track) return;
    generation.track.addSound(samples);
    if (this.#saying.isFinal && generation.hasBegun) this.#finishIn(LAST_SOUND_MS);
  }

  #invoked({ invocationId, toolName, parameters }: Invocation): void {
    if (this.#known.includes(invocationId)) return;
    this.#known = [...this.#known, invocationId].slice(-MOST_CALLS_KNOWN);
    const generation = this.#open;
    if (!generation) return this.#answer(invocationId, NOT_DONE, "listens");
    this.#calls.add(invocationId);
    generation.hasBegun = true;
    generation.queue.push({ kind: "tool", id: invocationId, name: toolName, arguments: JSON.stringify(parameters) });
    this.#finishIn(LAST_CALL_MS);
  }

  /** The generation that what comes belongs to. */
  get #open(): Generation | undefined {
    return this.#gate.until === "open" && !this.#generation?.isOver ? this.#generation : undefined;
  }

  #finishIn(ms: number): void {
    clearTimeout(this.#finishing);
    const generation = this.#generation;
    this.#finishing = setTimeout(() => generation && this.#finish(generation), ms);
  }

  #finish(generation: Generation): void {
    clearTimeout(this.#finishing);
    if (generation.isOver) return;
    if (generation.isTaken) this.#news.said(generation.text);
    generation.finish();
  }

  /** It hears all the time, or it does not know that somebody has finished. */
  #fill(): void {
    const nowMs = performance.now();
    if (nowMs - this.#countedMs >= COUNTS_EVERY_MS) this.#count();
    const wantedMs = nowMs - (nowMs - this.#pausedMs < TURN_ENDS_WITHIN_MS ? 0 : BEFORE_SPEECH_MS);
    this.#sentUntilMs = Math.max(this.#sentUntilMs, wantedMs - MOST_FILLED_MS);
    const missingMs = Math.floor(wantedMs - this.#sentUntilMs);
    if (this.#sound.isActive || missingMs < FILLS_EVERY_MS / 2) return;
    this.#sentUntilMs += missingMs;
    this.#send(new Uint8Array(missingMs * BYTES_A_MS));
  }

  /** It bills by the time that the call lasts. */
  #count(): void {
    const nowMs = performance.now();
    this.#listener.used({ soundMs: nowMs - this.#countedMs });
    this.#countedMs = nowMs;
  }

  #ping(): number {
    this.#tell({ type: "ping", timestamp: ++this.#pings });
    return this.#pings;
  }

  #tell(message: object): void {
    this.#send(JSON.stringify(message));
  }

  #send(data: string | Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#pump) return this.#socket?.send(data);
    this.#waiting.push(data);
    if (this.#waiting.length > MOST_WAITING) this.#fail({ code: "unavailable", message: "the provider takes nothing in" });
  }

  #fail(problem: Problem): void {
    if (this.#isClosed) return;
    this.#end(problem);
    this.#socket?.close();
    this.#listener.closed(problem);
  }

  #end(problem: Problem): void {
    if (this.#pump) this.#count();
    this.#isClosed = true;
    this.#over.abort(problem);
    clearTimeout(this.#late);
    clearTimeout(this.#finishing);
    clearInterval(this.#pump);
    this.#words.stop();
    this.#generation?.finish(new ProviderFailure(problem.code, problem.message));
  }
}
