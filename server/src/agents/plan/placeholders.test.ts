import fc from "fast-check";
import { expect, test } from "vitest";
import { filled } from "./placeholders.ts";

test.each([
  ["How are you doing {name}?", "How are you doing?"],
  ["How are you doing, {name}?", "How are you doing?"],
  ["Hello {name}, welcome.", "Hello, welcome."],
  ["Hello {{ first name }} {last_name}, welcome.", "Hello, welcome."],
  ["{name}, good morning", "good morning"],
  ["Good morning. {name}, how are you", "Good morning. how are you"],
  ["Bonjour {nom} !", "Bonjour !"],
  ["You are called ({name}) here", "You are called here"],
  ["{name}", ""],
  ["ሰላም {ስም}።", "ሰላም።"],
  ['Answer with {"name": 1} or {}', 'Answer with {"name": 1} or {}'],
])("%j without a value is said as %j", (text, said) => expect(filled(text, { timezone: "UTC" })).toBe(said));

test("a name with a value is filled in word for word, and a value is never read as a text with names", () => {
  expect(filled("{a}", { a: "{b}", b: "secret" })).toBe("{b}");
  expect(filled("Hello {First Name}, {{a}}", { "First Name": "Asha", a: " $& " })).toBe("Hello Asha,  $& ");
  expect(filled("Hello {name}!", { name: " " })).toBe("Hello!");
});

test("names of things that every object has are names without a value", () => {
  for (const name of ["constructor", "toString", "__proto__"]) expect(filled(`Hello {${name}}!`, {})).toBe("Hello!");
});

const word = fc.oneof(
  fc.constantFrom("Hello", ", ", ".", "?", " ", "\n", "(", ")", "ስም", "{{", "}}", "\ue000"),
  fc.stringMatching(/^\{[A-Za-z_][A-Za-z0-9_]{0,9}\}$/),
);

test("whatever text has names, none of those without a value is left in it, and nothing stands where they were", () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const said = filled(words.join(""), {});
      expect(said).not.toMatch(/\{[A-Za-z_][A-Za-z0-9_]*\}/);
      expect(said).not.toContain("\ue000");
    }),
    { numRuns: 2_000 },
  );
});

test("a text without names stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!text.includes("{") && !text.includes("\ue000"));
      expect(filled(text, { a: "b" })).toBe(text);
    }),
  );
});

test("a text of braces alone takes no longer than its length asks", () => {
  const text = "{ ".repeat(100_000);
  expect(filled(text, {})).toBe(text);
});
