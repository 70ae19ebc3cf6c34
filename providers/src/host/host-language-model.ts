import type { LanguageModel } from "@ongea/conversation";
import { z } from "zod";
import { failureOf, type HostLink } from "./link.ts";
import { Mailbox } from "./mailbox.ts";

const FIRST_TOKEN_TIMEOUT_MS = 15_000;
const NEXT_TOKEN_TIMEOUT_MS = 5_000;

const piece = z.object({ text: z.string() });

/** LLM: a language model that lives in a speech host. It knows no tools. */
export function createHostLanguageModel(link: HostLink, name: string): LanguageModel {
  return {
    name,
    async *think(request, signal) {
      if (signal.aborted) return;
      const mailbox = new Mailbox<string>();
      const stream = link.open("mind", request, {
        told: (say) => mailbox.put(piece.safeParse(say).data?.text ?? ""),
        ended: (problem) => mailbox.close(problem && failureOf(problem)),
      });
      const stop = (): void => mailbox.close();
      signal.addEventListener("abort", stop, { once: true });
      try {
        for (let first = true; ; first = false) {
          const text = await mailbox.take(first ? FIRST_TOKEN_TIMEOUT_MS : NEXT_TOKEN_TIMEOUT_MS);
          if (text === undefined || signal.aborted) return;
          if (text) yield { kind: "text", text };
        }
      } finally {
        signal.removeEventListener("abort", stop);
        stream.end();
      }
    },
  };
}
