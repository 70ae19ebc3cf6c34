import { ProviderFailure, type Speech, type Synthesiser } from "@ongea/conversation";
import { samplesOf } from "./frames.ts";
import { failureOf, type HostLink } from "./link.ts";
import { Mailbox } from "./mailbox.ts";

/** From the request to the first sound, a queue included. */
const FIRST_SOUND_TIMEOUT_MS = 8_000;
/** Between two pieces of sound. */
const NEXT_SOUND_TIMEOUT_MS = 8_000;

export interface HostSynthesiserOptions {
  name: string;
  /** As the host names it; absent: the host chooses one for the language. */
  voice?: string;
  pace?: number;
}

/** TTS: a voice that lives in a speech host. */
export function createHostSynthesiser(link: HostLink, { name, voice, pace }: HostSynthesiserOptions): Synthesiser {
  return {
    name,
    async *speak(words, signal) {
      if (signal.aborted) return;
      const mailbox = new Mailbox<Speech>();
      const request = { ...words, ...(voice === undefined ? {} : { voice }), ...(pace === undefined ? {} : { pace }) };
      const stream = link.open("voice", request, {
        told: (say, body) => {
          const sampleRateHz = rateOf(say);
          if (sampleRateHz !== undefined) mailbox.put({ samples: samplesOf(body), sampleRateHz });
          else mailbox.close(new ProviderFailure("bad-answer", "sound without a sample rate"));
        },
        ended: (problem) => mailbox.close(problem && failureOf(problem)),
      });
      const stop = (): void => mailbox.close();
      signal.addEventListener("abort", stop, { once: true });
      try {
        for (let first = true; ; first = false) {
          const speech = await mailbox.take(first ? FIRST_SOUND_TIMEOUT_MS : NEXT_SOUND_TIMEOUT_MS);
          if (speech === undefined || signal.aborted) return;
          yield speech;
        }
      } finally {
        signal.removeEventListener("abort", stop);
        stream.end();
      }
    },
  };
}

function rateOf(say: unknown): number | undefined {
  const rate = typeof say === "object" && say !== null && "sampleRateHz" in say ? say.sampleRateHz : undefined;
  return typeof rate === "number" && rate >= 8_000 && rate <= 48_000 ? rate : undefined;
}
