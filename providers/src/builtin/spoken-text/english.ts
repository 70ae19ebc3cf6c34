import { withCodes, withoutThousands, withTelephoneNumbers } from "./plain.ts";

/** English as a voice should read it. `text` is plain text. */
export function englishText(text: string): string {
  let said = withTimes(text);
  said = withAmounts(withoutThousands(said));
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
  [/(\d)\s?km\b/g, "$1 kilometres"],
  [/(\d)\s?kg\b/g, "$1 kilograms"],
  [/(\d)\s?%/g, "$1 percent"],
  [/\s&\s/g, " and "],
  [/(\d)\s?°\s?C\b/g, "$1 degrees"],
];

function withTimes(text: string): string {
  return text.replace(
    /(?<![\d:.])([01]?\d|2[0-3])[:.h]([0-5]\d)(?::[0-5]\d)?(?:\s?(a|p)\.?\s?m\b\.?)?(?![\d:%])|(?<![\d:.])(1[0-2]|0?[1-9])\s?(a|p)\.?\s?m\b\.?/gi,
    (found, ...[hour, minute, half, onlyHour, onlyHalf]: (string | undefined)[]) => {
      if (onlyHour) return `${cardinal(Number(onlyHour))} ${halfDay(onlyHalf)}`;
      // A full stop between digits is a time only when a half of the day follows (7.30 pm).
      if (found.includes(".") && !half && !found.includes(":")) return found;
      const minutes = Number(minute);
      const spoken = minutes === 0 ? (half ? "" : "o'clock") : minutes < 10 ? `oh ${cardinal(minutes)}` : cardinal(minutes);
      const hours = Number(hour) === 0 ? "zero" : cardinal(Number(hour));
      const clock = Number(hour) > 12 && minutes === 0 ? `${hours} hundred` : `${hours} ${spoken}`.trim();
      return half ? `${clock} ${halfDay(half)}` : clock;
    },
  );
}

function halfDay(letter: string | undefined): string {
  return letter?.toLowerCase() === "a" ? "A M" : "P M";
}

interface Money {
  marks: string;
  one: string;
  many: string;
  cents?: string;
}

const MONEY: readonly Money[] = [
  { marks: "KES|K[Ss][Hh]s?\\.?", one: "Kenyan shilling", many: "Kenyan shillings", cents: "cents" },
  { marks: "TZS|T[Ss][Hh]s?\\.?", one: "Tanzanian shilling", many: "Tanzanian shillings" },
  { marks: "UGX|U[Ss][Hh]s?\\.?", one: "Ugandan shilling", many: "Ugandan shillings" },
  { marks: "NGN|₦", one: "naira", many: "naira", cents: "kobo" },
  { marks: "GHS|GH₵|₵", one: "cedi", many: "cedis", cents: "pesewas" },
  // R250 and R19.90 are amounts; R2 and R2D2 may be anything.
  { marks: "ZAR|R(?=\\s?(?:\\d{3,}|\\d+\\.\\d\\d)(?![\\p{L}\\d]))", one: "rand", many: "rand", cents: "cents" },
  { marks: "RWF", one: "Rwandan franc", many: "Rwandan francs" },
  { marks: "ETB", one: "birr", many: "birr" },
  { marks: "XOF|XAF|FCFA", one: "C F A franc", many: "C F A francs" },
  { marks: "USD|US\\$|\\$", one: "dollar", many: "dollars", cents: "cents" },
  { marks: "EUR|€", one: "euro", many: "euros", cents: "cents" },
  { marks: "GBP|£", one: "pound", many: "pounds", cents: "pence" },
];

const AMOUNTS = MONEY.map((money) => ({
  money,
  before: new RegExp(`(?<![\\p{L}\\d])(?:${money.marks})\\s?(\\d{1,12})(?:\\.(\\d{2}))?(?!\\d)`, "gu"),
  after: new RegExp(`(?<![\\d.])(\\d{1,12})(?:\\.(\\d{2}))?\\s?(?:${money.marks})(?![\\p{L}\\d])`, "gu"),
}));

function withAmounts(text: string): string {
  let said = text;
  for (const { money, before, after } of AMOUNTS) {
    const write = (_: string, whole: string, part?: string): string => amount(Number(whole), part ? Number(part) : 0, money);
    said = said.replace(before, write).replace(after, write);
  }
  return said;
}

function amount(whole: number, part: number, money: Money): string {
  const main = `${cardinal(whole)} ${whole === 1 ? money.one : money.many}`;
  if (part === 0) return main;
  return money.cents
    ? `${main} and ${cardinal(part)} ${money.cents}`
    : `${cardinal(whole)} point ${cardinal(part)} ${money.many}`;
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
