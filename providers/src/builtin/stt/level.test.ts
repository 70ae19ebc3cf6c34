import { expect, test } from "vitest";
import { Level } from "./level.ts";
import { type Api, CEPSTRA } from "./pocketsphinx.ts";

/** A decoder that adds up what it is told to hear, and notes the means that it was given. */
function decoder(): { api: Api; means: number[]; hear(value: number, frames: number): void } {
  const means: number[] = [];
  const state = { sum: Array.from({ length: CEPSTRA }, () => 0), frames: 0 };
  const api = {
    features: () => undefined,
    normalisation: () => undefined,
    // As the library does: a mean that is set counts as 500 frames.
    setMean(_of: unknown, mean: Float32Array) {
      means.push(mean[0]!);
      Object.assign(state, { sum: Array.from(mean, (one) => one * 500), frames: 500 });
    },
    sums: () => ({ sum: [...state.sum], frames: state.frames }),
  } as unknown as Api;
  return {
    api,
    means,
    hear(value, frames) {
      state.sum = state.sum.map((one) => one + value * frames);
      state.frames += frames;
    },
  };
}

test("a caller is heard at what is usual first, then at their own level, and so from the first word of their next utterance", () => {
  const { api, means, hear } = decoder();
  const level = new Level(api, undefined);
  level.begin(undefined, false);
  for (let part = 0; part < 3; part++) {
    level.set();
    hear(20, 100);
    level.learn();
  }
  const [first, second, third] = means;
  expect(first).toBeCloseTo(61.1, 1);
  // What was heard is nearer to a line that carries all of the band than to a telephone's.
  expect(second).toBeCloseTo((64.3 + 20) / 2, 1);
  expect(third).toBeLessThan(second!);
  expect(level.now).toMatchObject({ frames: 300 });
  expect(level.now?.mean[0]).toBeCloseTo(20, 1);
  const again = level.now;
  level.begin(again, false);
  level.set();
  expect(means.at(-1)).toBeCloseTo(20, 1);
  // Somebody else is not heard at that level.
  level.begin(undefined, false);
  expect(level.now).toBeUndefined();
  level.begin(undefined, true);
  level.set();
  expect(means.at(-1)).toBeCloseTo(63.6, 1);
  // Nor is a caller on a wide line heard at the level that they had on a telephone.
  level.begin(again, true);
  level.set();
  expect(means.at(-1)).toBeCloseTo(63.6, 1);
});
