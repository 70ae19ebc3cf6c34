import { expect, test } from "vitest";
import { matchingSentence } from "./matching-sentence.ts";

const TRANSCRIPT = [
  "assistant: Hello, this is Imani Clinic. How can I help you?",
  "user: Hi. Do you take insurance from Jubilee? My ng'ombe is ill.",
  "assistant: We take insurance from Jubilee and APA.",
].join("\n");

const shown = (query: string, transcript: string | null = TRANSCRIPT): string | undefined =>
  matchingSentence(transcript, query)
    ?.parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join("");

test("the caller's sentence comes before the agent's, and only the sentence", () => {
  expect(shown("insurance")).toBe("Do you take [insurance] from Jubilee?");
  expect(matchingSentence(TRANSCRIPT, "insurance")?.by).toBe("caller");
});

test("the sentence that holds most of the words wins", () => {
  expect(shown("insurance apa")).toBe("We take [insurance] from Jubilee and [APA].");
  expect(matchingSentence(TRANSCRIPT, "insurance apa")?.by).toBe("agent");
});

test("the last word may not be typed to its end; those before it must be", () => {
  expect(shown("take insur")).toBe("Do you [take] [insurance] from Jubilee?");
  expect(shown("insur jubilee")).toBe("Do you take insurance from [Jubilee]?");
});

test("accents, capitals and apostrophes do not matter", () => {
  expect(shown("NGOMBE")).toBe("My [ng'ombe] is ill.");
  expect(shown("medecin", "user: Le MÉDECIN est là ?")).toBe("Le [MÉDECIN] est là ?");
  expect(shown("ولد", "user: وَلَد هنا؟ نعم")).toBe("[وَلَد] هنا؟");
});

test("a call that was found by its number, or has no words, shows none", () => {
  expect(shown("0712")).toBeUndefined();
  expect(shown("", TRANSCRIPT)).toBeUndefined();
  expect(shown("insurance", null)).toBeUndefined();
});

test("a note is shown where the words stand there alone, or more of them do", () => {
  const note = "Nephew called back.\nHis INSURANCE card is at the ward";
  const found = (query: string) => matchingSentence(TRANSCRIPT, query, note);
  expect(found("nephew")?.by).toBe("note");
  expect(
    found("insurance card")
      ?.parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text))
      .join(""),
  ).toBe("His [INSURANCE] [card] is at the ward");
  expect(found("insurance")?.by).toBe("caller");
  expect(matchingSentence(null, "nephew", note)?.by).toBe("note");
});

test("a long sentence is shown around its first hit", () => {
  const text = shown("needle", `user: ${"hay ".repeat(80)}needle ${"hay ".repeat(80)}`) ?? "";
  expect(text).toMatch(/^…hay .*\[needle\] hay .*…$/);
  expect(text.length).toBeLessThan(150);
});

test("a word without any space, longer than is shown, still shows", () => {
  expect(shown("a", `user: ${"a".repeat(400)}`)).toBeDefined();
});
