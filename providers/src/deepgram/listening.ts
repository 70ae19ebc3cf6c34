import { ANALYSIS_RATE_HZ, type Listening, type Problem, type RecogniserListener } from "@ongea/conversation";
import { openSocket, type Socket, type SocketAccess } from "../socket/open-socket.ts";
import { resultsIn, type Results } from "./results.ts";
import { UnfinishedSound } from "./unfinished-sound.ts";
import { Utterance } from "./utterance.ts";

/** Sent at once: two frames. */
const MESSAGE_SAMPLES = 640;
/** It hangs up after 10 s without sound or a sign of life. */
const KEEP_ALIVE_MS = 4_000;
/** Words that are there are taken as final so long after a pause, where no answer to it comes: there is none where nothing is left to hear. */
const PATIENCE_MS = 800;
/** The end of an answer to `Finalize` may lie so far before the sound that it was asked for. */
const SLACK_SAMPLES = ANALYSIS_RATE_HZ / 4;
const MOST_RECONNECTIONS = 3;
const RECONNECT_MS = 200;
/** Shorter sound may be left without an answer. */
const SHORT_SAMPLES = ANALYSIS_RATE_HZ / 2;
const MOST_ASKED = 32;

/** One call's ears at Deepgram. Positions are samples of what was sent in this call, over all its connections. */
export class DeepgramListening implements Listening {
  readonly #access: SocketAccess;
  readonly #answerTimeoutMs: number;
  readonly #listener: RecogniserListener;
  readonly #unfinished = new UnfinishedSound();
  readonly #keepAlive: NodeJS.Timeout;
  #socket: Socket | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #reconnections = 0;
  /** Where this connection's sound begins. */
  #origin = 0;
  #position = 0;
  #pending = new Int16Array(MESSAGE_SAMPLES);
  #pendingSamples = 0;
  #sentSamples = 0;
  #lastSentMs = 0;
  #utterance: Utterance | undefined;
  /** Where `Finalize` was said and not answered yet. */
  #asked: number[] = [];
  #askedFor = 0;
  #patience: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(access: SocketAccess, answerTimeoutMs: number, listener: RecogniserListener) {
    this.#access = access;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#listener = listener;
    this.#connect();
    this.#keepAlive = setInterval(() => this.#stayAlive(), KEEP_ALIVE_MS);
    this.#keepAlive.unref();
  }

  hear(frame: Int16Array): void {
    if (this.#closed || !this.#utterance) return;
    for (let at = 0; at < frame.length;) {
      const count = Math.min(frame.length - at, MESSAGE_SAMPLES - this.#pendingSamples);
      this.#pending.set(frame.subarray(at, at + count), this.#pendingSamples);
      this.#pendingSamples += count;
      at += count;
      if (this.#pendingSamples === MESSAGE_SAMPLES) this.#flush();
    }
  }

  begin(id: number): void {
    if (this.#closed) return;
    if (this.#utterance) this.end(this.#utterance.id);
    this.#utterance = new Utterance(id, this.#position);
  }

  pause(id: number, pause: number): void {
    const utterance = this.#utterance;
    if (this.#closed || utterance?.id !== id) return;
    utterance.pause = pause;
    this.#flush();
    this.#askForFinal();
    this.#waitForFinal(utterance);
  }

  resume(id: number): void {
    if (this.#utterance?.id !== id) return;
    this.#utterance.pause = undefined;
    this.#utterance.isSettled = false;
    clearTimeout(this.#patience);
  }

  end(id: number): void {
    if (this.#utterance?.id !== id) return;
    clearTimeout(this.#patience);
    this.#flush();
    // What comes next is not mixed with what was left.
    if (this.#position > this.#askedFor) this.#askForFinal();
    this.#utterance = undefined;
    this.#unfinished.clear();
    this.#tellUsed();
  }

  expect(): void {}

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#patience);
    clearTimeout(this.#reconnecting);
    this.#utterance = undefined;
    this.#unfinished.clear();
    this.#socket?.close(JSON.stringify({ type: "CloseStream" }));
    this.#tellUsed();
  }

  #connect(): void {
    this.#origin = this.#unfinished.pieces[0]?.at ?? this.#position;
    this.#asked = [];
    this.#socket = openSocket(this.#access, {
      message: (data, isBinary) => {
        const results = isBinary ? undefined : resultsIn(data.toString("utf8"));
        if (results) this.#take(results);
      },
      closed: (problem) => this.#lost(problem),
    });
  }

  #flush(): void {
    if (this.#pendingSamples === 0) return;
    const samples = this.#pending.slice(0, this.#pendingSamples);
    this.#pendingSamples = 0;
    this.#unfinished.push(this.#position, samples);
    this.#position += samples.length;
    this.#sendSound(samples);
  }

  #sendSound(samples: Int16Array): void {
    this.#sentSamples += samples.length;
    this.#send(bytesOf(samples));
  }

  /** Sound is paid as often as it is sent. */
  #tellUsed(): void {
    const soundMs = (this.#sentSamples / ANALYSIS_RATE_HZ) * 1_000;
    this.#sentSamples = 0;
    if (soundMs > 0) this.#listener.used?.({ soundMs });
  }

  #send(data: string | Uint8Array): void {
    this.#lastSentMs = performance.now();
    this.#socket?.send(data);
  }

  #stayAlive(): void {
    if (performance.now() - this.#lastSentMs >= KEEP_ALIVE_MS - 500) this.#send(JSON.stringify({ type: "KeepAlive" }));
  }

  #askForFinal(): void {
    this.#askedFor = this.#position;
    this.#asked.push(this.#position);
    if (this.#asked.length > MOST_ASKED) this.#asked.shift();
    this.#send(JSON.stringify({ type: "Finalize" }));
  }

  #waitForFinal(utterance: Utterance): void {
    clearTimeout(this.#patience);
    const isShort = this.#position - utterance.from < SHORT_SAMPLES;
    this.#patience = setTimeout(
      () => {
        if (utterance.isAnswered || isShort) return this.#settle(utterance);
        this.#patience = setTimeout(() => {
          if (utterance.isAnswered) this.#settle(utterance);
          else this.#fail({ code: "timeout", message: `the provider hears nothing (${this.#answerTimeoutMs} ms)` });
        }, this.#answerTimeoutMs - PATIENCE_MS);
      },
      Math.min(PATIENCE_MS, this.#answerTimeoutMs),
    );
  }

  #take(results: Results): void {
    this.#reconnections = 0;
    const from = this.#origin + results.start * ANALYSIS_RATE_HZ;
    const until = from + results.duration * ANALYSIS_RATE_HZ;
    const utterance = this.#utterance;
    const isOurs = utterance !== undefined && (from + until) / 2 >= utterance.from;
    if (isOurs) {
      const isNews = utterance.take(results, this.#origin);
      if (results.is_final) this.#unfinished.finishedUntil(until);
      if (isNews && !utterance.isSettled) this.#listener.partial(utterance.id, utterance.words);
    }
    if (!results.from_finalize) return;
    this.#asked = this.#asked.filter((at, index) => index > 0 && at > until + SLACK_SAMPLES);
    if (isOurs && this.#utterance === utterance && this.#asked.length === 0) this.#settle(utterance);
  }

  #settle(utterance: Utterance): void {
    const { pause } = utterance;
    if (this.#closed || this.#utterance !== utterance || pause === undefined) return;
    clearTimeout(this.#patience);
    utterance.pause = undefined;
    utterance.isSettled = true;
    this.#listener.settled(utterance.id, pause, utterance.words);
  }

  /** The connection broke: another one hears what has no final words yet. */
  #lost(problem: Problem): void {
    this.#socket = undefined;
    if (this.#closed) return;
    const isFinal = problem.code === "refused" || problem.code === "rate-limited";
    if (isFinal || this.#reconnections >= MOST_RECONNECTIONS) return this.#fail(problem);
    clearTimeout(this.#patience);
    const waitMs = RECONNECT_MS * this.#reconnections++;
    this.#reconnecting = setTimeout(() => this.#reconnect(), waitMs);
  }

  #reconnect(): void {
    const utterance = this.#utterance;
    this.#connect();
    for (const { samples } of this.#unfinished.pieces) this.#sendSound(samples);
    if (!utterance) return;
    utterance.forgetInterim();
    if (utterance.pause === undefined) return;
    this.#askForFinal();
    this.#waitForFinal(utterance);
  }

  #fail(problem: Problem): void {
    if (this.#closed) return;
    this.close();
    this.#listener.failed(problem);
  }
}

/** 16-bit little-endian, as it lies in memory here. */
function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
