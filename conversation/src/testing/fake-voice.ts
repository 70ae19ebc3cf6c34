import type { Clock, Speech, SpokenWords, Synthesiser } from "../ports.ts";
import type { ProviderFailure } from "../ports.ts";
import { misbehaving, type Misbehaviour } from "./misbehaving.ts";
import { babble } from "./sounds.ts";

export interface BabblingOptions extends Misbehaviour {
  firstAudioMs?: number;
  characterMs?: number;
  /** Sound comes in pieces of this length, odd ones too; all at once when absent. */
  pieceSamples?: number;
  /** Between two pieces. */
  pieceMs?: number;
  name?: string;
}

/** Speaks babble, 60 ms a character, at once or after `firstAudioMs`. */
export class BabblingVoice implements Synthesiser {
  readonly name: string;
  readonly spoken: string[] = [];
  failure: ProviderFailure | undefined;
  readonly #clock: Clock;
  readonly #firstAudioMs: number;
  readonly #characterMs: number;
  readonly #options: BabblingOptions;

  constructor(clock: Clock, options: BabblingOptions = {}) {
    const { firstAudioMs = 0, characterMs = 60, name = "babbling" } = options;
    this.#options = options;
    this.#clock = clock;
    this.#firstAudioMs = firstAudioMs;
    this.#characterMs = characterMs;
    this.name = name;
  }

  async *speak({ text }: SpokenWords, signal: AbortSignal): AsyncGenerator<Speech> {
    yield* misbehaving(this.#sound(text, signal), this.#options, signal);
  }

  async *#sound(text: string, signal: AbortSignal): AsyncGenerator<Speech> {
    await this.#wait(this.#firstAudioMs);
    if (this.failure) throw this.failure;
    if (signal.aborted) return;
    this.spoken.push(text);
    const samples = babble(text.length * this.#characterMs, 16_000);
    const { pieceSamples = samples.length, pieceMs = 0 } = this.#options;
    for (let at = 0; at < samples.length && !signal.aborted; at += pieceSamples) {
      if (at > 0) await this.#wait(pieceMs);
      yield { samples: samples.slice(at, at + pieceSamples), sampleRateHz: 16_000 };
    }
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => this.#clock.at(this.#clock.now() + ms, resolve));
  }
}
