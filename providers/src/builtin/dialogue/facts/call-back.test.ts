import { expect, test } from "vitest";
import { COMPLAINT, TextCall } from "../testing/text-call.ts";
import { callBackIn } from "./call-back.ts";

test.each([
  [
    "If a parent is angry, take a message for Mrs. Otieno, the head teacher, who rings back the same evening.",
    "Mrs. Otieno, the head teacher, will call you back the same evening.",
  ],
  ["A lost bag is for the store: take a message, they call within four days.", "You will be called back within four days."],
  [
    "Mzazi akilalamika, chukua ujumbe kwa mwalimu mkuu, Bw. Kazungu, naye hupiga simu siku ya pili.",
    "Mwalimu mkuu, Bw. Kazungu, atakupigia simu siku ya pili.",
  ],
  ["Pour une plainte, prenez un message pour Madame Ba, qui rappelle le lendemain.", "Madame Ba vous rappellera le lendemain."],
  ["Take a message for the manager and note the day.", undefined],
  ["They call within four days.", undefined],
])("%s", (prompt, said) => {
  expect(callBackIn(prompt, [])?.text).toBe(said);
});

test("whoever asks when they are called is told what the prompt tells its agent", async () => {
  const instructions =
    "You answer for a school. Fees are 9,000 a term. If a parent is angry, take a message for Mrs. Otieno, the head teacher, who rings back the same evening.";
  const call = new TextCall({ instructions, tools: ["take_message", "end_call"] });
  const promise = "Mrs. Otieno, the head teacher, will call you back the same evening.";
  for (const line of [COMPLAINT, "my name is Asha Mwangi", "0722 774 310"]) await call.says(line);
  expect((await call.says("yes, that is right")).said).toContain(promise);
  expect((await call.says("And she'll ring when?")).said).toContain(promise);
});
