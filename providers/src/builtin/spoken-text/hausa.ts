import { createMoney } from "./currencies.ts";
import { monthsOf, withDates } from "./dates.ts";
import { withCodes, withTelephoneNumbers } from "./plain.ts";
import { asWords, inNumberWords, withClock, type NumberWords } from "./words-for-numbers.ts";

/** Hausa with every number in words: no voice of this machine reads them in Hausa by itself. `text` is plain text. */
export function hausaText(text: string, language: string): string {
  let said = withDates(
    text,
    language,
    ({ day, month, year }) => `${hausaNumber(day)} ga ${monthName(month)} ${hausaNumber(year)}`,
  );
  said = withClock(said, "[ƙk]arfe\\s+", time);
  said = withMoney(said);
  said = withCodes(withTelephoneNumbers(said, "da"));
  said = said.replace(/(\d[\d,.]*)\s?%/g, "kashi $1 cikin ɗari");
  return asWords(said, WORDS);
}

const monthName = monthsOf("Janairu Fabrairu Maris Afirilu Mayu Yuni Yuli Agusta Satumba Oktoba Nuwamba Disamba");

function time(hour: number, minute: number): string {
  const minutes = minute === 0 ? "" : minute === 30 ? " da rabi" : ` da minti ${hausaNumber(minute)}`;
  return `ƙarfe ${hausaNumber(hour % 12 || 12)}${minutes} na ${partOf(hour)}`;
}

function partOf(hour: number): string {
  if (hour < 4 || hour >= 19) return "dare";
  if (hour < 12) return "safe";
  return hour < 16 ? "rana" : "yamma";
}

const withMoney = createMoney(
  {
    KES: ["sulen Kenya", "santi"],
    TZS: ["sulen Tanzaniya", "santi"],
    UGX: ["sulen Uganda", "santi"],
    NGN: ["naira", "kwabo"],
    GHS: ["sidi", "faswa"],
    ZAR: ["randi", "santi"],
    RWF: ["faran na Ruwanda", "santi"],
    ETB: ["birr", "santi"],
    XOF: ["sefa", "santi"],
    EGP: ["fam na Masar", "santi"],
    USD: ["dala", "santi"],
    EUR: ["yuro", "santi"],
    GBP: ["fam", "santi"],
  } as const,
  ({ whole, part, currency: [name, cents] }) =>
    `${name} ${hausaNumber(Number(whole))}${part && ` da ${cents} ${hausaNumber(Number(part.padEnd(2, "0")))}`}`,
);

const ONES = "sifili ɗaya biyu uku huɗu biyar shida bakwai takwas tara".split(" ");
const TENS = "_ goma ashirin talatin arba'in hamsin sittin saba'in tamanin casa'in".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1e9, "biliyan"],
  [1e6, "miliyan"],
  [1e3, "dubu"],
  [100, "ɗari"],
];

/** 1250 is "dubu ɗaya da ɗari biyu da hamsin". */
export function hausaNumber(number: number): string {
  if (number < 10) return ONES[number] ?? String(number);
  if (number < 20) return number === 10 ? "goma" : `goma sha ${ONES[number - 10]}`;
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? ` da ${ONES[number % 10]}` : ""}`;
  return inNumberWords(
    number,
    SCALES,
    (name, count) => `${name} ${hausaNumber(count)}`,
    (rest) => `da ${hausaNumber(rest)}`,
  );
}

const WORDS: NumberWords = { number: hausaNumber, point: "ɗigo" };
