import { expect, test } from "vitest";
import { asSentence } from "./as-sentence.ts";

test("words without any capital are read as a sentence", () => {
  expect(asSentence("i'm free on saturday and i may come in june")).toBe("I'm free on Saturday and I may come in June");
  expect(asSentence("élan vital")).toBe("Élan vital");
});

test("what has a capital, or a script without capitals, stays as it was said", () => {
  for (const text of ["my name is Mary", "ሰላም እንዴት ነህ", "مرحبا", "", "12 o'clock"]) expect(asSentence(text)).toBe(text);
});
