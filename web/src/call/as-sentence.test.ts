import { expect, test } from "vitest";
import { asSentence, sentencesIn } from "./as-sentence.ts";

test("words without any capital are read as a sentence", () => {
  expect(asSentence("i'm free on saturday and i may come in june")).toBe("I'm free on Saturday and I may come in June");
  expect(asSentence("élan vital")).toBe("Élan vital");
});

test("what has a capital, or a script without capitals, stays as it was said", () => {
  for (const text of ["my name is Mary", "ሰላም እንዴት ነህ", "مرحبا", "", "12 o'clock"]) expect(asSentence(text)).toBe(text);
});

test("a name stands as the assistant has read it back in the same call, and nothing else is guessed", () => {
  const inCall = sentencesIn([
    { by: "caller", text: "mary smith" },
    { by: "assistant", text: "That is Tuesday the 5th of May, for Mary Smith at Acacia House. Is that correct?" },
  ]);
  expect(inCall("mary smith")).toBe("Mary Smith");
  expect(inCall("it's mary smith, near acacia house")).toBe("It's Mary Smith, near Acacia House");
  for (const text of ["may I come", "a blacksmith", "mary"]) expect(inCall(text)).toBe(asSentence(text));
  expect(inCall("Mary smith")).toBe("Mary smith");
});
