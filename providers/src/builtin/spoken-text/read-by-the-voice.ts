/** Languages whose voice reads plain numbers well, and dates, times and marks of currencies badly. */
import { createMoney, type Currency } from "./currencies.ts";
import { monthsOf, withDates, type CalendarDay } from "./dates.ts";
import { asNumber, withCodes, withoutThousands, withTelephoneNumbers } from "./plain.ts";
import { withClock } from "./words-for-numbers.ts";

interface Language {
  /** Of `+254`. */
  plus: string;
  date(day: CalendarDay): string;
  /** What introduces a time and is said anew, as a pattern, and a time of 24 hours. */
  clock: readonly [before: string, say: (hour: number, minute: number) => string];
  /** Said after the number. */
  money: Readonly<Partial<Record<Currency, string>>>;
  /** So many hundredths of a currency, said after it. */
  cents(part: number): string;
  percent: string;
  /** A comma or a full stop may stand between thousands. */
  thousands: RegExp;
}

const COMMAS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,]\d)/g;
const FULL_STOPS = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,]\d)/g;

const portugueseMonth = monthsOf("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro");
const arabicMonth = monthsOf("يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر");
const amharicMonth = monthsOf("ጃንዋሪ ፌብሩዋሪ ማርች ኤፕሪል ሜይ ጁን ጁላይ ኦገስት ሴፕቴምበር ኦክቶበር ኖቬምበር ዲሴምበር");
const afrikaansMonth = monthsOf("Januarie Februarie Maart April Mei Junie Julie Augustus September Oktober November Desember");

const LANGUAGES: Readonly<Record<string, Language>> = {
  pt: {
    plus: "mais",
    date: ({ day, month, year }) => `${day} de ${portugueseMonth(month)} de ${year}`,
    clock: ["", (hour, minute) => `${hour} ${hour === 1 ? "hora" : "horas"}${minute === 0 ? "" : ` e ${minute}`}`],
    money: {
      KES: "xelins quenianos",
      TZS: "xelins tanzanianos",
      UGX: "xelins ugandeses",
      NGN: "nairas",
      GHS: "cedis",
      ZAR: "rands",
      RWF: "francos ruandeses",
      ETB: "birres",
      XOF: "francos C F A",
      EGP: "libras egípcias",
      MZN: "meticais",
      AOA: "kwanzas",
      CVE: "escudos cabo-verdianos",
      USD: "dólares",
      EUR: "euros",
      GBP: "libras",
    },
    cents: (part) => `e ${part} cêntimos`,
    percent: "por cento",
    thousands: FULL_STOPS,
  },
  ar: {
    plus: "زائد",
    date: ({ day, month, year }) => `${day} ${arabicMonth(month)} ${year}`,
    clock: ["الساعة\\s+", arabicTime],
    money: {
      KES: "شلن كيني",
      TZS: "شلن تنزاني",
      UGX: "شلن أوغندي",
      NGN: "نايرا",
      GHS: "سيدي",
      ZAR: "راند",
      RWF: "فرنك رواندي",
      ETB: "بر إثيوبي",
      XOF: "فرنك إفريقي",
      EGP: "جنيه مصري",
      MAD: "درهم مغربي",
      SDG: "جنيه سوداني",
      USD: "دولار",
      EUR: "يورو",
      GBP: "جنيه إسترليني",
    },
    cents: (part) => `و ${part} من المئة`,
    percent: "بالمئة",
    thousands: COMMAS,
  },
  am: {
    plus: "ፕላስ",
    date: ({ day, month, year }) => `${amharicMonth(month)} ${day} ቀን ${year}`,
    clock: ["", amharicTime],
    money: {
      ETB: "ብር",
      KES: "የኬንያ ሽልንግ",
      TZS: "የታንዛኒያ ሽልንግ",
      UGX: "የኡጋንዳ ሽልንግ",
      NGN: "ናይራ",
      GHS: "ሲዲ",
      ZAR: "ራንድ",
      RWF: "የሩዋንዳ ፍራንክ",
      XOF: "ሴፋ ፍራንክ",
      EGP: "የግብፅ ፓውንድ",
      USD: "ዶላር",
      EUR: "ዩሮ",
      GBP: "ፓውንድ",
    },
    cents: (part) => `ከ ${part} ሳንቲም`,
    percent: "በመቶ",
    thousands: COMMAS,
  },
  af: {
    plus: "plus",
    date: ({ day, month, year }) => `${day} ${afrikaansMonth(month)} ${year}`,
    clock: ["", (hour, minute) => `${hour} uur${minute === 0 ? "" : ` ${minute}`}`],
    money: {
      ZAR: "rand",
      KES: "Keniaanse sjielings",
      TZS: "Tanzaniese sjielings",
      UGX: "Ugandese sjielings",
      NGN: "naira",
      GHS: "cedi",
      USD: "dollar",
      EUR: "euro",
      GBP: "pond",
    },
    cents: (part) => `en ${part} sent`,
    percent: "persent",
    thousands: COMMAS,
  },
};

function arabicTime(hour: number, minute: number): string {
  const part = hour < 12 ? "صباحا" : hour < 15 ? "ظهرا" : "مساء";
  return `الساعة ${hour % 12 || 12}${minute === 0 ? "" : ` و ${minute} دقيقة`} ${part}`;
}

/** The Ethiopian day begins at six: 10:30 on the wall is half past four in the morning. */
function amharicTime(hour: number, minute: number): string {
  const part = hour < 6 ? "ከሌሊቱ" : hour < 12 ? "ከጠዋቱ" : hour < 18 ? "ከቀኑ" : "ከምሽቱ";
  const minutes = minute === 0 ? "" : minute === 30 ? " ተኩል" : ` ከ ${minute} ደቂቃ`;
  return `${part} ${(hour + 6) % 12 || 12} ሰዓት${minutes}`;
}

const SAYERS = Object.fromEntries(
  Object.entries(LANGUAGES).map(([primary, language]) => [
    primary,
    createMoney(
      language.money,
      ({ whole, part, currency }) => `${asNumber(whole)} ${currency}${part && ` ${language.cents(Number(part.padEnd(2, "0")))}`}`,
    ),
  ]),
);

/** Undefined for a language that is not among them. `text` is plain text. */
export function readByTheVoice(text: string, tag: string): string | undefined {
  const primary = tag.toLowerCase().split("-")[0] ?? "";
  const language = LANGUAGES[primary];
  const withMoney = SAYERS[primary];
  if (!language || !withMoney) return undefined;
  const [before, time] = language.clock;
  let said = withClock(withDates(text, tag, language.date), before, time);
  said = withMoney(said).replace(language.thousands, (run) => asNumber(run.replace(/[.,]/g, "")));
  said = withCodes(withTelephoneNumbers(withoutThousands(said), language.plus));
  return said
    .replace(/(\d\u2060?)\s?%/g, `$1 ${language.percent}`)
    .replace(/\s+/g, " ")
    .trim();
}
