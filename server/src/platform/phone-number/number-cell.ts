/** What stands in the number column of a spreadsheet becomes a telephone number that can be dialled, or the reason why it cannot. Pure. */
import type { RowProblem } from "@ongea/contract";
import { isPhoneNumber, parsePhoneNumber, type PhoneNumber } from "./phone-number.ts";

export type CellNumber = { number: PhoneNumber } | { problem: RowProblem };

/** A spreadsheet has rounded the number: what is missing cannot be known. */
const ROUNDED = /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i;
/** A number that was taken for an amount: `254712345678.0`, `254,712,345,678`. */
const WHOLE_AMOUNT = /^\d+[.,]0+$/;
const PUNCTUATION = /[\s().,/\u00a0\u2000-\u200f\u2010-\u2015\u202a-\u202f\u2060\ufeff-]/g;
const DIGITS = /^\+?[0-9]{2,20}$/;
/** Emergency numbers and short codes are shorter than any subscriber's number. */
const SHORTEST = 7;
/** Read without the library: digits of these countries' mobile networks, of which a list is full. */
const PLAIN: readonly RegExp[] = [
  /^\+254[17]\d{8}$/,
  /^\+255[67]\d{8}$/,
  /^\+234[789][01]\d{8}$/,
  /^\+27[678]\d{8}$/,
  /^\+233[25]\d{8}$/,
];
/** Their own ways of writing the same: a leading zero, or none after a spreadsheet has taken it away. */
const CALLING_CODES: Readonly<Record<string, string>> = { KE: "254", TZ: "255", NG: "234", ZA: "27", GH: "233" };

/** `countries`: ISO codes; a number without a country code belongs to the first. Whether it may be dialled is the dial gate's to say. */
export function numberIn(cell: string, countries: readonly string[]): CellNumber {
  const written = cell
    .trim()
    .replace(/^['’`=]+/, "")
    .replace(/^"|"$/g, "");
  if (written === "") return { problem: "empty" };
  if (ROUNDED.test(written)) return { problem: "damaged" };
  const whole = WHOLE_AMOUNT.test(written) ? written.replace(/[.,]0+$/, "") : written;
  const plain = whole.replace(PUNCTUATION, "").replace(/^(?:tel:|00(?=[1-9]\d{8,}))/i, (start) => (start === "00" ? "+" : ""));
  if (!DIGITS.test(plain)) return { problem: "not_a_number" };
  if (plain.replace("+", "").length < SHORTEST) return { problem: "short" };
  return quick(plain, countries) ?? slow(plain, countries);
}

function quick(plain: string, countries: readonly string[]): CellNumber | undefined {
  for (const number of [plain, ...international(plain, countries)])
    if (isPhoneNumber(number) && PLAIN.some((pattern) => pattern.test(number))) return { number };
  return undefined;
}

/** `0712…` and `712…` of the first country, `254712…` of any. */
function international(plain: string, countries: readonly string[]): string[] {
  if (plain.startsWith("+")) return [];
  const home = CALLING_CODES[countries[0] ?? ""];
  const withCode = countries.flatMap((country) => {
    const code = CALLING_CODES[country];
    return code !== undefined && plain.startsWith(code) ? [`+${plain}`] : [];
  });
  return home === undefined ? withCode : [...withCode, `+${home}${plain.replace(/^0/, "")}`];
}

function slow(plain: string, countries: readonly string[]): CellNumber {
  const [first = "KE"] = countries;
  const asked = [plain, ...(plain.startsWith("+") ? [] : [`+${plain}`])];
  for (const written of asked) {
    const number = parsePhoneNumber(written, first);
    if (number !== undefined) return { number };
  }
  return { problem: "not_a_number" };
}
