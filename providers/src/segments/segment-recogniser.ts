import {
  ANALYSIS_RATE_HZ,
  ProviderFailure,
  type Expected,
  type Listening,
  type ListenOptions,
  type Recogniser,
  type RecogniserListener,
  type Words,
} from "@ongea/conversation";

/** Longer utterances are heard from their last 30 s: more than any segment recogniser takes. */
const MAX_SAMPLES = 30 * ANALYSIS_RATE_HZ;
const FIRST_SAMPLES = 4 * ANALYSIS_RATE_HZ;

export interface Segment {
  /** 16 kHz, from the start of the utterance to the pause. */
  sound: Int16Array;
  language: string;
  keywords: readonly string[];
  expected: readonly Expected[];
}

export interface SegmentOptions {
  /** A pause without an answer for longer is a failure ("timeout"): another recogniser hears the utterance. Absent: as long as it takes. */
  answerWithinMs?: number;
}

export type HearSegment = (segment: Segment, signal: AbortSignal) => Promise<Words>;

/**
 * STT: makes a recogniser of something that hears whole segments: it is asked at the first pause, speculatively, and the answer is dropped
 * when the speaker goes on.
 */
export function createSegmentRecogniser(name: string, hear: HearSegment, options: SegmentOptions = {}): Recogniser {
  const inTime = timely(hear, options.answerWithinMs);
  return { name, listen: (asked, listener) => new SegmentListening(inTime, asked, listener) };
}

/** Whatever it waits for, a token or the words. */
function timely(hear: HearSegment, withinMs: number | undefined): HearSegment {
  if (withinMs === undefined) return hear;
  return (segment, signal) =>
    new Promise((resolve, reject) => {
      const late = new AbortController();
      const timer = setTimeout(() => {
        late.abort();
        reject(new ProviderFailure("timeout", `no words within ${withinMs} ms`));
      }, withinMs);
      const forget = (): void => clearTimeout(timer);
      signal.addEventListener("abort", forget, { once: true });
      hear(segment, AbortSignal.any([signal, late.signal]))
        .then(resolve, reject)
        .finally(forget);
    });
}

class SegmentListening implements Listening {
  readonly #hear: HearSegment;
  readonly #options: ListenOptions;
  readonly #listener: RecogniserListener;
  #expected: readonly Expected[] = [];
  #utterance: number | undefined;
  #sound = new Int16Array(FIRST_SAMPLES);
  #samples = 0;
  #asking: AbortController | undefined;

  constructor(hear: HearSegment, options: ListenOptions, listener: RecogniserListener) {
    this.#hear = hear;
    this.#options = options;
    this.#listener = listener;
  }

  hear(frame: Int16Array): void {
    if (this.#utterance === undefined) return;
    const kept = frame.length > MAX_SAMPLES ? frame.subarray(frame.length - MAX_SAMPLES) : frame;
    if (this.#samples + kept.length > this.#sound.length) this.#makeRoom(kept.length);
    this.#sound.set(kept, this.#samples);
    this.#samples += kept.length;
  }

  begin(id: number): void {
    this.#drop();
    this.#utterance = id;
    this.#samples = 0;
  }

  pause(id: number, pause: number): void {
    if (id !== this.#utterance) return;
    this.#drop();
    const asking = new AbortController();
    this.#asking = asking;
    const segment = { ...this.#options, sound: this.#sound.slice(0, this.#samples), expected: this.#expected };
    this.#listener.used?.({ soundMs: (this.#samples / ANALYSIS_RATE_HZ) * 1_000 });
    this.#hear(segment, asking.signal).then(
      (words) => {
        if (this.#asking === asking) this.#listener.settled(id, pause, words);
      },
      (error: unknown) => {
        if (this.#asking !== asking) return;
        const failure = error instanceof ProviderFailure ? error : new ProviderFailure("unavailable", "the recogniser failed");
        this.#listener.failed({ code: failure.code, message: failure.message }, id);
      },
    );
  }

  resume(id: number): void {
    if (id === this.#utterance) this.#drop();
  }

  end(id: number): void {
    if (id !== this.#utterance) return;
    this.#drop();
    this.#utterance = undefined;
    this.#samples = 0;
    if (this.#sound.length > FIRST_SAMPLES) this.#sound = new Int16Array(FIRST_SAMPLES);
  }

  expect(expected: readonly Expected[]): void {
    this.#expected = expected;
  }

  close(): void {
    this.#drop();
    this.#utterance = undefined;
  }

  #drop(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }

  /** Grows as far as it may, then lets go of the oldest sound. */
  #makeRoom(samples: number): void {
    const needed = this.#samples + samples;
    if (this.#sound.length < MAX_SAMPLES) {
      const larger = new Int16Array(Math.min(MAX_SAMPLES, Math.max(needed, this.#sound.length * 2)));
      larger.set(this.#sound.subarray(0, this.#samples));
      this.#sound = larger;
    }
    const over = needed - this.#sound.length;
    if (over <= 0) return;
    this.#sound.copyWithin(0, over, this.#samples);
    this.#samples -= over;
  }
}
