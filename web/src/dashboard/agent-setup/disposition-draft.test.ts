import { expect, test } from "vitest";
import { linesOf, optionsIn } from "./disposition-draft.ts";

const option = (value: string, condition = "", sub_options: { value: string; condition: string }[] = []) => ({
  value,
  condition,
  sub_options,
});

test("values are read one a line, each once, with what stands after the colon as their meaning", () => {
  expect(optionsIn("Interested: wants an offer: soon\n\n  Not now \nInterested: again\n: nothing", [])).toEqual([
    option("Interested", "wants an offer: soon"),
    option("Not now"),
  ]);
  expect(optionsIn(Array.from({ length: 50 }, (_, at) => `v${at}`).join("\n"), [])).toHaveLength(30);
});

test("values that stand as they stood keep their meaning and those below them", () => {
  const before = [option("A: b", "two\nlines", [{ value: "deeper", condition: "x" }]), option("C", "c", [option("below")])];
  const about = { is_objective: true, objective_options: before } as Parameters<typeof linesOf>[0];
  expect(optionsIn(linesOf(about), before)).toEqual(before);
  expect(optionsIn("C: another", before)).toEqual([option("C", "another", [option("below")])]);
});
