import fc from "fast-check";
import { expect, test } from "vitest";
import { listenWith } from "../testing/hear-utterance.ts";
import { createSegmentRecogniser, type HearSegment } from "./segment-recogniser.ts";

const MOST = 30 * 16_000;

test("a segment is the end of what was said, at most thirty seconds, in whatever frames it came", async () => {
  const frames = fc.array(fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom(64_001, 128_000, 300_000, 500_000)), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(frames, async (lengths) => {
      let heard: Int16Array | undefined;
      const recogniser = createSegmentRecogniser("test", async ({ sound }) => {
        heard = sound;
        return { text: "" };
      });
      const listening = recogniser.listen(
        { language: "en", keywords: [] },
        { partial() {}, settled() {}, failed: ({ message }) => expect.fail(message) },
      );
      listening.begin(1);
      let next = 0;
      for (const length of lengths) listening.hear(Int16Array.from({ length }, () => next++ % 30_011));
      listening.pause(1, 1);
      const first = Math.max(0, next - MOST);
      expect(heard?.length).toBe(next - first);
      expect([heard?.at(0), heard?.at(-1)]).toEqual(next === 0 ? [undefined, undefined] : [first % 30_011, (next - 1) % 30_011]);
      listening.close();
    }),
    { numRuns: 40 },
  );
});

test("one that does not answer in time has failed with that segment, is not waited for, and hears the next", async () => {
  const asked: AbortSignal[] = [];
  const hear: HearSegment = (_, signal) => {
    asked.push(signal);
    return asked.length === 1 ? new Promise(() => {}) : Promise.resolve({ text: "yes" });
  };
  const ears = listenWith(createSegmentRecogniser("test", hear, { answerWithinMs: 20 }));
  await expect(ears.hear(new Int16Array(3_200))).rejects.toMatchObject({ code: "timeout" });
  expect(asked[0]?.aborted).toBe(true);
  expect((await ears.hear(new Int16Array(3_200))).words.text).toBe("yes");
});

test("a speaker who goes on is not told of a segment that was late", async () => {
  const problems: string[] = [];
  const recogniser = createSegmentRecogniser("test", () => new Promise(() => {}), { answerWithinMs: 20 });
  const listening = recogniser.listen(
    { language: "en", keywords: [] },
    { partial() {}, settled() {}, failed: ({ code }) => problems.push(code) },
  );
  listening.begin(1);
  listening.pause(1, 1);
  listening.resume(1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(problems).toEqual([]);
});
