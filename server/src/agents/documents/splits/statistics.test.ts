import fc from "fast-check";
import { expect, test } from "vitest";
import { differenceOf, rateOf } from "./statistics.ts";

test("Wilson's interval is as the books have it", () => {
  expect(rateOf({ calls: 0, reached: 0 })).toBeUndefined();
  expect(rateOf({ calls: 10, reached: 0 })).toMatchObject({ value: 0, low: 0, high: expect.closeTo(0.2775, 3) });
  expect(rateOf({ calls: 100, reached: 50 })).toMatchObject({ low: expect.closeTo(0.4038, 3), high: expect.closeTo(0.5962, 3) });
});

test("Newcombe's interval of a difference is as in his paper (56 of 70 and 48 of 80)", () => {
  const difference = differenceOf({ calls: 70, reached: 56 }, { calls: 80, reached: 48 });
  expect(difference).toMatchObject({
    value: expect.closeTo(0.2, 6),
    low: expect.closeTo(0.0524, 3),
    high: expect.closeTo(0.3339, 3),
  });
  expect(differenceOf({ calls: 0, reached: 0 }, { calls: 80, reached: 48 })).toBeUndefined();
});

const counted = fc
  .integer({ min: 1, max: 5_000 })
  .chain((calls) => fc.integer({ min: 0, max: calls }).map((reached) => ({ calls, reached })));

test("a value lies in its interval, and the same rate twice is never a difference", () => {
  fc.assert(
    fc.property(counted, counted, (a, b) => {
      const [rate, difference] = [rateOf(a)!, differenceOf(a, b)!];
      expect(rate.low <= rate.value + 1e-9 && rate.value <= rate.high + 1e-9).toBe(true);
      expect(difference.low <= difference.value && difference.value <= difference.high).toBe(true);
      const none = differenceOf(a, a)!;
      expect(none.low <= 0 && none.high >= 0).toBe(true);
    }),
  );
});
