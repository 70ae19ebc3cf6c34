/** The form reader as the sentence host serves it. */
import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { problemOf } from "../../host/serve.ts";
import type { SpeechEngine } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import { type FormReader, READ_KINDS } from "./form-reader.ts";

const text = z.string().max(4_000);
const request = z.object({
  question: text,
  said: text,
  fields: z.array(z.object({ name: text, about: text, kind: z.enum(READ_KINDS), choices: z.array(text).max(200) })).max(40),
});
const MAX_WAITING = 64;

export function createFormEngine(reader: FormReader): SpeechEngine {
  const way = new Turnstile(1, MAX_WAITING);
  return {
    open(options, client) {
      const asked = request.safeParse(options);
      if (!asked.success) throw new ProviderFailure("refused", "this is no form to read");
      const stop = new AbortController();
      const perform = async (): Promise<void> => {
        const leave = await way.enter(stop.signal);
        try {
          if (!stop.signal.aborted) client.tell(await reader.read(asked.data, stop.signal));
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
    describe: () => ({ language: "English" }),
    close: async () => undefined,
  };
}
