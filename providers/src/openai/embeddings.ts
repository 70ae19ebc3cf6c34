import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { MOST_DIMENSIONS, type Embedder } from "../embedder.ts";
import { askForText, warmService, type ServiceAccess } from "../http/ask.ts";

export interface OpenAiEmbedderOptions extends ServiceAccess {
  /** `text-embedding-3-small`, `bge-m3`, `nomic-embed-text` … */
  model: string;
  name?: string;
}

/** What a number takes as JSON, and what stands around the vectors. */
const MOST_BYTES_A_NUMBER = 26;
const MOST_BYTES_AROUND = 65_536;

/** A small machine reads some pages before it says anything; whoever asks a question waits no longer than a turn can. */
const CONNECT_TIMEOUT_MS = 90_000;

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
  // What is counted wrongly spoils no vectors.
  usage: z
    .object({ prompt_tokens: z.number().int().nonnegative().optional(), total_tokens: z.number().int().nonnegative().optional() })
    .optional()
    .catch(undefined),
});

/** Any service that speaks OpenAI's protocol, `/embeddings`. */
export function createOpenAiEmbedder(given: OpenAiEmbedderOptions): Embedder {
  const options = { connectTimeoutMs: CONNECT_TIMEOUT_MS, ...given };
  const { model } = options;
  return {
    name: options.name ?? model,
    async embed(texts, _as, signal, used) {
      if (texts.length === 0) return [];
      const body = JSON.stringify({ model, input: texts, encoding_format: "float" });
      const maxBytes = texts.length * MOST_DIMENSIONS * MOST_BYTES_A_NUMBER + MOST_BYTES_AROUND;
      const text = await askForText(options, { path: "embeddings", body, maxBytes }, signal);
      if (signal.aborted) throw new ProviderFailure("cancelled", "no longer wanted");
      const answer = answerIn(text);
      const { prompt_tokens: asked, total_tokens: tokensIn = asked } = answer.usage ?? {};
      if (tokensIn !== undefined) used?.({ tokensIn });
      return vectorsIn(answer, texts.length);
    },
    warm: () => warmService(options),
  };
}

function answerIn(text: string): z.output<typeof Answer> {
  const answer = Answer.safeParse(parsed(text));
  if (!answer.success) throw new ProviderFailure("bad-answer", "the provider's answer holds no vectors");
  return answer.data;
}

function vectorsIn({ data }: z.output<typeof Answer>, count: number): Float32Array[] {
  if (data.length !== count)
    throw new ProviderFailure("bad-answer", `the provider answered ${data.length} vectors for ${count} texts`);
  // Some answer in another order, and say so.
  const inOrder = data.map((one, place) => ({ ...one, index: one.index ?? place })).toSorted((a, b) => a.index - b.index);
  if (inOrder.some(({ index }, place) => index !== place))
    throw new ProviderFailure("bad-answer", "the provider's vectors are not those of the texts");
  const length = inOrder[0]?.embedding.length ?? 0;
  return inOrder.map(({ embedding }) => {
    if (embedding.length !== length || length === 0 || length > MOST_DIMENSIONS)
      throw new ProviderFailure("bad-answer", `the provider's vectors have ${embedding.length} dimensions, and others`);
    const vector = Float32Array.from(embedding);
    if (!vector.every(Number.isFinite) || vector.every((one) => one === 0))
      throw new ProviderFailure("bad-answer", "the provider's vectors point nowhere");
    return vector;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
