import fc from "fast-check";
import { expect, test } from "vitest";
import { rangeOf } from "./routes.ts";

test("a player that jumps gets the part that it asks for", () => {
  expect(rangeOf("bytes=0-99", 1_000)).toEqual({ first: 0, last: 99 });
  expect(rangeOf("bytes=900-", 1_000)).toEqual({ first: 900, last: 999 });
  expect(rangeOf("bytes=-100", 1_000)).toEqual({ first: 900, last: 999 });
  expect(rangeOf("bytes=500-5000", 1_000)).toEqual({ first: 500, last: 999 });
  expect(rangeOf("bytes=1000-", 1_000)).toBe("outside");
  expect(rangeOf("bytes=9-3", 1_000)).toBe("outside");
  expect(rangeOf(undefined, 1_000)).toBeUndefined();
  expect(rangeOf("lines=1-2", 1_000)).toBeUndefined();
});

test("no header reaches outside the file", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^bytes=\d{0,12}-\d{0,12}$/), fc.integer({ min: 1, max: 10_000 }), (header, size) => {
      const range = rangeOf(header, size);
      if (range === undefined || range === "outside") return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.last).toBeLessThan(size);
      expect(range.first).toBeLessThanOrEqual(range.last);
    }),
  );
});
