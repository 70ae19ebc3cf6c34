import type { Listening, Problem, RecogniserListener, ThinkRequest, Thought, Usage } from "@ongea/conversation";
import type { RealtimeSession, SessionListener } from "./session.ts";
import { SpokenPieces } from "./spoken-pieces.ts";

interface Utterance {
  id: number;
  /** Their transcripts, in order. */
  pieces: Map<number, { text: string; isFinal: boolean }>;
  /** The pause that is to be answered. */
  pause: number | undefined;
}

/** The caller's side of a realtime session: our VAD says where utterances begin and pause, transcripts are their words. */
export class RealtimeListening implements Listening {
  readonly #session: RealtimeSession;
  readonly #listener: RecogniserListener;
  readonly #answerTimeoutMs: number;
  readonly #spoken = new SpokenPieces();
  #pieces = 0;
  #utterance: Utterance | undefined;
  #patience: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: (listener: SessionListener) => RealtimeSession, answerTimeoutMs: number, listener: RecogniserListener) {
    this.#listener = listener;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.#session = open({
      transcript: (piece, text, isFinal) => this.#heard(piece, text, isFinal),
      used: (usage: Usage) => listener.used?.(usage),
      closed: (problem) => this.#fail(problem),
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought> {
    return this.#session.think(request, this.#spoken.of(request.messages), signal);
  }

  hear(frame: Int16Array): void {
    if (this.#utterance && !this.#isClosed) this.#session.hear(frame);
  }

  begin(id: number): void {
    if (this.#isClosed) return;
    if (this.#utterance) this.end(this.#utterance.id);
    this.#utterance = { id, pieces: new Map(), pause: undefined };
    this.#session.begin();
  }

  pause(id: number, pause: number): void {
    const utterance = this.#utterance;
    if (this.#isClosed || utterance?.id !== id) return;
    const piece = ++this.#pieces;
    utterance.pieces.set(piece, { text: "", isFinal: false });
    utterance.pause = pause;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(
      () => this.#fail({ code: "timeout", message: `the provider hears nothing (${this.#answerTimeoutMs} ms)` }),
      this.#answerTimeoutMs,
    );
    this.#session.pause(piece);
  }

  resume(id: number): void {
    if (this.#isClosed || this.#utterance?.id !== id) return;
    clearTimeout(this.#patience);
    this.#utterance.pause = undefined;
    this.#session.resume();
  }

  end(id: number): void {
    const utterance = this.#utterance;
    if (this.#isClosed || utterance?.id !== id) return;
    clearTimeout(this.#patience);
    this.#utterance = undefined;
    this.#session.end();
    if (!this.#spoken.isKept(id)) this.#session.forget([...utterance.pieces.keys()]);
  }

  expect(): void {}

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#patience);
    this.#utterance = undefined;
    this.#session.close();
  }

  #heard(piece: number, text: string, isFinal: boolean): void {
    const utterance = this.#utterance;
    const known = utterance?.pieces.get(piece);
    if (this.#isClosed || !utterance || !known || known.isFinal) return;
    const isNews = known.text !== text.trim();
    utterance.pieces.set(piece, { text: text.trim(), isFinal });
    const all = [...utterance.pieces.values()];
    const words = {
      text: all
        .map((one) => one.text)
        .join(" ")
        .replace(/\s+/g, " ")
        .trim(),
    };
    const { pause } = utterance;
    if (pause === undefined || !all.every((one) => one.isFinal)) {
      if (isNews) this.#listener.partial(utterance.id, words);
      return;
    }
    clearTimeout(this.#patience);
    utterance.pause = undefined;
    const old = this.#spoken.keep({ id: utterance.id, text: words.text, pieces: [...utterance.pieces.keys()] });
    if (old.length > 0) this.#session.forget(old);
    this.#listener.settled(utterance.id, pause, words);
  }

  #fail(problem: Problem): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.failed(problem);
  }
}
