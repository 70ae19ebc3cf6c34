import type { Clock, Speech, SpokenWords, Synthesiser } from "../ports.ts";
import type { ProviderFailure } from "../ports.ts";
import { babble } from "./sounds.ts";

/** Speaks babble, 60 ms a character, at once or after `firstAudioMs`. */
export class BabblingVoice implements Synthesiser {
  readonly name: string;
  readonly spoken: string[] = [];
  failure: ProviderFailure | undefined;
  readonly #clock: Clock;
  readonly #firstAudioMs: number;
  readonly #characterMs: number;

  constructor(clock: Clock, { firstAudioMs = 0, characterMs = 60, name = "babbling" } = {}) {
    this.#clock = clock;
    this.#firstAudioMs = firstAudioMs;
    this.#characterMs = characterMs;
    this.name = name;
  }

  async *speak({ text }: SpokenWords, signal: AbortSignal): AsyncGenerator<Speech> {
    if (this.#firstAudioMs > 0)
      await new Promise<void>((resolve) => this.#clock.at(this.#clock.now() + this.#firstAudioMs, resolve));
    if (this.failure) throw this.failure;
    if (signal.aborted) return;
    this.spoken.push(text);
    yield { samples: babble(text.length * this.#characterMs, 16_000), sampleRateHz: 16_000 };
  }
}
