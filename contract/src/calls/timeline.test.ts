import fc from "fast-check";
import { expect, it } from "vitest";
import type { TimelineCall } from "./timeline.ts";
import { decodeTimeline, encodeTimeline, isVoice, planTimeline, ROW_ENDS, ROW_PICKS, timelineRow } from "./timeline.ts";

const turn = fc
  .record({
    by: fc.constantFrom("caller" as const, "assistant" as const),
    startMs: fc.nat(60_000),
    lengthMs: fc.integer({ min: 1, max: 9_000 }),
    loudness: fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 90 }),
  })
  .map(({ lengthMs, ...rest }) => ({ ...rest, endMs: rest.startMs + lengthMs }));
const anyCall = fc.record({
  durationMs: fc.integer({ min: 1, max: 90_000 }),
  turns: fc.array(turn, { maxLength: 12 }),
  tools: fc.array(
    fc.nat(60_000).map((startMs) => ({ startMs, endMs: startMs + 900 })),
    { maxLength: 3 },
  ),
});

it("any call has a plan, and its letters are read back as they were", () => {
  fc.assert(
    fc.property(anyCall, fc.integer({ min: 2, max: 200 }), (call, picks) => {
      const plan = planTimeline(call, picks, ROW_ENDS);
      expect(plan).toHaveLength(picks);
      expect(decodeTimeline(encodeTimeline(plan)).map(({ kind, reach }) => [kind, reach])).toEqual(
        plan.map(({ kind, reach }) => [kind, reach]),
      );
    }),
  );
});

it("a voice widens or narrows by one end a pick, as a loom would weave it", () => {
  fc.assert(
    fc.property(anyCall, (call) => {
      const plan = planTimeline(call, 120, 17);
      plan.forEach((pick, i) => {
        const next = plan[i + 1];
        const isSame = next && isVoice(pick) && isVoice(next) && pick.kind === next.kind;
        expect(isSame ? Math.abs(pick.reach - next.reach) : 0).toBeLessThanOrEqual(7);
        expect(isVoice(pick) ? pick.reach : 1).toBeGreaterThanOrEqual(1);
      });
    }),
  );
});

const call: TimelineCall = {
  durationMs: 20_000,
  turns: [
    { by: "assistant", startMs: 0, endMs: 5_000, loudness: [0.5, 1, 1, 0.5] },
    { by: "caller", startMs: 6_000, endMs: 9_000, loudness: [0.4, 0.8] },
    { by: "assistant", startMs: 12_000, endMs: 16_000, loudness: [1] },
    { by: "caller", startMs: 15_900, endMs: 19_000, loudness: [0.7] },
  ],
  tools: [{ startMs: 9_500, endMs: 11_500 }],
};

it("a row is 48 letters, with the pause, the tool and even a short interruption in it", () => {
  const row = timelineRow(call);
  expect(row).toHaveLength(ROW_PICKS);
  expect(row).toMatch(/^[A-C]+\.+[1-3]+.*t+.*[A-C]+x{2}[1-3]+\.+$/);
});

it("a call without words is all pause", () => {
  expect(timelineRow({ durationMs: 0, turns: [], tools: [] })).toBe(".".repeat(ROW_PICKS));
});
