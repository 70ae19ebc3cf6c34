import { expect, test } from "vitest";
import { actsIn } from "./acts.ts";

test.each([
  ["Na yeye akija nitamlipa kiasi gani?", "abuse"],
  ["Nataka kuja baadaye kidogo", "goodbye"],
  ["Barabara ya Ngong", "yes"],
] as const)("%j is an ordinary sentence: no %s", (text, act) => {
  expect([...actsIn(text)]).not.toContain(act);
});

test.each([
  ["you yeye people", "abuse"],
  ["tutaonana baadaye", "goodbye"],
  ["baadaye", "goodbye"],
  ["barabara kabisa", "yes"],
] as const)("%j is %s", (text, act) => {
  expect([...actsIn(text)]).toContain(act);
});
