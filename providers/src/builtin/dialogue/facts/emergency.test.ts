import { expect, test } from "vitest";
import { adviceFor, dangersIn, isEmergency } from "./emergency.ts";

const PROMPT =
  "We open at eight. If a person was bitten: wash the wound with soap and go straight to a hospital. " +
  "Smoke, fire or a burning smell: get everybody out and call 112. Payment: mobile money or cash.";

test.each([
  ["A dog on the road has just bitten my daughter", "Wash the wound with soap and go straight to a hospital."],
  ["There is smoke coming out of the box", "Get everybody out and call 112."],
  ["the fire is getting bigger", "Get everybody out and call 112."],
  ["how do I pay", undefined],
])("the prompt's advice for this danger is found: %s", (said, advice) => {
  expect(adviceFor(said, dangersIn(PROMPT))).toBe(advice);
});

test.each([
  ["a dog has just bitten my daughter", true],
  ["my battery is smoking", true],
  ["can I smoke in the room", false],
])("%s: an emergency is %s", (said, is) => {
  expect(isEmergency(said)).toBe(is);
});
