import fc from "fast-check";
import { expect, test } from "vitest";
import { ShapedRules } from "./shaped-rules.ts";

const NAMES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const ELSEWHERE: Readonly<Record<string, string>> = {
  lead: "",
  please: "",
  digit: [...NAMES, "oh"].join("|"),
  letter: [..."abcdefghijklmnopqrstuvwxyz"].join("|"),
  wordedletter: "b for boy",
  spelled: "bravo",
};

/** Whether the rules hear these words. */
function heardBy(shape: string, options: { not?: readonly string[]; worded?: boolean } = {}): (words: string) => boolean {
  const shaped = new ShapedRules();
  const answer = shaped.either("", [shape], options);
  const bodies = new Map(shaped.bodies.map((body) => /^<(\w+)> = (.*);$/.exec(body)!.slice(1) as [string, string]));
  const patternOf = (jsgf: string): string =>
    jsgf
      .replace(/\/[\d.]+\//g, "")
      .replace(/\[([^\]]*)\]/g, "(?:$1)?")
      .replace(/\((?!\?)/g, "(?:")
      .replace(/<(\w+)>/g, (_, name: string) => `(?:${bodies.has(name) ? patternOf(bodies.get(name)!) : ELSEWHERE[name]})`)
      .replace(/ +/g, "");
  const pattern = new RegExp(`^(?:${patternOf(answer)})$`);
  return (words) => pattern.test(words.replace(/ /g, ""));
}

const said = (digits: string): string => [...digits].map((digit) => NAMES[Number(digit)]).join(" ");

test("any value of the shape is heard, doubled digits too, and none of another length", () => {
  const hears = heardBy("Mdd");
  expect(hears("m one two")).toBe(true);
  expect(hears("m double two")).toBe(true);
  expect(hears("m for mother one two")).toBe(true);
  expect(hears("n one two")).toBe(false);
  expect(hears("m one two three")).toBe(false);
});

test("what was taken back is not heard again, however it is said, and everything else is", () => {
  const values = fc.stringMatching(/^[0-3]{4}$/);
  fc.assert(
    fc.property(fc.array(values, { maxLength: 4 }), values, (not, value) => {
      const hears = heardBy("dddd", { not });
      expect(hears(said(value))).toBe(!not.includes(value));
      const doubled = said(value).replace(/\b(\w+) \1\b/, "double $1");
      expect(hears(doubled)).toBe(!not.includes(value));
    }),
  );
});

test("of letters too, and a form whose end is fixed stays whole", () => {
  const hears = heardBy("LLd", { not: ["BH1"], worded: true });
  expect(hears("b h one")).toBe(false);
  expect(hears("b h two")).toBe(true);
  expect(hears("b for boy c one")).toBe(true);
  expect(heardBy("ddK", { not: ["12K"] })("one two k")).toBe(true);
});
