import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";
import { brokenLimit, limitsOf } from "./limits.ts";

const today = "2026-11-28";
const broken = (prompt: string, text: string, around = "") =>
  brokenLimit(text, limitsOf(factsOf(prompt, [])), { today, around })?.sentence;

test.each([
  ["Nobody under sixteen drives here.", "My daughter is fifteen, can she learn?", true],
  ["Nobody under sixteen drives here.", "My daughter is seventeen, can she learn?", false],
  ["Nobody under sixteen drives here.", "I want a lesson at fifteen past two", false],
  ["On n'examine pas les enfants de moins de cinq ans.", "c'est pour mon fils, il a trois ans", true],
  ["On n'examine pas les enfants de moins de cinq ans.", "c'est pour mon fils, il a sept ans", false],
  ["Plates only go from forty pieces up.", "I want thirty plates on Friday", true],
  ["Plates only go from forty pieces up.", "I want sixty plates on Friday", false],
  ["Plates only go from forty pieces up.", "I want two tents on Friday", false],
  ["Samosas must be ordered at least three days ahead.", "I need samosas tomorrow", true],
  ["Samosas must be ordered at least three days ahead.", "I need samosas in five days", false],
  ["Samosas must be ordered at least three days ahead.", "Are you open tomorrow?", false],
  ["We have had at least twenty customers.", "I want five samosas", false],
])("%s: %s", (prompt, text, isBroken) => {
  expect(broken(prompt, text) !== undefined).toBe(isBroken);
});

test("what a day is for may have been said before", () => {
  expect(
    broken("Samosas must be ordered at least three days ahead.", "I want them tomorrow", "do you make samosas"),
  ).toBeDefined();
});

test("things that must be ordered are not the caller", () => {
  expect(factsOf("Cakes cost 20 cedis and they must be ordered two days ahead.", [])[0]?.text).toContain("they must be ordered");
  expect(factsOf("You cannot switch it off from here, they must text STOP.", [])[0]?.text).toContain("you must text STOP");
});
