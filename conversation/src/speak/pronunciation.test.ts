import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScriptedConversation } from "../testing/index.ts";
import { createSayAs } from "./pronunciation.ts";

describe("Words are said as the workspace has written", () => {
  const sayAs = createSayAs([
    { word: "Nguyen", said: "Win" },
    { word: "M-Pesa", said: "em pesa" },
    { word: "M-Pesa Till", said: "em pesa till number" },
    { word: "Ọlá", said: "aw la" },
    { word: "SQL", said: "sequel", language: "en" },
    { word: "SQL", said: "esse ku el" },
    { word: "win", said: "lose" },
  ]);

  test.each([
    ["en", "Ask NGUYEN, please", "Ask Win, please"],
    ["en", "Nguyens and Nguyen's", "Nguyens and Win's"],
    ["en", "your m-pesa till is open", "your em pesa till number is open"],
    ["en", "M-Pesa tills", "em pesa tills"],
    ["en", "M-Pesas", "M-Pesas"],
    ["sw", "ọlá, Ọlájídé", "aw la, Ọlájídé"],
    ["en-KE", "SQL", "sequel"],
    ["pt", "SQL", "esse ku el"],
    ["en", "nothing of it", "nothing of it"],
    ["en", "o\u0323la\u0301 in other code points: O\u0323la\u0301", "aw la in other code points: aw la"],
  ])("%s: %s", (language, written, said) => expect(sayAs(written, language)).toBe(said));

  test("whatever is written, nothing but listed words changes", () => {
    const none = createSayAs([{ word: "ongea", said: "on gay ah" }]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
        fc.pre(!/ongea/iu.test(text));
        const said = none(text, "en");
        expect(said.normalize("NFC")).toBe(text.normalize("NFC"));
      }),
    );
  });
});

test("in a call the voice is given how a word is said, and the transcript keeps the word", async () => {
  const call = new ScriptedConversation({
    plan: { pronunciations: [{ word: "Nguyen", said: "Win" }], welcomeMessage: "This is Doctor Nguyen's practice." },
  });
  await call.pass(6_000);
  expect(call.voice.spoken.join(" ")).toContain("Doctor Win's practice");
  expect(call.transcript).toEqual(["assistant: This is Doctor Nguyen's practice."]);
});
