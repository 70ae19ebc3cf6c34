import { createMoney } from "./currencies.ts";
import { monthsOf, withDates } from "./dates.ts";
import { withCodes, withTelephoneNumbers } from "./plain.ts";
import { asWords, withClock, type NumberWords } from "./words-for-numbers.ts";

/** Zulu with every number in words: no voice of this machine reads them in Zulu by itself. `text` is plain text. */
export function zuluText(text: string, language: string): string {
  let said = withDates(
    text,
    language,
    ({ day, month, year }) => `mhla ka ${zuluNumber(day)} ${monthName(month)} ${zuluNumber(year)}`,
  );
  said = withClock(said, "ihora\\s+", time);
  said = withMoney(said);
  said = withCodes(withTelephoneNumbers(said, "hlanganisa"));
  said = said.replace(/(\d[\d,.]*)\s?%/g, "amaphesenti $1");
  return asWords(said, WORDS);
}

const monthName = monthsOf("Januwari Februwari Mashi Ephreli Meyi Juni Julayi Agasti Septhemba Okthoba Novemba Disemba");

const HOURS =
  "_ lokuqala lesibili lesithathu lesine lesihlanu lesithupha lesikhombisa lesishiyagalombili lesishiyagalolunye leshumi leshumi_nanye leshumi_nambili"
    .split(" ")
    .map((hour) => hour.replace("_", " "));

function time(hour: number, minute: number): string {
  const minutes = minute === 0 ? "" : ` nemizuzu ${related("e", minute)}`;
  return `ihora ${HOURS[hour % 12 || 12]}${minutes} ${partOf(hour)}`;
}

function partOf(hour: number): string {
  if (hour < 4 || hour >= 19) return "ebusuku";
  if (hour < 12) return "ekuseni";
  return hour < 15 ? "emini" : "ntambama";
}

const withMoney = createMoney(
  {
    KES: "osheleni baseKenya",
    TZS: "osheleni baseTanzania",
    UGX: "osheleni base-Uganda",
    NGN: "amanayira",
    GHS: "amasidi",
    ZAR: "amarandi",
    RWF: "amafrankhi aseRwanda",
    ETB: "amabirr",
    XOF: "amafrankhi e-CFA",
    EGP: "amaphawundi aseGibhithe",
    USD: "amadola",
    EUR: "ama-euro",
    GBP: "amaphawundi",
  },
  ({ whole, part, currency }) =>
    `${currency} ${related("a", Number(whole))}${part && ` namasenti ${related("a", Number(part.padEnd(2, "0")))}`}`,
);

const ALONE = "iqanda kunye kubili kuthathu kune kuhlanu isithupha isikhombisa isishiyagalombili isishiyagalolunye".split(" ");
/** Stems that agree with what they count; from six on it is a noun of its own. */
const STEMS = "_ nye bili thathu ne hlanu".split(" ");
const AFTER_AND = "_ nanye nambili nantathu nane nanhlanu nesithupha nesikhombisa nesishiyagalombili nesishiyagalolunye".split(
  " ",
);

/** 1250 is "inkulungwane namakhulu amabili namashumi amahlanu". */
export function zuluNumber(number: number): string {
  if (number < 10) return ALONE[number] ?? String(number);
  if (number < 100) return withRest(number, 10, number < 20 ? "ishumi" : `amashumi ${ofAma(Math.floor(number / 10))}`);
  if (number < 1_000) return withRest(number, 100, number < 200 ? "ikhulu" : `amakhulu ${ofAma(Math.floor(number / 100))}`);
  if (number < 1e6) return withRest(number, 1_000, large(Math.floor(number / 1_000), "inkulungwane", "izinkulungwane"));
  if (number < 1e9) return withRest(number, 1e6, large(Math.floor(number / 1e6), "isigidi", "izigidi"));
  return withRest(number, 1e9, large(Math.floor(number / 1e9), "isigidigidi", "izigidigidi"));
}

function withRest(number: number, size: number, name: string): string {
  const rest = number % size;
  return rest === 0 ? name : `${name} ${and(rest)}`;
}

/** "na" and a number run into each other: na + ishumi is "neshumi", na + amashumi "namashumi". */
function and(number: number): string {
  if (number < 10) return AFTER_AND[number] ?? String(number);
  const said = zuluNumber(number);
  return said.startsWith("a") ? `n${said}` : `ne${said.slice(1)}`;
}

function ofAma(count: number): string {
  return count < 6 ? `ama${STEMS[count]}` : `ayi${(ALONE[count] ?? "").slice(1)}`;
}

/** Beside -bili, -thathu and their like "izin" stands for "izi". */
const FEW = {
  a: ["", "eyodwa", "amabili", "amathathu", "amane", "amahlanu"],
  e: ["", "owodwa", "emibili", "emithathu", "emine", "emihlanu"],
  ezi: ["", "eyodwa", "ezimbili", "ezintathu", "ezine", "ezinhlanu"],
} as const;

function large(count: number, one: string, many: string): string {
  return count === 1 ? one : `${many} ${related("ezi", count)}`;
}

/** A number behind the noun that it counts: "amarandi angamakhulu amabili". */
function related(concord: "a" | "e" | "ezi", number: number): string {
  if (number === 0) return ALONE[0] ?? "0";
  if (number < 6) return FEW[concord][number] ?? "";
  const said = zuluNumber(number);
  return said.startsWith("a") ? `${concord}nga${said.slice(1)}` : `${concord}y${said}`;
}

const WORDS: NumberWords = { number: zuluNumber, point: "iphoyinti" };
