import { expect, test } from "vitest";
import { textOfPage, type TextItem } from "./pdf-text.ts";

const LETTER = 5;
const SIZE = 10;
/** A line of letters that are all as wide. */
const at = (x: number, y: number, str: string, { size = SIZE, font = "plain" } = {}): TextItem => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width: str.length * LETTER * (size / SIZE),
  fontName: font,
});

test("the lines of a paragraph are one, a parted word is whole, and the next paragraph stands alone", () => {
  const page = [
    at(50, 700, "An emergency loan is paid out within 24 hours after the guaran-"),
    at(50, 688, "tors have signed. The interest rate is 1.5 percent a month, and"),
    at(50, 676, "Members pay no fee."),
    at(50, 652, "Offices are in Thika."),
  ];
  expect(textOfPage(page)).toBe(
    "An emergency loan is paid out within 24 hours after the guarantors have signed. The interest rate is 1.5 percent a month, and Members pay no fee.\nOffices are in Thika.",
  );
});

test("headings by size or face, short lines and points of a list stand alone", () => {
  const page = [
    at(50, 700, "Dividends", { size: 16 }),
    at(50, 684, "The dividend is paid on 31 March to all of the members of it."),
    at(50, 672, "Opening hours of the main office and of all of the branches.", { font: "bold" }),
    at(50, 660, "Monday to Friday"),
    at(50, 648, "Saturday"),
    at(50, 636, "• Identity card"),
    at(50, 624, "2. Two photographs"),
  ];
  expect(textOfPage(page).split("\n")).toEqual([
    "Dividends",
    "The dividend is paid on 31 March to all of the members of it.",
    "Opening hours of the main office and of all of the branches.",
    "Monday to Friday",
    "Saturday",
    "• Identity card",
    "2. Two photographs",
  ]);
});

test("a row of a table is one line that its first cell begins; columns come one after another", () => {
  const page = [
    at(50, 700, "Emergency"),
    at(200, 700, "50,000"),
    at(300, 700, "12 months"),
    at(50, 688, "School fees"),
    at(200, 688, "150,000"),
    at(50, 650, "The left column says that loans are"),
    at(50, 638, "given to members only."),
    at(320, 650, "The right column says that offices"),
    at(320, 638, "are closed on Sundays."),
  ];
  expect(textOfPage(page).split("\n")).toEqual([
    "Emergency: 50,000, 12 months",
    "School fees: 150,000",
    "The left column says that loans are given to members only.",
    "The right column says that offices are closed on Sundays.",
  ]);
});

test("words that are placed one by one have spaces between them, letters that are placed one by one have none", () => {
  const words = [at(50, 700, "Open"), at(73, 700, "on"), at(86, 700, "Sunday")];
  const letters = [at(50, 700, "O"), at(55, 700, "pen"), { ...at(70, 700, " "), str: " " }, at(75, 700, "now")];
  expect(textOfPage(words)).toBe("Open on Sunday");
  expect(textOfPage(letters)).toBe("Open now");
  expect(textOfPage([])).toBe("");
  expect(textOfPage([{ str: "odd", transform: [], width: 0, fontName: "" }])).toBe("odd");
});
