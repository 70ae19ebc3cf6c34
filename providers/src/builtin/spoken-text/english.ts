import { createMoney, type Currency } from "./currencies.ts";
import { monthsOf, withDates, type CalendarDay } from "./dates.ts";
import { withCodes, withoutThousands, withTelephoneNumbers } from "./plain.ts";

/** English as a voice should read it. `text` is plain text. */
export function englishText(text: string, language: string): string {
  let said = withTimes(withDates(withDottedTimes(text), language, day).replace(/\b([Tt]he) the\b/g, "$1"));
  said = withoutThousands(withAmounts(said));
  said = withTelephoneNumbers(said, "plus");
  said = withCodes(said);
  said = said.replace(/\b(\d{1,2})(st|nd|rd|th)\b/gi, (_, digits: string) => ordinal(Number(digits)));
  for (const [short, long] of ABBREVIATIONS) said = said.replace(short, long);
  return said.replace(/\s+/g, " ").trim();
}

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bDr\.?\s(?=\p{Lu})/gu, "doctor "],
  [/\bMr\.?\s(?=\p{Lu})/gu, "mister "],
  [/\bMrs\.?\s(?=\p{Lu})/gu, "missus "],
  [/\bMs\.?\s(?=\p{Lu})/gu, "miz "],
  [/\be\.g\.,?/gi, "for example"],
  [/\bi\.e\.,?/gi, "that is"],
  [/\betc\./gi, "and so on"],
  [/\bNo\.\s?(?=\d)/g, "number "],
  [/(\d\u2060?)\s?km\b/g, "$1 kilometres"],
  [/(\d\u2060?)\s?kg\b/g, "$1 kilograms"],
  [/(\d\u2060?)\s?%/g, "$1 percent"],
  [/\s&\s/g, " and "],
  [/(\d\u2060?)\s?°\s?C\b/g, "$1 degrees"],
];

const NO_AMOUNT = String.raw`(?!\d|\.\d|\s?(?:%|per ?cent|rand|cedis?|naira|shillings?|dollars?|euros?|pounds?|thousand|million|billion|k[gm]|kilo|lit|met|ton))`;
const QUARTER = String.raw`(?<![\d.,])([01]?\d|2[0-3])\.(00|15|30|45)${NO_AMOUNT}`;
/** "From 8.30 to 3.30", "close at 12.30": what people write with a full stop is a time after these words. */
const DOTTED = [
  new RegExp(String.raw`(?<=\b(?:at|from|until|till|by|before|after|between|around|past) )${QUARTER}`, "giu"),
  new RegExp(String.raw`${QUARTER}(?=\s?(?:to|until|till|-|–)\s?\d)`, "giu"),
  new RegExp(String.raw`(?<=\d:\d\d\s?(?:to|until|till|-|–)\s?)${QUARTER}`, "giu"),
];

function withDottedTimes(text: string): string {
  return DOTTED.reduce((said, dotted) => said.replace(dotted, "$1:$2"), text);
}

function withTimes(text: string): string {
  return text.replace(
    /(?<![\d:.])([01]?\d|2[0-3])[:.h]([0-5]\d)(?::[0-5]\d)?(?:\s?(a|p)\.?\s?m\b\.?)?(?![\d:%])|(?<![\d:.])(1[0-2]|0?[1-9])\s?(a|p)\.?\s?m\b\.?/gi,
    (found, ...[hour, minute, half, onlyHour, onlyHalf]: (string | undefined)[]) => {
      if (onlyHour) return `${cardinal(Number(onlyHour))} ${halfDay(onlyHalf)}`;
      // A full stop between digits is a time only when a half of the day follows (7.30 pm).
      if (found.includes(".") && !half && !found.includes(":")) return found;
      const [hours, minutes] = [Number(hour), Number(minute)];
      // Nobody says "fourteen thirty" on the telephone.
      const side = half ?? (hours === 0 ? "a" : hours > 12 ? "p" : undefined);
      const past = minutes === 0 ? (side ? "" : " o'clock") : minutes < 10 ? ` oh ${cardinal(minutes)}` : ` ${cardinal(minutes)}`;
      return `${cardinal(hours % 12 || 12)}${past}${side ? ` ${halfDay(side)}` : ""}`;
    },
  );
}

