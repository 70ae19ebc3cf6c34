import { decodeTimeline, encodeTimeline } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { resample } from "./resample.ts";

const row = fc.array(fc.constantFrom(..."..123ABCxt"), { minLength: 48, maxLength: 48 }).map((letters) => letters.join(""));

test("a strip is woven anew at the width that is there, and no turn changes by more than one end a pick", () => {
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 300 }), (letters, count) => {
      const picks = resample(decodeTimeline(letters), count);
      expect(picks).toHaveLength(count);
      picks.forEach((pick, index) => {
        const before = picks[index - 1];
        const isSame = before && before.kind === pick.kind;
        expect(isSame ? Math.abs(before.reach - pick.reach) : 0).toBeLessThanOrEqual(1);
      });
    }),
  );
});

test("an interruption never vanishes, however short the strip", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 300 }), (at, count) => {
      const letters = `${"A".repeat(at)}x${"1".repeat(47 - at)}`;
      expect(encodeTimeline(resample(decodeTimeline(letters), count))).toContain("x");
    }),
  );
});
