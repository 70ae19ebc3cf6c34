import { expect, test } from "vitest";
import { marked } from "./marked.ts";

const shown = (text: string, search: string): string =>
  marked(text, search)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["A loan costs 2 %. Loans end.", "loan", "A [loan] costs 2 %. [Loan]s end."],
  ["paid out within\n24 hours", "WITHIN 24", "paid out [within\n24] hours"],
  ["Price (KES) 5.00-7.00 + VAT?", "(kes) 5.00-7.00 + vat?", "Price [(KES) 5.00-7.00 + VAT?]"],
  ["a/b [c] {d} ^$ \\ |", "a/b [c] {d} ^$ \\ |", "[a/b [c] {d} ^$ \\ |]"],
  ["ሰላም ለዓለም", "ለዓለም", "ሰላም [ለዓለም]"],
  ["nothing", "  ", "nothing"],
  ["nothing", "else", "nothing"],
  ["", "x", ""],
])("in %j, %j is marked", (text, search, expected) => {
  expect(shown(text, search)).toBe(expected);
});
