import { ANALYSIS_RATE_HZ } from "@ongea/conversation";

/** What is not yet heard for good; older sound is let go. */
const MOST_SAMPLES = 30 * ANALYSIS_RATE_HZ;

/** The sound of an utterance that has no final words yet, to be sent again over a new connection. */
export class UnfinishedSound {
  #pieces: { at: number; samples: Int16Array }[] = [];
  #samples = 0;

  get pieces(): readonly { at: number; samples: Int16Array }[] {
    return this.#pieces;
  }

  push(at: number, samples: Int16Array): void {
    this.#pieces.push({ at, samples });
    this.#samples += samples.length;
    while (this.#samples > MOST_SAMPLES) this.#shift();
  }

  /** Everything before this sample has its final words. */
  finishedUntil(at: number): void {
    for (let first = this.#pieces[0]; first && first.at + first.samples.length <= at; first = this.#pieces[0]) this.#shift();
  }

  clear(): void {
    this.#pieces = [];
    this.#samples = 0;
  }

  #shift(): void {
    this.#samples -= this.#pieces.shift()?.samples.length ?? 0;
  }
}
