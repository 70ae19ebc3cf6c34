import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";
import { cutTo, segmentsOf } from "./segments.ts";

test("letters of the GSM alphabet, those behind an escape, and every other script", () => {
  const all: [string, number][] = [
    ["", 1],
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    // An escape is not torn from its letter: 152 and not 153 fit.
    ["€".repeat(153), 3],
    ["Δ@£é\n".repeat(32), 1],
    ["ሰ".repeat(70), 1],
    ["ሰ".repeat(71), 2],
    ["ሰ".repeat(134), 2],
    ["ሰ".repeat(135), 3],
    ["م".repeat(70), 1],
    // Yoruba writes some letters of two or three units.
    ["ẹ̀".repeat(35), 1],
    ["ẹ̀".repeat(36), 2],
    ["😀".repeat(35), 1],
    // A pair is not torn: 33 and not 33.5 fit in one of several.
    ["😀".repeat(67), 3],
    ["`", 1],
    [`${"a".repeat(70)}\``, 2],
  ];
  expect(all.map(([text]) => segmentsOf(text))).toEqual(all.map(([, count]) => count));
});

test("an answer is cut to whole sentences, in Amharic, Arabic and Yoruba too; without sentences to whole words", () => {
  const english = "We are open from eight to five. ".repeat(20);
  const cut = cutTo(english, 1);
  expect([cut.endsWith("five."), segmentsOf(cut), cut.length > 120]).toEqual([true, 1, true]);
  expect(cutTo("ቀጠሮዎ ነገ ጠዋት በሦስት ሰዓት ነው። ".repeat(10), 1)).toMatch(/^(?:ቀጠሮዎ ነገ ጠዋት በሦስት ሰዓት ነው።\s?)+$/u);
  expect(cutTo("موعدك غدًا في العاشرة صباحًا. هل يناسبك ذلك؟ ".repeat(10), 1)).toMatch(/[.؟]$/u);
  expect(cutTo("Ẹ káàárọ̀. Ọjọ́ Ajé ni ìpàdé yín yóò wáyé. ".repeat(10), 1)).toMatch(/\.$/u);
  expect(cutTo("word ".repeat(100), 1)).toMatch(/word$/);
  expect(cutTo("x".repeat(500), 1)).toBe("x".repeat(160));
});

test("what fits stays as it is, and what is cut always fits and is a beginning", () => {
  const letters = fc.constantFrom(..."abc .!?€ሰመ።مرẹ̀😀\n", "Yes. ", "ok? ");
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 400 }), fc.integer({ min: 1, max: 4 }), (all, most) => {
      const text = all.join("");
      const cut = cutTo(text, most);
      expect(segmentsOf(cut)).toBeLessThanOrEqual(most);
      const isWhole = segmentsOf(text) <= most;
      expect(isWhole ? cut === text : text.trimStart().startsWith(cut)).toBe(true);
      expect(cut.trim() === "").toBe(text.trim() === "");
    }),
  );
});

test("the marks of markdown are not sent", () => {
  expect(plainText("## Hours\n* **Monday** to `Friday`\n- 8–5\n[Map](https://example.com/a_b_c)")).toBe(
    "Hours\n- Monday to Friday\n- 8–5\nMap: https://example.com/a_b_c",
  );
  expect(plainText("2 * 3 * 4, snake_case_name, 5__6")).toBe("2 * 3 * 4, snake_case_name, 5__6");
});
