/** What asks, though nothing marks it, and what only begins like a question. */
import { expect, test } from "vitest";
import { withQuestionMark } from "./unmarked-questions.ts";

test.each([
  "do I have to pay before you send it",
  "until when can I send my papers",
  "my cow is sick do you have medicine for it",
  "they cut me off, how do I get water back",
  "good morning is there parking",
  "una dey open till when",
  "the shop is where",
  "faut payer pour entrer",
  "il y a de la musique quand",
  "vous livrez le dimanche",
  "je peux payer avec ma carte",
  "mnafungua saa ngapi",
  "naweza kulipa kwa simu",
  "je mna gari la kwenda Arusha",
])("asks: %s", (text) => {
  expect(withQuestionMark(text)).toBe(`${text}?`);
});

test.each([
  "do the booking for Tuesday",
  "have a nice day",
  "when I come I will bring it",
  "I know where the shop is",
  "Will Smith",
  "May Achieng",
  "je voudrais une table",
  "je peux venir mardi",
  "ou mardi",
  "il y a une fuite chez moi",
  "kuna tatizo la maji",
  "zero seven one two",
  "yes",
])("tells: %s", (text) => {
  expect(withQuestionMark(text)).toBe(text);
});

test("a question mark of their own stays the only one", () => {
  expect(withQuestionMark("Do you deliver? I live in Kibera")).toBe("Do you deliver? I live in Kibera");
  expect(withQuestionMark("where are you.")).toBe("where are you?");
});
