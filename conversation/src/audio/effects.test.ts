import { expect, test } from "vitest";
import { levelOf, type SoundEffect, withEffect } from "./effects.ts";

const RATE = 16_000;

function tone(hz: number, ms: number, level = 8_000): Int16Array {
  return Int16Array.from({ length: (RATE * ms) / 1_000 }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / RATE));
}

function levelAt(sound: Int16Array, hz: number): number {
  let [re, im] = [0, 0];
  sound.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hz * i) / RATE);
    im += sample * Math.sin((2 * Math.PI * hz * i) / RATE);
  });
  return (2 * Math.hypot(re, im)) / sound.length;
}

test("a telephone carries neither what is below 300 Hz nor what is above 3.4 kHz", () => {
  const through = (hz: number): number => levelAt(withEffect(tone(hz, 500), RATE, "telephone"), hz) / 8_000;
  expect(through(100)).toBeLessThan(0.02);
  expect(through(1_000)).toBeGreaterThan(0.95);
  expect(through(6_000)).toBeLessThan(0.05);
});

test("a room is heard after the voice has ended, and dies away", () => {
  const made = withEffect(tone(500, 300), RATE, "room");
  const after = (ms: number): number => levelOf(made.subarray((RATE * ms) / 1_000, (RATE * (ms + 60)) / 1_000));
  expect(made.length).toBeGreaterThan((RATE * 300) / 1_000);
  expect(after(340)).toBeGreaterThan(200);
  expect(after(800)).toBeLessThan(after(340) / 4);
});

test("noise stands about 18 dB below the voice, in its pauses too", () => {
  const sound = new Int16Array(RATE);
  sound.set(tone(500, 500));
  const made = withEffect(sound, RATE, "noise");
  const pause = levelOf(made.subarray(RATE * 0.6));
  expect(20 * Math.log10(pause / levelOf(sound))).toBeCloseTo(-18, -1);
});

test("compression brings loud and quiet nearer together, and keeps the whole as loud", () => {
  const sound = Int16Array.from([...tone(500, 500, 12_000), ...tone(500, 500, 1_500)]);
  const made = withEffect(sound, RATE, "compression");
  const ratio = (all: Int16Array): number => levelOf(all.subarray(2_000, 6_000)) / levelOf(all.subarray(11_000, 15_000));
  expect(ratio(made)).toBeLessThan(ratio(sound) / 2);
  expect(levelOf(made) / levelOf(sound)).toBeCloseTo(1, 1);
});

test.each(["telephone", "room", "noise", "compression"] satisfies SoundEffect[])("%s stands a sound of nothing", (effect) => {
  expect(withEffect(new Int16Array(0), RATE, effect).every((sample) => Math.abs(sample) < 2_000)).toBe(true);
});
