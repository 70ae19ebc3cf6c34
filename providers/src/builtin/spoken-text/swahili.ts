import { createMoney } from "./currencies.ts";
import { monthsOf, withDates } from "./dates.ts";
import { withCodes, withoutThousands, withTelephoneNumbers } from "./plain.ts";

/** Swahili as a voice should read it. `text` is plain text. */
export function swahiliText(text: string, language: string): string {
  let said = withDates(
    text,
    language,
    ({ day, month, year }) => `tarehe ${swahiliNumber(day)} ${monthName(month)} ${swahiliNumber(year)}`,
  );
  said = withoutThousands(withMoney(withTimes(said.replace(/\b(tarehe) tarehe\b/gi, "$1"))));
  said = withCodes(withTelephoneNumbers(said, "jumlisha"));
  said = said.replace(/(?<![\d.,] ?)(\d{1,9})\u2060?\s?%/g, (_, number: string) => `asilimia ${swahiliNumber(Number(number))}`);
  return said.replace(/\s+/g, " ").trim();
}

const withMoney = createMoney(
  {
    KES: "shilingi",
    TZS: "shilingi",
    UGX: "shilingi za Uganda",
    NGN: "naira",
    GHS: "sedi",
    ZAR: "randi",
    RWF: "faranga za Rwanda",
    BIF: "faranga za Burundi",
    ETB: "birr",
    XOF: "faranga za C F A",
    EGP: "pauni za Misri",
    MZN: "metikali",
    CDF: "faranga za Kongo",
    EUR: "yuro",
    GBP: "pauni",
    USD: "dola",
  },
  ({ whole, part, currency }) =>
    `${currency} ${swahiliNumber(Number(whole))}${part && ` na senti ${swahiliNumber(Number(part.padEnd(2, "0")))}`}`,
);

const monthName = monthsOf("Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba");

const PARTS_OF_DAY = "asubuhi|alfajiri|mchana|alasiri|jioni|usiku";

/**
 * The Swahili day begins at sunrise: 10:30 on the wall is "saa nne na nusu". A time that follows "saa" and names the part of the day is
 * already told so.
 */
function withTimes(text: string): string {
  const pattern = new RegExp(
    `(\\bsaa\\s+)?(?<![\\d:])([01]?\\d|2[0-3]):([0-5]\\d)(?![\\d:])(\\s+(?:za\\s+)?(?:${PARTS_OF_DAY}))?`,
    "gi",
  );
  return text.replace(pattern, (_, ...[saa, hour, minute, part]: (string | undefined)[]) => {
    const hours = Number(hour);
    const told = saa !== undefined && part !== undefined && hours >= 1 && hours <= 12;
    return told
      ? `saa ${clock(hours, Number(minute))}${part}`
      : `saa ${clock((hours + 6) % 12 || 12, Number(minute))} ${part?.trim() ?? partOf(hours)}`;
  });
}

function clock(hour: number, minute: number): string {
  if (minute === 0) return swahiliNumber(hour);
  if (minute === 15) return `${swahiliNumber(hour)} na robo`;
  if (minute === 30) return `${swahiliNumber(hour)} na nusu`;
  if (minute === 45) return `${swahiliNumber((hour % 12) + 1)} kasorobo`;
  return `${swahiliNumber(hour)} na dakika ${swahiliNumber(minute)}`;
}

function partOf(hour: number): string {
  if (hour < 5 || hour >= 19) return "usiku";
  if (hour < 12) return "asubuhi";
  return hour < 16 ? "mchana" : "jioni";
}

const ONES = "sifuri moja mbili tatu nne tano sita saba nane tisa".split(" ");
const TENS = "_ kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini".split(" ");
const SCALES: readonly (readonly [number, string])[] = [
  [1e9, "bilioni"],
  [1e6, "milioni"],
  [1e5, "laki"],
  [1e3, "elfu"],
  [100, "mia"],
];

/** A whole number below a million million in words: 1250 is "elfu moja mia mbili na hamsini". */
export function swahiliNumber(number: number): string {
  if (number < 10) return ONES[number] ?? String(number);
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 ? ` na ${ONES[number % 10]}` : ""}`;
  for (const [size, name] of SCALES) {
    if (number < size) continue;
    const rest = number % size;
    return `${name} ${swahiliNumber(Math.floor(number / size))}${rest === 0 ? "" : rest < 100 ? ` na ${swahiliNumber(rest)}` : ` ${swahiliNumber(rest)}`}`;
  }
  return String(number);
}
