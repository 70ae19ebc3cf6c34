import fc from "fast-check";
import { expect, test } from "vitest";
import { StreamClock } from "./stream-clock.ts";

const FRAME = 160;

interface Packet {
  /** When its first sample was captured, on our clock. */
  capturedMs: number;
  arrivedMs: number;
  stampMs: number;
}

/** A sender of 20 ms packets whose clock is off by `ppm`; `lateMs` says how long each was held up beyond 30 ms. */
function stream(lateMs: readonly number[], ppm = 0): Packet[] {
  const clock = new StreamClock(8_000);
  let arrivedMs = 0;
  return lateMs.map((late, n) => {
    const capturedMs = n * 20 * (1 + ppm / 1e6);
    // One does not overtake another: what is held up holds up what follows.
    arrivedMs = Math.max(arrivedMs, capturedMs + 20 + 30 + late);
    return { capturedMs, arrivedMs, stampMs: clock.stamp((4_294_960_000 + n * FRAME) >>> 0, FRAME, arrivedMs, false) };
  });
}

test("whatever the network holds up, no sound is from the future and none is later than it came", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }) },
          { weight: 1, arbitrary: fc.integer({ min: 0, max: 900 }) },
        ),
        {
          minLength: 1,
          maxLength: 400,
        },
      ),
      fc.integer({ min: -300, max: 300 }),
      (lateMs, ppm) => {
        for (const { stampMs, arrivedMs } of stream(lateMs, ppm)) expect(stampMs + 20).toBeLessThanOrEqual(arrivedMs + 0.001);
      },
    ),
  );
});

test("bursts keep their time once a packet has come quickly", () => {
  const stalls = Array.from({ length: 500 }, (_, n) => Math.max(0, n % 50 >= 40 ? 200 - ((n % 50) - 40) * 20 : 0));
  for (const { stampMs, capturedMs } of stream(stalls)) expect(Math.abs(stampMs - capturedMs - 30)).toBeLessThanOrEqual(0.1);
});

test.each([200, -200])("a clock that is off by %i ppm is followed for an hour", (ppm) => {
  const packets = stream(
    Array.from({ length: 180_000 }, (_, n) => (n * 7_919) % 13),
    ppm,
  );
  let worst = 0;
  for (const { stampMs, capturedMs } of packets.slice(100)) worst = Math.max(worst, Math.abs(stampMs - capturedMs - 30));
  expect(worst).toBeLessThanOrEqual(2);
});

test("a way that becomes longer for good is known after two seconds", () => {
  const packets = stream(Array.from({ length: 400 }, (_, n) => (n < 100 ? 0 : 300)));
  const { stampMs, arrivedMs } = packets.at(-1)!;
  expect(arrivedMs - stampMs - 20).toBeLessThanOrEqual(1);
  const changed = packets.findIndex((packet, n) => n >= 116 && packet.arrivedMs - packet.stampMs - 20 <= 1);
  expect(changed).toBeLessThanOrEqual(216);
});

test("a sender whose time stamps jump is followed at once", () => {
  const clock = new StreamClock(8_000);
  const stamps = [0, 160, 320, 3_000_000_000, 3_000_000_160, 500, 660].map((timestamp, n) =>
    clock.stamp(timestamp, FRAME, n * 20, false),
  );
  for (const [n, stampMs] of stamps.entries()) expect(Math.abs(stampMs - (n - 1) * 20)).toBeLessThanOrEqual(1);
});
