import { expect, test } from "vitest";
import { convert } from "./money.ts";

test("amounts go through the dollar, and nowhere without a rate", () => {
  const rates = { USD: 1, KES: 129.2, NGN: 1_450 };
  expect(convert(1_000, "USD", "KES", rates)).toBeCloseTo(129_200);
  expect(convert(129_200, "KES", "USD", rates)).toBeCloseTo(1_000);
  expect(convert(129_200, "KES", "NGN", rates)).toBeCloseTo(1_450_000);
  expect(convert(1_000, "USD", "ZAR", rates)).toBeUndefined();
  expect(convert(1_000, "ZAR", "USD", rates)).toBeUndefined();
  expect(convert(1_000, "USD", "KES", {})).toBeUndefined();
});
