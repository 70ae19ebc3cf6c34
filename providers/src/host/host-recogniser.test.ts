import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../testing/test-weights.ts";
import { samplesOf } from "./frames.ts";
import { createHostRecogniser } from "./host-recogniser.ts";
import { linkToHost } from "./link.ts";
import { toListening } from "./listening-messages.ts";
import { serveSpeech } from "./serve.ts";
import type { SpeechEngine } from "./speech-engine.ts";

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** Answers a pause with how many samples it has heard, and whether each had its turn. */
const counting: SpeechEngine = {
  open: (_options, client) => {
    let heard = 0;
    let inOrder = true;
    return {
      told(say, body) {
        const message = toListening.parse(say);
        if (message.op === "hear") for (const sample of samplesOf(body)) inOrder = sample === heard++ % 30_000 && inOrder;
        if (message.op === "pause")
          client.tell({ op: "settled", id: message.id, pause: message.pause, words: { text: `${heard} ${inOrder}` } });
      },
      close() {},
    };
  },
  describe: () => ({}),
  close: async () => {},
};

test("every sample reaches the host in order, in frames of any length: also the sound from before speech was noticed", async () => {
  const serving = await serveSpeech(join(folder.path, "host"), { ears: counting });
  const link = linkToHost(join(folder.path, "host"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 700 }), fc.constantFrom(4_800, 128_000, 1_280, 1_281)), { maxLength: 8 }),
      async (lengths) => {
        let told: ((text: string) => void) | undefined;
        const settled = new Promise<string>((resolve) => (told = resolve));
        const listening = createHostRecogniser(link, "counting").listen(
          { language: "en", keywords: [] },
          { partial() {}, settled: (_id, _pause, { text }) => told?.(text), failed: ({ message }) => told?.(message) },
        );
        listening.begin(1);
        let next = 0;
        for (const length of lengths) listening.hear(Int16Array.from({ length }, () => next++ % 30_000));
        listening.pause(1, 1);
        expect(await settled).toBe(`${next} true`);
        listening.close();
      },
    ),
    { numRuns: 40 },
  );
  link.close();
  await serving.close();
});
