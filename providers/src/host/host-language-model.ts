import type { LanguageModel, Thought } from "@ongea/conversation";
import { z } from "zod";
import { failureOf, type HostLink } from "./link.ts";
import { Mailbox } from "./mailbox.ts";

const FIRST_TOKEN_TIMEOUT_MS = 15_000;
const NEXT_TOKEN_TIMEOUT_MS = 5_000;

/** What the host tells of an answer. */
const piece = z
  .union([
    z.object({ text: z.string() }).transform(({ text }): Thought => ({ kind: "text", text })),
    z.object({ calling: z.literal(true) }).transform((): Thought => ({ kind: "calling" })),
    z
      .object({ tool: z.object({ id: z.string(), name: z.string(), arguments: z.string() }) })
      .transform(({ tool }): Thought => ({ kind: "tool", ...tool })),
  ])
  .catch({ kind: "text", text: "" });

/** LLM: a language model that lives in a speech host. */
export function createHostLanguageModel(link: HostLink, name: string): LanguageModel {
  return {
    name,
    async *think(request, signal) {
      if (signal.aborted) return;
      const mailbox = new Mailbox<Thought>();
      const stream = link.open("llm", request, {
        told: (say) => mailbox.put(piece.parse(say)),
        ended: (problem) => mailbox.close(problem && failureOf(problem)),
      });
      const stop = (): void => mailbox.close();
      signal.addEventListener("abort", stop, { once: true });
      try {
        for (let first = true; ; first = false) {
          const thought = await mailbox.take(first ? FIRST_TOKEN_TIMEOUT_MS : NEXT_TOKEN_TIMEOUT_MS);
          if (thought === undefined || signal.aborted) return;
          if (thought.kind !== "text" || thought.text !== "") yield thought;
        }
      } finally {
        signal.removeEventListener("abort", stop);
        stream.end();
      }
    },
  };
}
