/** What is said of a list of prices: what was asked for, with what is said of all of it. */
import { expect, test } from "vitest";
import { trimmedTo } from "./answer.ts";

const BALES = "Grade A costs: jeans 4,200 kwacha, ladies' tops 3,800, men's shirts 3,500, shoes 5,000, bedding 2,900.";

test("an item keeps the words before the list", () => {
  expect(trimmedTo(BALES, "How much are ladies' tops?")).toBe("Grade A costs: ladies' tops 3,800.");
});

test("who names no item but the heading hears the whole list", () => {
  expect(trimmedTo(BALES, "And the second grade ones, those cost what?")).toBe(BALES);
});

test("an item that goes on from the one before it is said with it", () => {
  const vet = "A consultation is 40,000, a rabies vaccination 30,000, to neuter a male dog 180,000, a female 250,000.";
  expect(trimmedTo(vet, "How much is it to neuter my dog?")).toBe("To neuter a male dog 180,000, a female 250,000.");
});
