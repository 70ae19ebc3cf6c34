import { expect, test } from "vitest";
import { Grammars } from "./grammars.ts";
import { spelledGuide, withNames } from "./spelled-names.ts";
import { Sphinx, sphinxInstalled } from "./sphinx.ts";

test("the names that letters may be are listened for, each with its own letters; words without letters name nobody", () => {
  const { grammar = "", words = [] } = spelledGuide("halima h a l i n a u stewart y a u a q a") ?? {};
  expect(grammar).toContain("[halima] h a l i m a");
  expect(words).toEqual(expect.arrayContaining(["halima", "stewart", "h", "m"]));
  expect(spelledGuide("p i a l l o")?.grammar).toContain("[diallo] d i a (l l | double l) o");
  expect(spelledGuide("grace wanjiru")).toBeUndefined();
  expect(spelledGuide("")).toBeUndefined();
});

test("letters that were said with words are listened for with words, those of fewer names", () => {
  const heard = "wanjiru w for water a for apple n for nancy j for john akinwale k for king a for apple m for mother";
  const { grammar = "", words = [] } = spelledGuide(heard) ?? {};
  expect(grammar).toContain("[wanjiru] <withw> <witha> <withn> <withj> <withi> <withr> <withu>");
  expect(grammar).toMatch(/<withw> = w \(for \| as in \| like\) \(.*water.*\);/);
  expect(words).toEqual(expect.arrayContaining(["wanjiru", "kamau", "water", "w", "for"]));
  expect(withNames("wanjiru w for water a as in apple n for nancy j for john i for india r for river u for uganda")).toBe(
    "wanjiru w a n j i r u",
  );
});

test("a name that was taken back is listened for with another given name, or another family name", () => {
  const { grammar = "" } = spelledGuide("lema l e m a joseph j o s e p h", ["lema joseph"]) ?? {};
  const ruleOf = (name: string): string => new RegExp(`<${name}> = (.*);`).exec(grammar)?.[1] ?? "";
  expect(ruleOf("part")).toMatch(/\[lema\].*\[joseph\]|\[joseph\].*\[lema\]/);
  expect(ruleOf("given")).not.toContain("[lema]");
  expect(ruleOf("given")).toContain("[joseph]");
  expect(ruleOf("family")).not.toContain("[joseph]");
  expect(ruleOf("family")).toContain("[neema]");
});

test.each([
  ["kofi k o f i b o a t e n g", "kofi k o f i boateng b o a t e n g"],
  ["no my name is diallo d i a double l o", "no my name is diallo d i a l l o"],
  ["peter p e t e r m w a n g i m w a n g i", "peter p e t e r mwangi m w a n g i"],
  ["grace g r a c", "grace g r a c"],
  ["yes that's right", "yes that's right"],
])("%s is %s", (heard, named) => {
  expect(withNames(heard)).toBe(named);
});

test.skipIf(!sphinxInstalled())("every grammar of names compiles, whatever letters were heard", () => {
  const english = new Sphinx();
  const grammars = new Grammars(english, "widely");
  for (const heard of [
    "q x z",
    "mary m a r y",
    "a a a a a a a a a a",
    "zed z zed z e d",
    "jane j for john a for apple n for nancy e for egg",
  ]) {
    for (const not of [[], ["mary smith", "joan"]]) {
      const { grammar = "", words = [] } = spelledGuide(heard, not) ?? {};
      const compiles = grammar === "" || grammars.of(grammar, words) !== undefined;
      expect([heard, compiles]).toEqual([heard, true]);
    }
  }
  english.free();
});
