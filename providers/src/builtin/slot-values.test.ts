import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostRecogniser } from "../host/host-recogniser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startSpeechHost, type SpeechHost } from "../host/supervise.ts";
import { listenWith, type TestListening } from "../testing/hear-utterance.ts";
import { recogniseSlots, synthetic } from "../testing/slot-answers.ts";
import { sphinxInstalled } from "./stt/sphinx.ts";

/** Five voices, and neural ones, speak in `npm run bench -- slots`. */
const VOICE = "rms";
/** At least so many right of its answers: measured, less one for another machine's versions of voices and recogniser. */
const FLOORS: Readonly<Record<string, number>> = {
  "day and time": 3,
  day: 2,
  time: 2,
  name: 1,
  phone: 1,
  "yes or no": 2,
  "something else": 1,
};

describe.skipIf(!sphinxInstalled())(
  "what callers answer the front desk, over the telephone (left out without PocketSphinx)",
  () => {
    let host: SpeechHost;
    let link: HostLink;
    let ears: TestListening;

    beforeAll(async () => {
      const socketPath = join(mkdtempSync(join(tmpdir(), "ongea-test-")), "host");
      host = await startSpeechHost({ entry: new URL("./host.ts", import.meta.url), socketPath, settings: {} });
      link = linkToHost(socketPath);
      ears = listenWith(createHostRecogniser(link, "builtin"));
    });

    afterAll(async () => {
      link.close();
      await host.stop();
    });

    test("reaches its slots with a voice of this machine", async () => {
      const { right, of, wrongUnasked, missed } = await recogniseSlots(
        async (sound, expected) => (await ears.hear(sound, expected)).words,
        synthetic([VOICE]),
      );
      console.info(`${JSON.stringify({ right, of, wrongUnasked })}\n${missed.join("\n")}`);
      for (const [kind, least] of Object.entries(FLOORS))
        expect({ kind, right: right[kind] }).toSatisfy((so) => so.right >= least);
      expect(wrongUnasked["order number"]).toBe(0);
    });
  },
);
