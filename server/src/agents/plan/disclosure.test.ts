import { expect, test } from "vitest";
import { LANGUAGES } from "@ongea/contract";
import { DISCLOSED, saysNoPerson } from "../../compliance/index.ts";
import { disclosing } from "./disclosure.ts";

const NEEDED = { needed: true, words: {} };
const said = (welcomeMessage: string, language = "en", rule: Parameters<typeof disclosing>[1] = NEEDED): string =>
  disclosing({ welcomeMessage, language }, rule).welcomeMessage;

test("it is said before the question at the end, or after words without one", () => {
  expect(said("Hello, this is Imani Clinic. How can I help you?")).toBe(
    "Hello, this is Imani Clinic. You are speaking with an automated assistant. How can I help you?",
  );
  expect(said("Hello, this is Imani Clinic.")).toBe("Hello, this is Imani Clinic. You are speaking with an automated assistant.");
  expect(said("May I help you?")).toBe("You are speaking with an automated assistant. May I help you?");
  expect(said("")).toBe("You are speaking with an automated assistant.");
});

test("it is said in the language of the first words, in the workspace's own words where there are some", () => {
  expect(said("Habari. Nikusaidie nini?", "sw-KE")).toBe("Habari. Unazungumza na msaidizi wa kompyuta. Nikusaidie nini?");
  const own = { needed: true, words: { sw: "Mimi ni roboti.", en: " " } };
  expect(said("Habari.", "sw", own)).toBe("Habari. Mimi ni roboti.");
  expect(said("Hello.", "en", own)).toBe("Hello. You are speaking with an automated assistant.");
});

test("words that say it already are left alone, and so is whoever need not hear it", () => {
  const own = "Hello, I am the virtual assistant of Imani. How can I help?";
  expect(said(own)).toBe(own);
  expect(said("Hello.", "en", { needed: false, words: {} })).toBe("Hello.");
});

test.each(LANGUAGES)("what is said in %s is known as a disclosure", (language) => {
  expect(saysNoPerson(DISCLOSED[language])).toBe(true);
});
