import { expect, test } from "vitest";
import { createPlaces } from "./places.ts";

test("so many at a time, in order; one that fails gives its place on", async () => {
  const places = createPlaces(2);
  const [begun, ends]: [number[], (() => void)[]] = [[], []];
  const all = [0, 1, 2, 3].map((n) =>
    places.run(async () => {
      begun.push(n);
      await new Promise<void>((resolve) => (ends[n] = resolve));
      if (n === 0) throw new Error("It fails");
      return n;
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect(all[0]).rejects.toThrow("It fails");
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.();
  expect(await all[2]).toBe(2);
  ends[1]?.();
  ends[3]?.();
  expect(await Promise.all([all[1], all[3]])).toEqual([1, 3]);
  expect(await places.run(async () => "free")).toBe("free");
});
