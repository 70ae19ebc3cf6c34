import { expect, test } from "vitest";
import { consentSentence } from "./consent-sentence.ts";
import { spokenShare } from "./spoken-share.ts";

test("the share of a sentence's words that were said in its order, whatever the marks and the case", () => {
  const sentence = consentSentence("yo", "Adé", "Ilé Ìwòsàn");
  expect(spokenShare(sentence, sentence.normalize("NFC").toUpperCase())).toBe(1);
  expect(spokenShare(sentence, "")).toBe(0);
  expect(spokenShare("one two three four", "four three two one")).toBe(0.25);
  expect(spokenShare("one two three four", "well one uh two four")).toBe(0.75);
  expect(spokenShare("", "anything")).toBe(0);
});
