import type { Speech } from "@ongea/conversation";

/** A program that speaks. */
export interface Engine {
  readonly name: string;
  readonly voices: readonly Voice[];
  /** `text` is already spoken text (see `spoken-text/`), not empty. */
  speak(clause: Clause, signal: AbortSignal): AsyncIterable<Speech>;
}

export interface Voice {
  /** As people choose it: `slt`, `espeak:sw`. */
  id: string;
  /** What the program calls it. */
  name: string;
  /** BCP 47. */
  language: string;
}

export interface Clause {
  text: string;
  voice: Voice;
  /** 1 is the voice's own pace, 2 twice as fast. */
  pace: number;
}
