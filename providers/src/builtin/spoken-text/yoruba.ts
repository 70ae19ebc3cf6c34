import { createMoney } from "./currencies.ts";
import { monthsOf, withDates } from "./dates.ts";
import { withCodes, withTelephoneNumbers } from "./plain.ts";
import { asWords, inNumberWords, withClock, type NumberWords } from "./words-for-numbers.ts";

/** Yoruba with every number in words: no voice of this machine reads them in Yoruba by itself. `text` is plain text. */
export function yorubaText(text: string, language: string): string {
  let said = withDates(
    text,
    language,
    ({ day, month, year }) => `ọjọ́ ${counted(day)} oṣù ${monthName(month)} ọdún ${yorubaNumber(year)}`,
  );
  said = withClock(said, "aago\\s+", time);
  said = withMoney(said);
  said = withCodes(withTelephoneNumbers(said, "àfikún"));
  said = said.replace(/(\d[\d,.]*)\s?%/g, "ìdá $1 nínú ọgọ́rùn-ún");
  return asWords(said, WORDS);
}

const monthName = monthsOf("Ṣẹ́rẹ́ Èrèlè Ẹrẹ̀nà Ìgbé Ẹ̀bibi Òkúdu Agẹmọ Ògún Owewe Ọ̀wàrà Bélú Ọ̀pẹ̀");

function time(hour: number, minute: number): string {
  const minutes = minute === 0 ? "" : minute === 30 ? " ààbọ̀" : ` kọjá ìṣẹ́jú ${counted(minute)}`;
  return `aago ${counted(hour % 12 || 12)}${minutes} ${partOf(hour)}`;
}

function partOf(hour: number): string {
  if (hour < 4 || hour >= 19) return "alẹ́";
  if (hour < 12) return "àárọ̀";
  return hour < 16 ? "ọ̀sán" : "ìrọ̀lẹ́";
}

const withMoney = createMoney(
  {
    KES: ["ṣílè Kẹ́ńyà", "sẹ́ǹtì"],
    TZS: ["ṣílè Tàńsáníà", "sẹ́ǹtì"],
    UGX: ["ṣílè Ùgáńdà", "sẹ́ǹtì"],
    NGN: ["náírà", "kọ́bọ̀"],
    GHS: ["sídì", "pẹ́sẹ́wà"],
    ZAR: ["ráńdì", "sẹ́ǹtì"],
    RWF: ["faransi Rùwáńdà", "sẹ́ǹtì"],
    ETB: ["bíìrì", "sẹ́ǹtì"],
    XOF: ["sẹ́fà", "sẹ́ǹtì"],
    EGP: ["pọ́n-ùn Íjípítì", "sẹ́ǹtì"],
    USD: ["dọ́là", "sẹ́ǹtì"],
    EUR: ["yúrò", "sẹ́ǹtì"],
    GBP: ["pọ́n-ùn", "pẹ́nì"],
  } as const,
  ({ whole, part, currency: [name, cents] }) =>
    `${name} ${counted(Number(whole))}${part && ` àti ${cents} ${counted(Number(part.padEnd(2, "0")))}`}`,
);

/** As they count by themselves: "ẹ̀ta". */
const ONES =
  "òdo ọ̀kan èjì ẹ̀ta ẹ̀rin àrùn ẹ̀fà èje ẹ̀jọ ẹ̀sán ẹ̀wá ọ̀kànlá èjìlá ẹ̀tàlá ẹ̀rìnlá àrùndínlógún ẹ̀rìndínlógún ẹ̀tàdínlógún èjìdínlógún ọ̀kàndínlógún".split(
    " ",
  );
/** As they count something: "mẹ́ta". */
const COUNTED =
  "òdo kan méjì mẹ́ta mẹ́rin márùn-ún mẹ́fà méje mẹ́jọ mẹ́sàn-án mẹ́wàá mọ́kànlá méjìlá mẹ́tàlá mẹ́rìnlá márùndínlógún mẹ́rìndínlógún mẹ́tàdínlógún méjìdínlógún mọ́kàndínlógún".split(
    " ",
  );
const TENS = "_ ẹ̀wá ogún ọgbọ̀n ogójì àádọ́ta ọgọ́ta àádọ́rin ọgọ́rin àádọ́rùn-ún ọgọ́rùn-ún".split(" ");
/** What follows "lé" (more than) and "dín" (less than) a ten. */
const JOINED = "_ lẹ́wàá lógún lọ́gbọ̀n lógójì láàádọ́ta lọ́gọ́ta láàádọ́rin lọ́gọ́rin láàádọ́rùn-ún lọ́gọ́rùn-ún".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1e9, "bílíọ̀nù"],
  [1e6, "mílíọ̀nù"],
  [1e3, "ẹgbẹ̀rún"],
];

/** Twenties, with what is near the next ten taken away from it: 23 is "ẹ̀tàlélógún", 27 "ẹ̀tàdínlọ́gbọ̀n". */
export function yorubaNumber(number: number): string {
  return spoken(number, ONES);
}

function counted(number: number): string {
  return spoken(number, COUNTED);
}

function spoken(number: number, ones: readonly string[]): string {
  if (number < 20) return ones[number] ?? String(number);
  if (number < 100) return tens(number, ones);
  if (number < 1_000) return hundreds(number, ones);
  return inNumberWords(
    number,
    SCALES,
    (name, count) => `${name} ${counted(count)}`,
    (rest) => `ó lé ${spoken(rest, ONES)}`,
  );
}

function tens(number: number, ones: readonly string[]): string {
  const ten = Math.floor(number / 10);
  const one = number % 10;
  if (one === 0) return TENS[ten] ?? String(number);
  const near = (ones[one < 5 ? one : 10 - one] ?? "").replace(/-[úá]n$/u, "");
  return one < 5 ? `${near}lé${JOINED[ten]}` : `${near}dín${JOINED[ten + 1]}`;
}

/** The hundreds are counted in the modern manner: two hundreds, three hundreds … */
function hundreds(number: number, ones: readonly string[]): string {
  const hundred = Math.floor(number / 100);
  const name = hundred === 1 ? "ọgọ́rùn-ún" : hundred === 2 ? "igba" : `ọgọ́rùn-ún ${counted(hundred)}`;
  return number % 100 === 0 ? name : `${name} ó lé ${spoken(number % 100, ones)}`;
}

const WORDS: NumberWords = { number: yorubaNumber, point: "ààmì" };
