import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { problemOf } from "../../host/serve.ts";
import type { SpeechEngine } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import type { E5 } from "./e5.ts";

const request = z.object({
  texts: z.array(z.string().max(40_000)).min(1).max(64),
  as: z.enum(["question", "passage"]),
});
const MAX_WAITING = 64;

/** Questions wait for questions alone: a caller does not wait until a document is read. */
export function createEmbeddingEngine(model: E5, about: Readonly<Record<string, unknown>>): SpeechEngine {
  const ways = { question: new Turnstile(1, MAX_WAITING), passage: new Turnstile(1, MAX_WAITING) };
  return {
    open(options, client) {
      const asked = request.safeParse(options);
      if (!asked.success) throw new ProviderFailure("refused", "these are no texts to compare");
      const { texts, as } = asked.data;
      const stop = new AbortController();
      const perform = async (): Promise<void> => {
        const leave = await ways[as].enter(stop.signal);
        try {
          const vectors = new Float32Array(texts.length * model.dimensions);
          for (const [at, text] of texts.entries()) {
            if (stop.signal.aborted) return;
            vectors.set(await model.embed(text, as), at * model.dimensions);
          }
          client.tell({ dimensions: model.dimensions }, new Uint8Array(vectors.buffer));
        } finally {
          leave();
        }
      };
      perform().then(
        () => client.end(),
        (error: unknown) => client.end(problemOf(error)),
      );
      return { told() {}, close: () => stop.abort() };
    },
    describe: () => about,
    close: async () => model.free(),
  };
}
