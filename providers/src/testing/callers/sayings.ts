/** How callers say days, times, numbers, names … in English of East and West Africa, Swahili and French. */
import { addDays, weekdayOf } from "../../builtin/dialogue/spoken/calendar.ts";
import type { Draw, CallerLanguage } from "./business.ts";
import type { Chance } from "./chance.ts";

/** Saturday. */
export const TODAY = "2026-11-21";
export const LOCAL_TIME = `${TODAY}T09:41:00+03:00`;

const WEEKDAYS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
  sw: "Jumapili Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi".split(" "),
  fr: "dimanche lundi mardi mercredi jeudi vendredi samedi".split(" "),
};
const MONTHS: Readonly<Record<CallerLanguage, readonly [string, string]>> = {
  en: ["November", "December"],
  sw: ["Novemba", "Desemba"],
  fr: ["novembre", "décembre"],
};
const DIGITS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: "zero one two three four five six seven eight nine".split(" "),
  sw: "sifuri moja mbili tatu nne tano sita saba nane tisa".split(" "),
  fr: "zéro un deux trois quatre cinq six sept huit neuf".split(" "),
};
const HOURS: Readonly<Record<"en" | "fr", readonly string[]>> = {
  en: "twelve one two three four five six seven eight nine ten eleven".split(" "),
  fr: "zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(" "),
};
const SW_HOURS = "kumi na mbili,moja,mbili,tatu,nne,tano,sita,saba,nane,tisa,kumi,kumi na moja".split(",");
const NAMES =
  "Wanjiku Kamau,Otieno Odhiambo,Achieng,Brian Ouma,Grace Wanjiru,Chidi Okafor,Ngozi Eze,Kwame Mensah,Amina Hassan,Baraka Mushi,Neema Joseph,Fatou Diallo,Moussa Traoré,Aïcha Koné,Tendai Moyo,Mary Smith,Kofi Boateng,Halima Yusuf,Jean-Pierre Mukendi,Esther Akinyi".split(
    ",",
  );

/** A value that can be had: open weekdays in the next two weeks, hours from nine to half past three. */
export function drawn(draw: Draw, chance: Chance): string {
  switch (draw.kind) {
    case "day": {
      const day = addDays(TODAY, 2 + chance.below(12));
      return [0, 6].includes(weekdayOf(day)) ? addDays(day, 2) : day;
    }
    case "time":
      return `${String(9 + chance.below(7)).padStart(2, "0")}:${chance.isTrue(0.4) ? "30" : "00"}`;
    case "phone":
      return `07${Array.from({ length: 8 }, () => chance.below(10)).join("")}`;
    case "name":
      return chance.of(NAMES);
    case "email":
      return `${chance.of(["asha", "brian", "grace", "otieno"])}.${chance.of(["mwangi", "eze", "kone"])}@${chance.of(["gmail.com", "yahoo.com"])}`;
    case "code":
      return draw.form
        .replace(/L/g, () => chance.of([..."ABCDEFGHJKLMNPRSTUVWXYZ"]))
        .replace(/d/g, () => String(chance.below(10)));
    case "number":
      return String(draw.from + (draw.step ?? 1) * chance.below(Math.floor((draw.to - draw.from) / (draw.step ?? 1)) + 1));
    case "choice":
      return chance.of(Object.keys(draw.of));
    case "text":
      return "";
  }
}

/** `asked`: as an answer; otherwise as part of a sentence, where a bare number says nothing. */
export function sayValue(
  draw: Draw,
  value: string,
  { language, chance, asked }: { language: CallerLanguage; chance: Chance; asked: boolean },
): string {
  switch (draw.kind) {
    case "day":
      return daySaid(value, language, chance);
    case "time":
      return timeSaid(value, language, chance);
    case "phone":
      return phoneSaid(value, language, chance);
    case "email":
      return value.replace("@", language === "fr" ? " arobase " : " at ").replace(/\./g, language === "fr" ? " point " : " dot ");
    case "name":
      return value;
    case "code":
      return codeSaid(value, language, chance);
    case "number": {
      const nouns = draw.noun[language] ?? [""];
      const number =
        Number(value) < 10 && chance.isTrue(0.6) ? DIGITS[language][Number(value)]! : amountSaid(Number(value), language, chance);
      const noun = chance.of(nouns);
      return asked && chance.isTrue(0.5) ? number : language === "sw" ? `${noun} ${number}` : `${number} ${noun}`;
    }
    case "choice":
      return chance.of(draw.of[value]?.[language] ?? [value]);
    case "text":
      return value;
  }
}

