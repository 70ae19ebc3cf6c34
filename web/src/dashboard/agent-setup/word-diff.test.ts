import fc from "fast-check";
import { expect, test } from "vitest";
import { shortened, wordDiff, type DiffPart } from "./word-diff.ts";

const shown = (parts: readonly DiffPart[]): string =>
  parts.map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind]).join("");

test("only the changed words are marked", () => {
  expect(shown(wordDiff("We open at 8 on Monday.", "We open at 9 on Monday."))).toBe("We open at [-8-]{+9+} on Monday.");
  expect(shown(wordDiff("Be kind.", "Be very kind."))).toBe("Be {+very +}kind.");
  expect(shown(wordDiff("Tunafungua saa mbili.", ""))).toBe("[-Tunafungua saa mbili.-]");
  expect(shown(wordDiff("", "Karibu"))).toBe("{+Karibu+}");
});

test("a text that did not change has no marks", () => {
  expect(wordDiff("same words", "same words")).toEqual([{ kind: "same", text: "same words" }]);
  expect(wordDiff("", "")).toEqual([]);
});

test("what went and what stayed is the text before; what came and what stayed is the text now", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n", "ሰላም", "مرحبا", "."), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      const without = (kind: DiffPart["kind"]): string => parts.map((part) => (part.kind === kind ? "" : part.text)).join("");
      expect([without("new"), without("gone")]).toEqual([before, after]);
    }),
  );
});

test("texts too large to compare are shown one after the other", () => {
  const [before, after] = ["a b ".repeat(2_000), "c d ".repeat(2_000)];
  expect(wordDiff(`${before}.`, `${after}.`).map(({ kind }) => kind)).toEqual(["gone", "new", "same"]);
});

test("a long stretch that stayed is shown by its ends", () => {
  const long = "word ".repeat(100);
  const [first, , , last] = shortened(wordDiff(`${long}8 ${long}`, `${long}9 ${long}`));
  expect(first?.text).toMatch(/^….{80}$/s);
  expect(last?.text).toMatch(/^.{80}…$/s);
});
