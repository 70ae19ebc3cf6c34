/** The form reader as conversations reach it: in the sentence host. */
import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { failureOf, type HostLink } from "../../host/link.ts";
import { ACTS, type FormReader, type FormReading } from "./form-reader.ts";

const share = z.number().min(0).max(1);
const words = z.object({ text: z.string(), from: z.number().int().min(0), likelihood: share });
const value = z.object({
  words: words.optional(),
  choice: z.object({ text: z.string(), likelihood: share }).optional(),
  nothing: share,
});
const answered = z.object({
  acts: z.record(z.enum(ACTS), share),
  asks: words.optional(),
  values: z.record(z.string(), value),
});

/** While the host starts again nobody waits for it. */
export function createHostFormReader(link: HostLink): FormReader {
  return {
    read(asked, signal) {
      return new Promise<FormReading>((resolve, reject) => {
        if (!link.connected) return reject(new ProviderFailure("unavailable", "the sentence host is not running"));
        if (signal.aborted) return reject(new ProviderFailure("cancelled", "no longer wanted"));
        const finish = (settle: () => void): void => {
          signal.removeEventListener("abort", cancel);
          stream.end();
          settle();
        };
        const fail = (failure: ProviderFailure): void => finish(() => reject(failure));
        const cancel = (): void => fail(new ProviderFailure("cancelled", "no longer wanted"));
        signal.addEventListener("abort", cancel, { once: true });
        const stream = link.open("forms", asked, {
          told(say) {
            const { asks, values, acts } = answered.safeParse(say).data ?? {};
            if (acts && values) finish(() => resolve({ acts, values, ...(asks && { asks }) }));
            else fail(new ProviderFailure("bad-answer", "the host answered something else"));
          },
          ended: (problem) => fail(failureOf(problem ?? { code: "bad-answer", message: "no answer" })),
        });
      });
    },
  };
}
