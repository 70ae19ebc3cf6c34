import { expect, test } from "vitest";
import { consentSentence } from "./consent-sentence.ts";
import { saidShare } from "./said-share.ts";

test("the share of a sentence's words that were said in its order, whatever the marks and the case", () => {
  const sentence = consentSentence("yo", "Adé", "Ilé Ìwòsàn");
  expect(saidShare(sentence, sentence.normalize("NFC").toUpperCase())).toBe(1);
  expect(saidShare(sentence, "")).toBe(0);
  expect(saidShare("one two three four", "four three two one")).toBe(0.25);
  expect(saidShare("one two three four", "well one uh two four")).toBe(0.75);
  expect(saidShare("", "anything")).toBe(0);
});
