import type { Expected } from "@ongea/conversation";
import fc from "fast-check";
import { expect, test } from "vitest";
import { spokenBy } from "../../testing/caller-voices.ts";
import { joined, quiet } from "../../testing/flite-speech.ts";
import { guideOf } from "./grammar.ts";
import { pronounce, pronunciationsOf } from "./pronounce.ts";
import { Grammars } from "./grammars.ts";
import type { Decoder } from "./search.ts";
import { Sphinx, sphinxInstalled } from "./sphinx.ts";

const kinds: Expected[] = [
  { kind: "yes-no" },
  { kind: "yes-no", corrections: [{ kind: "phone" }] },
  { kind: "name" },
  { kind: "name", spelled: true },
  { kind: "phone" },
  { kind: "digits", min: 4, max: 6 },
  { kind: "digits", min: 1, max: 7, counted: ["seats", "seat", "<b>"] },
  { kind: "code" },
  { kind: "code", shape: "LLdd", worded: true, not: ["ab12"] },
  { kind: "email" },
  { kind: "email", spelled: true },
  { kind: "name", spelled: true, worded: true },
  { kind: "date" },
  { kind: "time" },
  { kind: "phrase", phrases: ["lamu platter", "room 12", "the café's garden!"] },
];
const anyKinds = fc.uniqueArray(fc.constantFrom<Expected>(...kinds, { kind: "anything" }), { selector: ({ kind }) => kind });

test("when nothing is expected, anything may come", () => {
  expect(guideOf([])).toEqual({ anything: true, words: [], samples: [], name: false });
  expect(guideOf([{ kind: "anything" }])).toEqual({ anything: true, words: [], samples: [], name: false });
  expect(guideOf([{ kind: "anything" }, { kind: "yes-no" }])).toMatchObject({ anything: true });
  expect(guideOf([{ kind: "yes-no" }])).toMatchObject({ anything: false });
});

test("a phrase is heard as its plain words, whatever signs it is written with", () => {
  const { words, grammar } = guideOf([{ kind: "phrase", phrases: ["Room 12!", "<b>Café</b>; public <x> = no"] }]);
  expect(words).toEqual(expect.arrayContaining(["room", "one", "two", "cafe"]));
  expect(grammar).not.toMatch(/public <x>/);
});

test("every rule that a grammar names is in it", () => {
  fc.assert(
    fc.property(anyKinds, fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 5 }), (expected, names) => {
      const { grammar = "", words } = guideOf(expected, names);
      const defined = new Set([...grammar.matchAll(/<(\w+)> =/g)].map(([, name]) => name));
      for (const [, name] of grammar.replaceAll("<NULL>", "").matchAll(/<(\w+)>/g)) expect(defined).toContain(name);
      for (const word of words) expect(word).toMatch(/^[a-z']+$/);
    }),
  );
});

test("a number has as many digits as numbers of the country have, and a code the form that its tool declares", () => {
  const { grammar: phone = "" } = guideOf([{ kind: "phone", shapes: ["0ddddddddd", "ddddddddd"] }]);
  expect(phone).toMatch(/\/1\/ <lead> <shape0> <please> \| \/0.01\/ <lead> <shape1> <please> \| \/0.001\/ \(repeat/);
  expect(phone).toMatch(/<shape0> = \/1\/ \(zero \| oh\) <shape1>;/);
  const { grammar: code = "" } = guideOf([{ kind: "code", shape: "Mdd" }]);
  expect(code).toContain("(/1/ m | /0.1/ m (for | as in | like) (mike | ");
  expect(code).toContain("double <digit>");
});

test("what was read back may be corrected in the same breath as the no, by what it is called", () => {
  const corrections: Expected[] = [{ kind: "date" }, { kind: "name" }];
  const { grammar = "" } = guideOf([{ kind: "yes-no", corrections, labels: ["ticket number"] }, { kind: "anything" }]);
  expect(grammar).toMatch(
    /public <answer> = <yesno> \| \/0.3\/ \(\/1\/ <correct> \| \/0.5\/ no \[the \| my\] \(ticket number\) \[is\]\)/,
  );
  // What it is instead need not be said at once.
  expect(grammar).toContain("(name | day | date | time | number | phone number | ticket number) is (wrong | ");
  // A bare name is no correction.
  expect(grammar).toMatch(/ \| <namelead> <name>\)/);
});

