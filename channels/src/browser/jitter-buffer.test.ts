import { VirtualClock } from "@ongea/conversation/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { JitterBuffer } from "./jitter-buffer.ts";

function buffer(): { clock: VirtualClock; made: JitterBuffer; out: (number | "lost")[]; push: (n: number) => void } {
  const clock = new VirtualClock();
  const out: (number | "lost")[] = [];
  const made = new JitterBuffer(clock, {
    packet: (payload) => out.push(payload[0] ?? -1),
    lost: (packets) => out.push(...Array.from({ length: packets }, () => "lost" as const)),
  });
  return { clock, made, out, push: (n) => made.push(n & 0xffff, n * 20, Uint8Array.of(n & 0xff)) };
}

test("what comes in order goes through at once", () => {
  const { out, push } = buffer();
  for (let n = 65_530; n < 65_540; n++) push(n);
  expect(out).toHaveLength(10);
});

test("a packet that was overtaken is waited for", async () => {
  const { clock, out, push, made } = buffer();
  for (const n of [0, 1, 3, 4]) push(n);
  expect(out).toEqual([0, 1]);
  await clock.pass(10);
  push(2);
  expect(out).toEqual([0, 1, 2, 3, 4]);
  expect(made.counts).toMatchObject({ lost: 0, dropped: 0 });
});

test("what does not come in time is given up, and its straggler teaches patience", async () => {
  const { clock, out, push, made } = buffer();
  for (const n of [0, 1, 3]) push(n);
  await clock.pass(60);
  expect(out).toEqual([0, 1, "lost", 3]);
  const before = made.counts.waitMs;
  push(2);
  expect(out).toHaveLength(4);
  expect(made.counts.waitMs).toBeGreaterThan(before);
});

test("a sender that starts anew is followed", () => {
  const { out, push } = buffer();
  for (const n of [0, 1, 5_000, 5_001]) push(n);
  expect(out).toHaveLength(4);
});

test("whatever the network does, each packet is heard at most once and in order, and none waits for ever", async () => {
  const fate = fc.record({
    delayMs: fc.integer({ min: 0, max: 120 }),
    fate: fc.constantFrom("comes", "comes", "comes", "lost", "twice"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 5, maxLength: 120 }), async (fates) => {
      const { clock, out, push, made } = buffer();
      push(0);
      fates.forEach(({ delayMs, fate: what }, i) => {
        const n = i + 1;
        const atMs = n * 20 + delayMs;
        if (what !== "lost") clock.at(atMs, () => push(n));
        if (what === "twice") clock.at(atMs + 30, () => push(n));
      });
      await clock.pass(fates.length * 20 + 1_000);
      const heard = out.filter((part) => part !== "lost");
      expect(heard).toEqual([...heard].toSorted((a, b) => a - b));
      expect(new Set(heard).size).toBe(heard.length);
      const last = heard.at(-1) ?? 0;
      expect(out.length).toBe(last + 1);
      expect(made.counts.waitMs).toBeLessThanOrEqual(160);
    }),
    { numRuns: 60 },
  );
});
