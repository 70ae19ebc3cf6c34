import type { Usage } from "@ongea/conversation";

/** A model that says what a text means as a direction: texts that mean alike point alike. */
export interface Embedder {
  readonly name: string;
  /**
   * A vector for each text, in order, all of one length. Rejects with a ProviderFailure. Some models are told whether a text is asked or
   * answers. `used` is told what the provider counts for it, before the vectors are there: not by a model that nobody is paid for, nor by
   * a provider that does not say.
   */
  embed(
    texts: readonly string[],
    as: "question" | "passage",
    signal: AbortSignal,
    used?: (usage: Usage) => void,
  ): Promise<readonly Float32Array[]>;
  /** Somebody will soon ask: what can be made ready is. */
  warm(): void;
}

/** The longest vectors that any model worth asking answers with. */
export const MOST_DIMENSIONS = 4_096;
