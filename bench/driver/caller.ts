/** A caller on a schedule: silence, and speech-like sound in between, a frame every 20 ms of an absolute clock. */
import { babble } from "@ongea/conversation/testing";
import { KIND } from "./protocol.ts";
import type { Subject } from "./subject.ts";

const FRAME_MS = 20;
const FRAME_SAMPLES = 320;
const SILENCE = new Uint8Array(FRAME_SAMPLES * 2);
/** The recogniser's stub is final this long after the true end of speech. */
export const WORDS_FINAL_MS = 100;
const WORD_MS = 250;
const MOST_WORDS = 40;
/** Made once: making it takes milliseconds, which the driver has not. */
const SPEECH = bytesOf(babble(MOST_WORDS * WORD_MS, 16_000));

export class Pacer {
  readonly #beats = new Set<(dueMs: number) => void>();
  readonly #startMs = performance.now();
  #beat = 0;
  #stopped = false;
  /** How late the driver itself was, ms: runs in which it starved are worth nothing. */
  readonly lateMs: number[] = [];

  constructor() {
    this.#next();
  }

  add(beat: (dueMs: number) => void): () => void {
    this.#beats.add(beat);
    return () => this.#beats.delete(beat);
  }

  stop(): void {
    this.#stopped = true;
  }

  #next(): void {
    if (this.#stopped) return;
    const dueMs = this.#startMs + ++this.#beat * FRAME_MS;
    setTimeout(
      () => {
        this.lateMs.push(performance.now() - dueMs);
        for (const beat of this.#beats) beat(dueMs);
        this.#next();
      },
      Math.max(0, dueMs - performance.now()),
    );
  }
}

/** Speaks once: returns when the first and the last sample of speech were sent. */
export class Caller {
  readonly #subject: Subject;
  readonly #session: number;
  readonly #leave: () => void;
  #sound: Uint8Array = new Uint8Array(0);
  #at = 0;
  #words: string[] = [];
  #startMs = 0;
  #told = 0;
  #done: ((span: { startMs: number; endMs: number }) => void) | undefined;

  constructor(pacer: Pacer, subject: Subject, session: number) {
    this.#subject = subject;
    this.#session = session;
    this.#leave = pacer.add(() => this.#beat());
  }

  /** Says the words, as `speech` or as babble of 250 ms each; partial words come as they are spoken, the final ones {@link WORDS_FINAL_MS} after the end. */
  say(text: string, speech?: Uint8Array): Promise<{ startMs: number; endMs: number }> {
    this.#words = text.split(" ");
    this.#sound = speech ?? SPEECH.subarray(0, Math.min(this.#words.length, MOST_WORDS) * WORD_MS * 32);
    this.#at = 0;
    this.#told = 0;
    return new Promise((resolve) => (this.#done = resolve));
  }

  leave(): void {
    this.#leave();
  }

  #beat(): void {
    const subject = this.#subject;
    if (this.#at >= this.#sound.length) return subject.send(this.#session, KIND.sound, SILENCE);
    if (this.#at === 0) this.#startMs = performance.now() - FRAME_MS;
    let frame = this.#sound.subarray(this.#at, this.#at + SILENCE.length);
    if (frame.length < SILENCE.length) {
      const padded = new Uint8Array(SILENCE.length);
      padded.set(frame);
      frame = padded;
    }
    this.#at += frame.length;
    subject.send(this.#session, KIND.sound, frame);
    this.#tell();
    if (this.#at < this.#sound.length) return;
    const endMs = performance.now() - (this.#at - this.#sound.length) / 32;
    setTimeout(() => subject.send(this.#session, KIND.final, this.#words.join(" ")), WORDS_FINAL_MS);
    this.#done?.({ startMs: this.#startMs, endMs });
  }

  #tell(): void {
    const said = Math.floor(this.#at / 32 / WORD_MS);
    if (said <= this.#told || said >= this.#words.length) return;
    this.#told = said;
    this.#subject.send(this.#session, KIND.partial, this.#words.slice(0, said).join(" "));
  }
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
