import { ProviderFailure } from "@ongea/conversation";
import { z } from "zod";
import { samplesOf } from "../../host/frames.ts";
import { expectedShape, listenRequest } from "../../host/listening-messages.ts";
import { problemOf } from "../../host/serve.ts";
import type { Outlet, SpeechEngine, Work } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import type { SegmentRecogniser } from "./segment-recogniser.ts";

const MAX_WAITING = 64;
const request = listenRequest.extend({ expected: z.array(expectedShape).max(50) });

/** STT: transcribes segments for many calls, one after the other: one thread hears an utterance in about an eighth of its length. */
export function createSegmentEngine(ears: SegmentRecogniser): SpeechEngine {
  const turnstile = new Turnstile(1, MAX_WAITING);
  return {
    open(options, client) {
      const asked = request.parse(options);
      const stop = new AbortController();
      let begun = false;
      const perform = async (sound: Int16Array): Promise<void> => {
        const leave = await turnstile.enter(stop.signal);
        try {
          client.tell(await ears.hear({ ...asked, sound }, stop.signal));
        } finally {
          leave();
        }
      };
      return answering(client, stop, (body) => {
        if (begun) throw new ProviderFailure("refused", "one segment at a time");
        begun = true;
        return perform(samplesOf(body));
      });
    },
    describe: () => ({ id: ears.description.id, name: ears.description.name, languages: ears.description.languages }),
    close: async () => {},
  };
}

/** Work that is told one thing and answers it. */
export function answering(client: Outlet, stop: AbortController, perform: (body: Buffer) => Promise<void>): Work {
  return {
    told(_, body) {
      perform(body).then(
        () => client.end(),
        (error: unknown) => client.end(problemOf(error)),
      );
    },
    close: () => stop.abort(),
  };
}
