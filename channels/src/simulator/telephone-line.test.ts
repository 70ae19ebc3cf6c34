import { expect, test } from "vitest";
import { throughTelephoneLine } from "./telephone-line.ts";

const RATE_HZ = 16_000;
const CLEAR = { lossPercent: 0, seed: 7 };

function tone(hz: number, ms = 1_000): Int16Array {
  return Int16Array.from({ length: ms * 16 }, (_, at) => Math.round(8_000 * Math.sin((2 * Math.PI * hz * at) / RATE_HZ)));
}

function rms(sound: Int16Array): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, sound.length));
}

/** How much of a pitch is in the sound. */
function power(sound: Int16Array, hz: number): number {
  let [re, im] = [0, 0];
  for (const [at, sample] of sound.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * at) / RATE_HZ);
    im += sample * Math.sin((2 * Math.PI * hz * at) / RATE_HZ);
  }
  return Math.hypot(re, im) / sound.length;
}

function mixed(...all: Int16Array[]): Int16Array {
  return all[0]!.map((_, at) => all.reduce((sum, one) => sum + (one[at] ?? 0), 0) / all.length);
}

test("what is below and above the telephone band does not arrive", () => {
  const heard = throughTelephoneLine(mixed(tone(1_000), tone(60), tone(5_000)), RATE_HZ, CLEAR);
  expect(power(heard, 1_000)).toBeGreaterThan(500);
  expect(power(heard, 60)).toBeLessThan(power(heard, 1_000) / 30);
  expect(power(heard, 5_000)).toBeLessThan(power(heard, 1_000) / 30);
});

test("a line that loses packets delivers as much time, and less of the sound", () => {
  const said = tone(1_000, 4_000);
  const clear = throughTelephoneLine(said, RATE_HZ, CLEAR);
  const lossy = throughTelephoneLine(said, RATE_HZ, { ...CLEAR, lossPercent: 20 });
  expect(Math.abs(lossy.length - clear.length)).toBeLessThan(RATE_HZ / 10);
  expect(rms(lossy)).toBeLessThan(rms(clear) * 0.97);
});

test("noise is as loud as it is said to be, and the same each time", () => {
  const said = new Int16Array(RATE_HZ);
  said.set(tone(1_000, 500));
  const line = { ...CLEAR, signalToNoiseDb: 10 };
  const heard = throughTelephoneLine(said, RATE_HZ, line);
  const [speech, pause] = [heard.subarray(2_000, 7_000), heard.subarray(10_000, 15_000)];
  const db = 20 * Math.log10(Math.sqrt(rms(speech) ** 2 - rms(pause) ** 2) / rms(pause));
  expect(db).toBeGreaterThan(8);
  expect(db).toBeLessThan(12);
  expect(throughTelephoneLine(said, RATE_HZ, line)).toEqual(heard);
  expect(throughTelephoneLine(said, RATE_HZ, { ...line, seed: 8 })).not.toEqual(heard);
});

test("silence and a sound of no length are no fault", () => {
  expect(rms(throughTelephoneLine(new Int16Array(16_000), RATE_HZ, CLEAR))).toBeLessThan(10);
  expect(throughTelephoneLine(new Int16Array(0), RATE_HZ, CLEAR)).toHaveLength(0);
});
