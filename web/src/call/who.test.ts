import { WIDGET_NUMBER } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "../words/catalogue.ts";
import { createGrowingWords } from "../words/words.ts";
import { numberInWords } from "./who.ts";

test("a call without a telephone is told in the reader’s language, and a number as it is", async () => {
  const words = createGrowingWords("sw", await loadLanguage("sw"));
  const told = words.say("calls.browser_call");
  expect(["browser", WIDGET_NUMBER, "+254700000001", "1001"].map((number) => numberInWords(number, words))).toEqual([
    told,
    told,
    "+254700000001",
    "1001",
  ]);
});
