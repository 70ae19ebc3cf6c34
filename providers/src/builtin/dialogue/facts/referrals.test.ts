import { expect, test } from "vitest";
import { TextCall } from "../testing/text-call.ts";
import { factsOf } from "./facts.ts";

const factIn = (sentence: string): string | undefined => factsOf(sentence, [])[0]?.text;

test.each([
  [
    "Bees are not ours: book nothing, give the keeper's number 0800 100 200, it is free.",
    "Bees are not ours: the keeper's number is 0800 100 200, it is free.",
  ],
  [
    "For gas we do nothing ourselves: tell people to call the gas board on 116.",
    "For gas we do nothing ourselves: it is best to call the gas board on 116.",
  ],
  [
    "Le gaz n'est pas notre métier : dites d'appeler les pompiers au 180 et de ne toucher à rien.",
    "Le gaz n'est pas notre métier : il faut appeler les pompiers au 180 et ne toucher à rien.",
  ],
])("where callers are sent is said to them: %s", (sentence, fact) => {
  expect(factIn(sentence)).toBe(fact);
});

test("who is in danger hears the prompt's own number and advice first, also when asking again", async () => {
  const instructions =
    "You answer for a firm that looks after escalators. If a child is caught in an escalator, do not note anything down: " +
    "give them the rescue line at once, 0800 100 200, tell them not to pull and to press the red button.";
  const call = new TextCall({ instructions, tools: ["end_call"] });
  const { said } = await call.says("Help, please, a child is caught in the escalator, she is bleeding!");
  expect(said).toMatch(/rescue line is 0800 100 200.*do not pull and press the red button/);
  expect((await call.says("Please, say that number again")).said).toContain("0800 100 200");
});
