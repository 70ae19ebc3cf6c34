import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { MOST_DIMENSIONS, type Embedder } from "../embedder.ts";
import { failureOf, type HostLink } from "./link.ts";

const QUESTION_TIMEOUT_MS = 5_000;
/** Of a whole document's part: a small machine reads a passage in half a second, and others wait before it. */
const PASSAGES_TIMEOUT_MS = 120_000;

const answered = z.object({ dimensions: z.number().int().min(1).max(MOST_DIMENSIONS) });

/** A model that says what texts mean, in the embedding host. */
export function createHostEmbedder(link: HostLink, name: string): Embedder {
  return {
    name,
    warm: () => undefined,
    embed(texts, as, signal) {
      if (texts.length === 0) return Promise.resolve([]);
      const timeoutMs = as === "question" ? QUESTION_TIMEOUT_MS : PASSAGES_TIMEOUT_MS;
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelled());
        const finish = (settle: () => void): void => {
          clearTimeout(late);
          signal.removeEventListener("abort", cancel);
          stream.end();
          settle();
        };
        const fail = (failure: ProviderFailure): void => finish(() => reject(failure));
        const cancel = (): void => fail(cancelled());
        const late = setTimeout(() => fail(new ProviderFailure("timeout", `no answer within ${timeoutMs} ms`)), timeoutMs);
        signal.addEventListener("abort", cancel, { once: true });
        const stream = link.open(
          "embedding",
          { texts, as },
          {
            told(say, body) {
              const vectors = vectorsIn(say, body, texts.length);
              if (vectors) finish(() => resolve(vectors));
              else fail(new ProviderFailure("bad-answer", "the host answered something else"));
            },
            ended: (problem) => fail(failureOf(problem ?? { code: "bad-answer", message: "no answer" })),
          },
        );
      });
    },
  };
}

function vectorsIn(say: unknown, body: Buffer, count: number): Float32Array[] | undefined {
  const { dimensions = 0 } = answered.safeParse(say).data ?? {};
  if (dimensions === 0 || body.length !== count * dimensions * 4) return undefined;
  // A copy, so that the numbers are aligned.
  const numbers = new Float32Array(Uint8Array.from(body).buffer);
  return Array.from({ length: count }, (_, at) => numbers.slice(at * dimensions, (at + 1) * dimensions));
}

function cancelled(): ProviderFailure {
  return new ProviderFailure("cancelled", "no longer wanted");
}
