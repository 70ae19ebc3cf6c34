/** Which language is spoken in a call, and that no other is spoken in it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextCall } from "../testing/text-call.ts";
import { WORDS } from "../world.ts";
import { LANGUAGES, SCENES } from "./scenes.ts";
import type { MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";
import { languageSpoken, type SpokenLanguage } from "./which-language.ts";

const FACTS = ["The clinic is on Ngong Road, opposite the Prestige Plaza.", "A consultation costs 1,500 shillings."];
const PROMPT = `You are the front desk of Imani Clinic. If the caller is in danger, tell them to call 112.

Facts:
- We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9:00 to 13:00.
${FACTS.map((fact) => `- ${fact}`).join("\n")}`;

const TRANSFER = { name: "transfer_call", description: "Transfers the caller to a person.", parameters: {} };

/** Every sentence that stands in the phrases of a language. */
function sentencesOf(language: SpokenLanguage): string[] {
  const says: object = language === "en" || language === "sw" || language === "fr" ? WORDS[language] : LOCALES[language].says;
  const found: string[] = [];
  const gather = (value: unknown): void => {
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) return;
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(gather);
  };
  gather(says);
  return found.filter((sentence) => sentence.split(" ").length >= 2);
}

const ALL: readonly SpokenLanguage[] = ["en", "sw", "fr", ...LANGUAGES];

/** What callers say, whatever was asked; and what nobody understands. */
function sayings(language: MessageLanguage): fc.Arbitrary<string> {
  const { model: _model, ownPrompt: _prompt, ...scene } = SCENES[language];
  const own = Object.values(scene).filter((line) => !/Imani|^[^\p{L}]+$/u.test(line));
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...own) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "(inaudible)",
        "0803 123 4567",
        "dtmf_number: 0803123456",
        "OK",
        "hello",
        "WhatsApp",
        "4111 1111 1111 1111",
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
}

/** English that stands in no name and in no fact. */
const ENGLISH =
  /\b(?:the|you|your|we are|please|sorry|what|which|with|message|number|phone|name|open|closed|help|thank|goodbye|hello)\b/i;

describe.each(LANGUAGES)("in a call in %s", (language) => {
  it("no sentence of another language is spoken, whatever the caller says and whatever fails", async () => {
    const others = ALL.filter((other) => other !== language).flatMap(sentencesOf);
    const own = sentencesOf(language).join("\n");
    const foreign = others.filter((sentence) => !own.includes(sentence));
    const run = fc.asyncProperty(
      fc.array(sayings(language), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (lines, isTransferred, fails) => {
        const tools = isTransferred ? [TRANSFER, "take_message", "end_call"] : ["take_message", "book_appointment", "end_call"];
        const call = new TextCall({ language, instructions: PROMPT, tools });
        call.answer = () => (fails ? { ok: false, error: "The service did not answer in time." } : undefined);
        for (const line of lines) {
          const { said, thoughts } = await call.says(line);
          expect(thoughts[0]).toEqual({ kind: "language", language });
          const quoted = [...FACTS, ...lines, "Imani Clinic"].toSorted((a, b) => b.length - a.length);
          const bare = quoted.reduce(
            (rest, one) => (one.trim() === "" ? rest : rest.replaceAll(one.replace(/[.!?؟።،፣\s]+$/u, ""), "")),
            said,
          );
          expect(foreign.filter((sentence) => bare.includes(sentence))).toEqual([]);
          expect(bare).not.toMatch(ENGLISH);
          expect(said).not.toMatch(/undefined|null|\[object|NaN/);
        }
      },
    );
    await fc.assert(run, { numRuns: 60, seed: 7 });
  });

  it("borrowed words make no other language of it", () => {
    const { model: _model, ownPrompt: _prompt, ...scene } = SCENES[language];
    for (const line of Object.values(scene)) expect([line, languageSpoken(line, language)]).toEqual([line, language]);
    for (const word of ["hello", "ok", "WhatsApp", "M-Pesa", "yes", "appointment please", "0803 123 4567"])
      expect(languageSpoken(word, language)).toBe(language);
  });

  it("a caller who goes over to English, Swahili or French is followed", () => {
    expect(languageSpoken("I would like to book an appointment for tomorrow please", language)).toBe("en");
    expect(languageSpoken("habari, ningependa kuweka miadi kesho asubuhi", language)).toBe("sw");
    expect(languageSpoken("bonjour, je voudrais prendre un rendez-vous demain", language)).toBe("fr");
  });

  it("a caller of an English line who speaks it is answered in it, one who borrows a word is not", async () => {
    const call = new TextCall({ instructions: PROMPT });
    const scene = SCENES[language];
    const { said, thoughts } = await call.says(`${scene.greets}, ${scene.wantsPerson}`);
    expect(thoughts[0]).toEqual({ kind: "language", language });
    expect(said).toContain(scene.offersMessage);
    for (const line of [
      `${scene.greets.split(/[\s,]/)[0]}, I would like to book an appointment`,
      "my name is Musa Dube",
      "what time do you open",
    ])
      expect(languageSpoken(line, "en")).toBe("en");
  });

  it("a message that was begun goes with the caller into another language", async () => {
    const call = new TextCall({ language, instructions: PROMPT });
    const scene = SCENES[language];
    await call.says(scene.leavesMessage);
    await call.says(scene.message);
    expect((await call.says("please can you do this in English, my name is Mary Smith")).said).toBe("What is your phone number?");
    await call.says("0803 123 4567");
    await call.says("yes that is correct");
    expect(call.bookings).toMatchObject([{ message: scene.message, name: "Mary Smith", phone: "08031234567" }]);
  });
});

it("the languages in which every tool is used are told from each other as before", () => {
  expect(languageSpoken("Habari, nataka kuweka miadi na daktari", "en")).toBe("sw");
  expect(languageSpoken("na ya kwa ni sawa", "sw")).toBe("sw");
  expect(languageSpoken("je voudrais un rendez-vous pour demain", "sw")).toBe("fr");
  expect(languageSpoken("mia moja na ishirini", "sw")).toBe("sw");
});
