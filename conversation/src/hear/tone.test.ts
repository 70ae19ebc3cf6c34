import { expect, test } from "vitest";
import { babble } from "../testing/sounds.ts";
import { ToneDetector } from "./tone.ts";

const SECOND_MS = 1_000;

function isTone(samples: Int16Array, sampleRateHz: number): boolean {
  const detector = new ToneDetector(sampleRateHz);
  const frame = sampleRateHz / 50;
  let heard = false;
  for (let at = 0; at + frame <= samples.length; at += frame) heard = detector.hear(samples.subarray(at, at + frame)) || heard;
  return heard;
}

/** Frequencies together, with noise of this level; the same noise each time. */
function sound(frequencies: readonly number[], sampleRateHz: number, { ms = SECOND_MS, noise = 0 } = {}): Int16Array {
  let seed = 1;
  const random = (): number => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 2 - 1;
  return Int16Array.from({ length: (ms * sampleRateHz) / 1_000 }, (_, at) => {
    const tones = frequencies.reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * at) / sampleRateHz), 0);
    return 6_000 * tones + noise * random();
  });
}

test.each([8_000, 16_000])("the tones of answering machines are heard at %i Hz, with some noise on the line", (rate) => {
  for (const hz of [440, 620, 850, 1_000, 1_400, 2_000])
    expect([hz, isTone(sound([hz], rate, { noise: 200 }), rate)]).toEqual([hz, true]);
});

test("keys, speech, noise, silence, hum and a tone that is too short are no tone", () => {
  const rate = 8_000;
  expect(isTone(sound([770, 1_336], rate), rate)).toBe(false);
  expect(isTone(babble(3 * SECOND_MS, rate), rate)).toBe(false);
  expect(isTone(sound([], rate, { noise: 8_000 }), rate)).toBe(false);
  expect(isTone(new Int16Array(rate), rate)).toBe(false);
  expect(isTone(sound([50], rate), rate)).toBe(false);
  expect(isTone(sound([1_000], rate, { ms: 250 }), rate)).toBe(false);
});
