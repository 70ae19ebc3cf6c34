import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const seal = createSeal("a secret of this installation", "answers");

test("what is sealed opens again, for what it belongs to alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (words, about) => {
      const sealed = seal.close(words, about);
      expect(seal.open(sealed, about)).toBe(words);
      expect(() => seal.open(sealed, `${about}.`)).toThrow();
    }),
  );
});

test("a changed letter, another purpose and another secret open nothing", () => {
  const sealed = seal.close("+254700000000", "call");
  for (let at = 2; at < sealed.length; at += 7) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(() => seal.open(changed, "call")).toThrow();
  }
  expect(() => createSeal("a secret of this installation", "keys").open(sealed, "call")).toThrow();
  expect(() => createSeal("another secret", "answers").open(sealed, "call")).toThrow();
});