test("of a number that was read back a digit may be corrected by its place", () => {
  const corrected = (corrections: Expected[]): string => guideOf([{ kind: "yes-no", corrections }]).grammar ?? "";
  expect(corrected([{ kind: "phone" }])).toMatch(/ \| \/0.1\/ <mended> \| /);
  expect(corrected([{ kind: "phone" }])).toContain("<mended> = /1/ [<correct>] [the] last (digit | number) is <digit>");
  expect(corrected([{ kind: "date" }])).not.toContain("<mended>");
});

test("a name that was taken back is not heard again: its last part first, then the first", () => {
  const namesIn = (not: string[]): string => guideOf([{ kind: "name", not }]).grammar!;
  expect(namesIn(["Naima Jatta"])).not.toMatch(/\bjatta\b/);
  expect(namesIn(["Naima Jatta"])).toMatch(/\bnaima\b/);
  expect(namesIn(["Naima Jatta", "Naima Joseph"])).not.toMatch(/\bnaima\b/);
  expect(namesIn(["Naima Jatta", "Naima Joseph"])).toMatch(/\bjoseph\b/);
});

test("unknown names are read as they are spelled", () => {
  expect(pronounce("Wanjiru")).toBe("W AA N JH IY R UW");
  expect(pronounce("ng'ombe")).toBe("NG G OW M B EH");
  expect(pronounce("!")).toBeUndefined();
  expect(pronunciationsOf("Kamau")).toEqual(["K AA M AW", "K AH M AH", "K AE M AO"]);
  expect(pronunciationsOf("!")).toEqual([]);
});

test("letters without words are listened for apart from those with words: together they are heard in every word", () => {
  const asked: Expected[] = [{ kind: "name", spelled: true, worded: true }];
  const { grammar = "", bare, wide } = guideOf(asked);
  expect([grammar.includes("<wordednames>"), grammar.includes("<spelt>"), wide]).toEqual([true, false, true]);
  expect(bare?.grammar).toContain("<spelt>");
  expect(bare?.grammar).not.toContain("<wordednames>");
  expect(guideOf([{ kind: "name", spelled: true }]).bare).toBeUndefined();
});

test.skipIf(!sphinxInstalled())(
  "a decoder follows its own grammar, whichever others were followed since (left out without PocketSphinx)",
  async () => {
    const english = new Sphinx();
    const grammars = new Grammars(english);
    const speech = joined([quiet(200), await spokenBy("tomorrow morning", "slt"), quiet(200)]);
    const of = (words: string[]): Decoder =>
      grammars.of(`#JSGF V1.0; grammar g; public <a> = ${words.join(" | ")};`, words.join(" ").split(" "))!;
    const numbers = of(["yesterday evening", "tomorrow morning", "tonight"]);
    // More than are kept: it is forgotten meanwhile.
    for (const word of ["yes", "no", "red", "blue", "hen", "goat", "tea", "milk", "salt"]) of([word, "maybe"]);
    numbers.start();
    numbers.hear(speech, true);
    numbers.finish();
    expect(numbers.best(true).text).toBe("tomorrow morning");
    english.free();
  },
);

test.skipIf(!sphinxInstalled())(
  "the recogniser accepts the grammar of every kind of answer (left out without PocketSphinx)",
  () => {
    const english = new Sphinx();
    const grammars = new Grammars(english);
    // Twice: more grammars than are kept.
    for (const expected of [...kinds.map((kind) => [kind]), kinds, ...kinds.map((kind) => [kind])]) {
      const { grammar = "", words } = guideOf(expected, ["Nyambura Wamaitha"]);
      expect({ expected, accepted: grammars.of(grammar, words) !== undefined }).toEqual({ expected, accepted: true });
    }
    expect(grammars.of("no grammar", [])).toBeUndefined();
    english.free();
  },
);

test("a name that is to be spelled may be said before its letters, and letters are believed although free speech lies nearer", () => {
  const { grammar = "", spelled } = guideOf([{ kind: "name", spelled: true }]);
  expect(spelled).toBe(true);
  expect(grammar).toContain("<letters> = <letter> <letter> <letter>+;");
  expect(guideOf([{ kind: "name" }]).grammar).not.toContain("<letters>");
});