function daySaid(day: string, language: CallerLanguage, chance: Chance): string {
  const ahead = Array.from({ length: 15 }, (_, days) => days).find((days) => addDays(TODAY, days) === day) ?? 20;
  const weekday = WEEKDAYS[language][weekdayOf(day)]!;
  const date = Number(day.slice(8));
  const month = MONTHS[language][day.slice(5, 7) === "11" ? 0 : 1];
  const ways: string[] =
    language === "en"
      ? [`the ${ordinal(date)} of ${month}`, `${month} ${date}`]
      : language === "sw"
        ? [`tarehe ${date} ${month}`]
        : [`le ${date} ${month}`];
  if (ahead < 7)
    ways.push(
      weekday,
      language === "en" ? `on ${weekday}` : language === "sw" ? `siku ya ${weekday}` : weekday,
      language === "en" ? `this coming ${weekday}` : weekday,
    );
  if (ahead === 2) ways.push({ en: "the day after tomorrow", sw: "kesho kutwa", fr: "après-demain" }[language]);
  return chance.of(ways);
}

function ordinal(number: number): string {
  const tail = number % 100 >= 11 && number % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${tail}`;
}

function timeSaid(time: string, language: CallerLanguage, chance: Chance): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (language === "sw") {
    const part = hour < 12 ? "asubuhi" : hour < 16 ? "mchana" : "jioni";
    return `saa ${SW_HOURS[(hour + 6) % 12]}${minute === 30 ? " na nusu" : ""} ${part}`;
  }
  if (language === "fr")
    return `${chance.isTrue(0.5) ? HOURS.fr[hour]! : String(hour)} heures${minute === 30 ? chance.of([" trente", " et demie"]) : ""}`;
  const spoken = HOURS.en[hour % 12]!;
  const part = hour < 12 ? "in the morning" : "in the afternoon";
  const ways =
    minute === 30
      ? [`half past ${spoken}`, `${spoken} thirty`, `${hour % 12 || 12}:30 ${hour < 12 ? "am" : "pm"}`]
      : [`${spoken} ${part}`, `${hour % 12 || 12} ${hour < 12 ? "am" : "pm"}`, `${spoken} o'clock`];
  return chance.of(ways);
}

function phoneSaid(phone: string, language: CallerLanguage, chance: Chance): string {
  if (chance.isTrue(0.25)) return `${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`;
  if (language === "fr" && chance.isTrue(0.5)) return pairs(phone).map(frenchPair).join(" ");
  const words = [...phone].map((digit) => DIGITS[language][Number(digit)]!);
  if (language !== "en") return words.join(" ");
  if (words[0] === "zero" && chance.isTrue(0.5)) words[0] = "oh";
  return words.join(" ").replace(/\b(\w+) \1\b/g, (all, word: string) => (chance.isTrue(0.6) ? `double ${word}` : all));
}

function pairs(digits: string): string[] {
  return digits.match(/\d\d?/g) ?? [];
}

const FR_TENS = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"];
const FR_TEENS = "dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(" ");

function frenchPair(pair: string): string {
  const value = Number(pair);
  if (pair.startsWith("0")) return `zéro ${DIGITS.fr[value]!}`;
  if (value < 20) return FR_TEENS[value - 10]!;
  if (value < 70)
    return value % 10 === 0
      ? FR_TENS[Math.floor(value / 10)]!
      : value % 10 === 1
        ? `${FR_TENS[Math.floor(value / 10)]!} et un`
        : `${FR_TENS[Math.floor(value / 10)]!}-${DIGITS.fr[value % 10]!}`;
  if (value < 80) return value === 71 ? "soixante et onze" : `soixante-${FR_TEENS[value - 70]!}`;
  if (value === 80) return "quatre-vingts";
  return `quatre-vingt-${value < 90 ? DIGITS.fr[value - 80]! : FR_TEENS[value - 90]!}`;
}

function codeSaid(code: string, language: CallerLanguage, chance: Chance): string {
  if (chance.isTrue(0.3)) return code;
  return [...code.replace(/[-/]/g, "")].map((sign) => (/\d/.test(sign) ? DIGITS[language][Number(sign)]! : sign)).join(" ");
}

function amountSaid(value: number, language: CallerLanguage, chance: Chance): string {
  if (value % 1_000 === 0 && value < 10_000 && value > 0 && chance.isTrue(0.5))
    return {
      en: `${DIGITS.en[value / 1_000]!} thousand`,
      sw: `elfu ${DIGITS.sw[value / 1_000]!}`,
      fr: value === 1_000 ? "mille" : `${DIGITS.fr[value / 1_000]!} mille`,
    }[language];
  return String(value);
}

const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS: Readonly<Record<string, string>> = {
  "1st": "first",
  "2nd": "second",
  "3rd": "third",
  "4th": "fourth",
  "5th": "fifth",
};

/** "House 12" is said as "house twelve" is: nobody hears how it was written. */
export function numbersInWords(text: string): string {
  return text.replace(/\b(?:\d{1,2}|[1-5](?:st|nd|rd|th))\b/g, (number) => ORDINALS[number] ?? SMALL[Number(number)] ?? number);
}
