/** A recogniser that knows the labelled words and when each is said, so that turn-taking alone is judged. */
import type { Clock, Listening, Recogniser, RecogniserListener } from "@ongea/conversation";

/** A word is heard this long after its end; all of them are final this long after a pause was noticed. */
const WORD_MS = 100;
const FINAL_MS = 100;

export class ToldRecogniser implements Recogniser {
  readonly name = "told";
  readonly #clock: Clock;
  #words: { text: string; endMs: number }[] = [];
  /** Words before this one belong to utterances that are over. */
  #from = 0;
  #listener: RecogniserListener | undefined;
  #open = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What the caller begins to say at `startMs` on the clock. */
  tell(words: readonly { text: string; endMs: number }[], startMs: number): void {
    this.#words.push(...words.map(({ text, endMs }) => ({ text, endMs: startMs + endMs })));
    for (const { endMs } of words) this.#clock.at(startMs + endMs + WORD_MS, () => this.#partial());
  }

  listen(_options: unknown, listener: RecogniserListener): Listening {
    this.#listener = listener;
    let latest = 0;
    return {
      hear: () => {},
      begin: (id) => {
        this.#open = id;
        latest = 0;
      },
      pause: (id, pause) => {
        latest = pause;
        const text = this.#said(this.#clock.now());
        this.#clock.at(this.#clock.now() + FINAL_MS, () => {
          if (this.#open === id && latest === pause) listener.settled(id, pause, { text, confidence: 0.9 });
        });
      },
      resume: () => {
        latest = 0;
      },
      end: () => {
        this.#open = 0;
        const now = this.#clock.now();
        while ((this.#words[this.#from]?.endMs ?? Number.POSITIVE_INFINITY) <= now) this.#from++;
      },
      expect: () => {},
      close: () => {
        this.#open = 0;
      },
    };
  }

  #partial(): void {
    const text = this.#said(this.#clock.now() - WORD_MS);
    if (this.#open !== 0 && text !== "") this.#listener?.partial(this.#open, { text });
  }

  #said(untilMs: number): string {
    return this.#words
      .slice(this.#from)
      .filter(({ endMs }) => endMs <= untilMs)
      .map(({ text }) => text)
      .join(" ");
  }
}
