import { expect, test } from "vitest";
import { levelOf } from "./effects.ts";
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
