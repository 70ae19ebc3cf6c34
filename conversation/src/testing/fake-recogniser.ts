import { ANALYSIS_RATE_HZ, type Clock, type Listening, type Recogniser, type RecogniserListener } from "../ports.ts";
import type { WordTime } from "../ports.ts";

export interface PromptedOptions {
  finalMs?: number;
  wordMs?: number;
  name?: string;
  /** Changes its mind shortly after it has settled. */
  settlesAgain?: string;
  /** Fails where it should answer. */
  breaksAtPause?: boolean;
}

/** A recogniser that is told what the caller says: words become partial as they are spoken and final `finalMs` after a pause. */
export class PromptedRecogniser implements Recogniser {
  readonly name: string;
  readonly #clock: Clock;
  readonly #finalMs: number;
  readonly #wordMs: number;
  readonly #settlesAgain: string | undefined;
  readonly #breaksAtPause: boolean;
  #text = "";
  #startMs = 0;
  #listener: RecogniserListener | undefined;

  constructor(
    clock: Clock,
    { finalMs = 100, wordMs = 250, name = "prompted", settlesAgain, breaksAtPause = false }: PromptedOptions = {},
  ) {
    this.#breaksAtPause = breaksAtPause;
    this.#clock = clock;
    this.#finalMs = finalMs;
    this.#wordMs = wordMs;
    this.#settlesAgain = settlesAgain;
    this.name = name;
  }

  /** The words of the utterance that begins next, or that is going on. */
  prompt(text: string): void {
    this.#text = text;
  }

  /** Breaks for good, as a provider's connection does. */
  breakDown(): void {
    this.#listener?.failed({ code: "unavailable", message: "the recogniser is gone" });
  }

  listen(_options: unknown, listener: RecogniserListener): Listening {
    this.#listener = listener;
    let open = 0;
    let latestPause = 0;
    let beforeMs = 0;
    let heardSamples = 0;
    const times = (text: string): WordTime[] =>
      text.split(" ").map((word, at) => {
        const startMs = beforeMs + at * this.#wordMs;
        return { text: word, startMs, endMs: startMs + this.#wordMs };
      });
    const tell = (id: number): void => {
      if (open !== id || latestPause > 0) return;
      const said = Math.floor((this.#clock.now() - this.#startMs) / this.#wordMs);
      const words = this.#text.split(" ").slice(0, said);
      if (words.length > 0 && words[0] !== "") listener.partial(id, { text: words.join(" ") });
      if (said < this.#text.split(" ").length) this.#clock.at(this.#clock.now() + this.#wordMs, () => tell(id));
    };
    return {
      hear: (frame) => {
        // What was heard before the beginning comes first.
        if (heardSamples === 0) beforeMs = (frame.length / ANALYSIS_RATE_HZ) * 1_000;
        heardSamples += frame.length;
      },
      begin: (id) => {
        open = id;
        latestPause = 0;
        heardSamples = 0;
        this.#startMs = this.#clock.now();
        this.#clock.at(this.#clock.now() + this.#wordMs, () => tell(id));
      },
      pause: (id, pause) => {
        if (this.#breaksAtPause && open === id) return this.breakDown();
        latestPause = pause;
        const settle = (text: string, afterMs: number): void => {
          this.#clock.at(this.#clock.now() + afterMs, () => {
            if (open === id && latestPause === pause) listener.settled(id, pause, { text, confidence: 0.9, times: times(text) });
          });
        };
        settle(this.#text, this.#finalMs);
        if (this.#settlesAgain !== undefined) settle(this.#settlesAgain, this.#finalMs + 40);
      },
      resume: (id) => {
        latestPause = 0;
        this.#clock.at(this.#clock.now() + this.#wordMs, () => tell(id));
      },
      end: () => {
        open = 0;
      },
      expect: () => {},
      close: () => {
        open = 0;
      },
    };
  }
}
