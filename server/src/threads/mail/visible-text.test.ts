import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test.each([
  ["Gmail", "Yes, Monday works.\n\nOn Mon, 5 May 2025 at 10:12, Front desk <front@clinic.example>\nwrote:\n\n> Which day?\n"],
  [
    "Outlook",
    "Yes, Monday works.\n\nFrom: Front desk <front@clinic.example>\nSent: Monday, 5 May 2025 10:12\nTo: Amina\n\nWhich day?",
  ],
  ["Outlook's line", "Yes, Monday works.\n________________________________\nFrom: Front desk\nWhich day?"],
  ["Outlook in French", "Yes, Monday works.\n\nDe : Front desk\nEnvoyé : lundi 5 mai 2025\n\nQuel jour ?"],
  ["Thunderbird in French", "Yes, Monday works.\n\nLe 05/05/2025 à 10:12, Front desk a écrit :\n> Quel jour ?"],
  ["Thunderbird in Portuguese", "Yes, Monday works.\n\nEm 05/05/2025 10:12, Front desk escreveu:\n> Que dia?"],
  [
    "a heading of an unknown language",
    "Yes, Monday works.\n\n5.5.2025 kello 10.12 Front <front@clinic.example> kirjoitti:\n\n> Mikä päivä?",
  ],
  ["an original message", "Yes, Monday works.\n\n-----Original Message-----\nFrom: Front desk\nWhich day?"],
  ["a signature", "Yes, Monday works.\n-- \nAmina Otieno\n+254 712 000001"],
  ["a telephone", "Yes, Monday works.\r\n\r\nSent from my iPhone\r\n"],
  ["an answer below", "> Which day?\n\nYes, Monday works."],
])("what %s adds is cut off", (_, text) => {
  expect(visibleText(text)).toBe("Yes, Monday works.");
});

test.each([
  ["an answer between the lines", "> Which day?\nMonday.\n> Which hour?\nTen.", "Monday.\nTen."],
  ["a quote alone is shown", "> Which day?", "> Which day?"],
  ["words that only look like a heading", "On Monday I wrote:\nplease call me.", "On Monday I wrote:\nplease call me."],
  ["a line of the form", "From: Nairobi\nTo: Mombasa", "From: Nairobi\nTo: Mombasa"],
  ["nothing", "", ""],
])("%s", (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test("a hundred thousand letters of headings are read at once", () => {
  const startedMs = performance.now();
  visibleText("On a day somebody at x@example.com: \n".repeat(3_000));
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});
