import type { VoiceEffect } from "@ongea/contract";
import { expect, test } from "vitest";
import { levelOf, withEffect } from "./effects.ts";
import { pitched, stretched } from "./stretch.ts";
import { swayed } from "./sway.ts";

const RATE = 16_000;

function tone(hz: number, ms: number, level = 8_000): Int16Array {
  return Int16Array.from({ length: (RATE * ms) / 1_000 }, (_, i) => level * Math.sin((2 * Math.PI * hz * i) / RATE));
}

/** Crossings of zero upwards, a second: a tone's pitch. */
function hertzOf(sound: Int16Array): number {
  let crossings = 0;
  for (let i = 1; i < sound.length; i++) if (sound[i - 1]! < 0 && sound[i]! >= 0) crossings++;
  return (crossings * RATE) / sound.length;
}

/** Of pieces of 50 ms. */
function hertzesOf(sound: Int16Array): number[] {
  const size = RATE / 20;
  return Array.from({ length: Math.floor(sound.length / size) }, (_, at) => hertzOf(sound.subarray(at * size, (at + 1) * size)));
}

function levelAt(sound: Int16Array, hz: number): number {
  let [re, im] = [0, 0];
  sound.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hz * i) / RATE);
    im += sample * Math.sin((2 * Math.PI * hz * i) / RATE);
  });
  return (2 * Math.hypot(re, im)) / sound.length;
}

test.each([0.5, 0.8, 1.3, 2])("sound in %f of its time keeps its pitch and its level", (times) => {
  const sound = tone(220, 1_000);
  const made = stretched(sound, RATE, times);
  expect(made.length).toBe(Math.round(sound.length * times));
  expect(hertzOf(made) / 220).toBeCloseTo(1, 1);
  expect(levelOf(made) / levelOf(sound)).toBeCloseTo(1, 1);
});

test.each([-10, -3, 4, 10])("a voice %i semitones higher takes the same time", (semitones) => {
  const sound = tone(220, 1_000);
  const made = pitched(sound, RATE, semitones);
  expect(made.length).toBe(sound.length);
  expect(12 * Math.log2(hertzOf(made) / 220)).toBeCloseTo(semitones, 0);
});

test("the less stable a voice is, the more its pitch sways; at 100 % it does not", () => {
  const sound = tone(440, 3_000);
  const spread = (stability: number): number => {
    const all = hertzesOf(swayed(sound, RATE, stability, 1));
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    return Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length);
  };
  expect(swayed(sound, RATE, 100, 1)).toBe(sound);
  expect(spread(50)).toBeGreaterThan(spread(100) + 2);
  expect(spread(0)).toBeGreaterThan(spread(50) + 2);
  expect(swayed(sound, RATE, 30, 7)).toEqual(swayed(sound, RATE, 30, 7));
});

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

test.each(["telephone", "room", "noise", "compression"] satisfies VoiceEffect[])("%s stands a sound of nothing", (effect) => {
  expect(withEffect(new Int16Array(0), RATE, effect).every((sample) => Math.abs(sample) < 2_000)).toBe(true);
});