function halfDay(letter: string | undefined): string {
  return letter?.toLowerCase() === "a" ? "A M" : "P M";
}

/** In the singular, in the plural, and its hundredths where people name them. */
type Money = readonly [one: string, many: string, cents?: string];

const MONEY: Readonly<Record<Currency, Money>> = {
  KES: ["Kenyan shilling", "Kenyan shillings", "cents"],
  TZS: ["Tanzanian shilling", "Tanzanian shillings"],
  UGX: ["Ugandan shilling", "Ugandan shillings"],
  NGN: ["naira", "naira", "kobo"],
  GHS: ["cedi", "cedis", "pesewas"],
  ZAR: ["rand", "rand", "cents"],
  RWF: ["Rwandan franc", "Rwandan francs"],
  BIF: ["Burundian franc", "Burundian francs"],
  ETB: ["birr", "birr", "cents"],
  XOF: ["C F A franc", "C F A francs"],
  EGP: ["Egyptian pound", "Egyptian pounds", "piastres"],
  MAD: ["dirham", "dirhams", "centimes"],
  SDG: ["Sudanese pound", "Sudanese pounds", "piastres"],
  CDF: ["Congolese franc", "Congolese francs"],
  MGA: ["ariary", "ariary"],
  MZN: ["metical", "meticais", "centavos"],
  AOA: ["kwanza", "kwanzas"],
  CVE: ["escudo", "escudos"],
  USD: ["dollar", "dollars", "cents"],
  EUR: ["euro", "euros", "cents"],
  GBP: ["pound", "pounds", "pence"],
};

const SCALE_WORDS: Readonly<Record<string, string>> = { k: "thousand", m: "million", bn: "billion" };

const withAmounts = createMoney(
  MONEY,
  ({ whole, part, scale, currency: [one, many, cents] }) => {
    const main = cardinal(Number(whole));
    const point = `${main} point ${[...part].map((digit) => cardinal(Number(digit))).join(" ")}`;
    if (scale) return `${part ? point : main} ${SCALE_WORDS[scale.toLowerCase()] ?? scale} ${many}`;
    if (part && (!cents || part.length !== 2)) return `${point} ${many}`;
    return `${main} ${Number(whole) === 1 ? one : many}${part && ` and ${cardinal(Number(part))} ${cents}`}`;
  },
  "thousand|million|billion|[kKmM]|bn",
);

const monthName = monthsOf("January February March April May June July August September October November December");

function day({ day, month, year }: CalendarDay): string {
  return `the ${ordinal(day)} of ${monthName(month)} ${yearInWords(year)}`;
}

/** 1963 is "nineteen sixty three", 2026 "twenty twenty six", 2005 "two thousand and five". */
function yearInWords(year: number): string {
  const rest = year % 100;
  if (year % 1_000 < 10) return cardinal(year);
  const century = cardinal(Math.floor(year / 100));
  return `${century} ${rest === 0 ? "hundred" : rest < 10 ? `oh ${cardinal(rest)}` : cardinal(rest)}`;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1e9, "billion"],
  [1e6, "million"],
  [1e3, "thousand"],
  [100, "hundred"],
];

/** A whole number below a million million in words: 1250 is "one thousand two hundred and fifty". */
export function cardinal(number: number): string {
  if (number < 20) return ONES[number] ?? String(number);
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? ` ${ONES[number % 10]}` : ""}`;
  for (const [size, name] of SCALES) {
    if (number < size) continue;
    const rest = number % size;
    const joint = rest === 0 ? "" : rest < 100 ? " and " : " ";
    return `${cardinal(Math.floor(number / size))} ${name}${joint}${rest ? cardinal(rest) : ""}`;
  }
  return String(number);
}

const IRREGULAR: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** 12 is "twelfth", 21 "twenty first". */
export function ordinal(number: number): string {
  const words = cardinal(number).split(" ");
  const last = words.pop() ?? "";
  words.push(IRREGULAR[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`));
  return words.join(" ");
}
