import type { Expected } from "@ongea/conversation";
import fc from "fast-check";
import { expect, test } from "vitest";
import { guideOf } from "./grammar.ts";
import { pronounce } from "./pronounce.ts";
import { Sphinx, sphinxInstalled } from "./sphinx.ts";

const kinds: Expected[] = [
  { kind: "yes-no" },
  { kind: "name" },
  { kind: "phone" },
  { kind: "digits", min: 4, max: 6 },
  { kind: "code" },
  { kind: "date" },
  { kind: "time" },
  { kind: "phrase", phrases: ["lamu platter", "room 12", "the café's garden!"] },
];
const anyKinds = fc.uniqueArray(fc.constantFrom<Expected>(...kinds, { kind: "anything" }), { selector: ({ kind }) => kind });

test("when nothing is expected, anything may come", () => {
  expect(guideOf([])).toEqual({ anything: true, words: [] });
  expect(guideOf([{ kind: "anything" }])).toEqual({ anything: true, words: [] });
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

test("unknown names are read as they are spelled", () => {
  expect(pronounce("Wanjiru")).toBe("W AA N JH IY R UW");
  expect(pronounce("ng'ombe")).toBe("NG G OW M B EH");
  expect(pronounce("!")).toBeUndefined();
});

test.skipIf(!sphinxInstalled())(
  "the recogniser accepts the grammar of every kind of answer (left out without PocketSphinx)",
  () => {
    const sphinx = new Sphinx();
    const taught: string[] = [];
    for (const expected of [...kinds.map((kind) => [kind]), kinds]) {
      const { grammar = "", words } = guideOf(expected, ["Nyambura Wamaitha"]);
      for (const word of words.filter((one) => !sphinx.knows(one))) {
        sphinx.learn(word, pronounce(word) ?? "");
        taught.push(word);
      }
      expect({ expected, accepted: sphinx.guide(grammar) }).toEqual({ expected, accepted: true });
    }
    console.info(`taught: ${taught.join(" ")}`);
    sphinx.free();
  },
);
