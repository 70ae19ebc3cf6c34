import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostRecogniser } from "../host/host-recogniser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startSpeechHost, type SpeechHost } from "../host/supervise.ts";
import { earsOf, type Ears } from "../testing/hear-utterance.ts";
import { slotsHeard } from "../testing/slot-answers.ts";
import { sphinxInstalled } from "./ears/sphinx.ts";

/** At least so many right of the five voices' answers: measured, less two for another machine's versions of voices and recogniser. */
const FLOORS: Readonly<Record<string, number>> = {
  "day and time": 12,
  day: 9,
  time: 10,
  name: 5,
  phone: 4,
  "yes or no": 11,
  "something else": 7,
};

describe.skipIf(!sphinxInstalled())(
  "what callers answer the front desk, over the telephone (left out without PocketSphinx)",
  () => {
    let host: SpeechHost;
    let link: HostLink;
    let ears: Ears;

    beforeAll(async () => {
      const socketPath = join(mkdtempSync(join(tmpdir(), "ongea-test-")), "host");
      host = await startSpeechHost({ entry: new URL("./host.ts", import.meta.url), socketPath, settings: {} });
      link = linkToHost(socketPath);
      ears = earsOf(createHostRecogniser(link, "builtin"));
    });

    afterAll(async () => {
      link.close();
      await host.stop();
    });

    test("reaches its slots with each of five voices", async () => {
      const { right, of, wrongUnasked, missed } = await slotsHeard(
        async (sound, expected) => (await ears.hear(sound, expected)).words,
      );
      console.info(`${JSON.stringify({ right, of, wrongUnasked })}\n${missed.join("\n")}`);
      for (const [kind, least] of Object.entries(FLOORS))
        expect({ kind, right: right[kind] }).toSatisfy((so) => so.right >= least);
      expect(wrongUnasked["order number"]).toBe(0);
    }, 240_000);
  },
);
