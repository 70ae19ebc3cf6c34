/** Whether a sentence says a value: the reader finds it there, or it is written there as it stands. */
import type { ReadingContext, ValueKind } from "../ports.ts";
import { contentOf, folded, shareOf, wordsIn } from "./folded.ts";
import { dayInWords } from "./days.ts";
import type { Reading } from "./reading.ts";
import type { Slot } from "./slots.ts";

export interface Sentence {
  text: string;
  /** The question that it answers. */
  asked?: string | undefined;
}

export interface Finding {
  reading: Pick<Reading, "read">;
  context: ReadingContext;
}

/** So much of a free text must have been said. */
const SHARE_OF_TEXT = 0.5;
/** Digits of a telephone number that tell it from others, whatever stands before them. */
const PHONE_DIGITS = 9;
const FEWEST_PHONE_DIGITS = 7;
/** Names are looked for by the reader in so many of the last sentences. */
const MOST_READ = 3;
/** Shorter codes must stand alone: "12" is in many a number. */
const SHORT_CODE = 4;

/** Of each guard's reader: what was said before is looked through again at every tool call. */
const answers = new WeakMap<Finding["reading"], Map<string, boolean>>();
const MOST_ANSWERS = 4_000;
const LONGEST_REMEMBERED = 1_000;

export function saysValue(sentence: Sentence, slot: Pick<Slot, "kind" | "value">, finding: Finding): boolean {
  const { reading, context } = finding;
  if (sentence.text.length > LONGEST_REMEMBERED) return saysValueAnew(sentence, slot, finding);
  const known = answers.get(reading) ?? new Map<string, boolean>();
  answers.set(reading, known);
  const day = context.localTime.slice(0, 10);
  const key = `${slot.kind}\n${slot.value}\n${context.language}\n${day}\n${sentence.asked ?? "\0"}\n${sentence.text}`;
  let isSaid = known.get(key);
  if (isSaid !== undefined) return isSaid;
  isSaid = saysValueAnew(sentence, slot, finding);
  if (known.size >= MOST_ANSWERS) known.clear();
  known.set(key, isSaid);
  return isSaid;
}

function saysValueAnew(sentence: Sentence, slot: Pick<Slot, "kind" | "value">, finding: Finding): boolean {
  const value = String(slot.value);
  switch (slot.kind) {
    case "date":
      return saysDate(sentence, value, finding);
    case "time":
      return saysTime(sentence, value, finding);
    case "moment": {
      const [date = "", time = ""] = value.split(/[T ]/);
      return saysDate(sentence, date, finding) && saysTime(sentence, time.slice(0, 5), finding);
    }
    case "number":
    case "money":
      return saysNumber(sentence, Number(slot.value), slot.kind, finding);
    case "phone":
      return saysPhone(sentence, value, finding);
    case "code":
      return saysCode(sentence, value, finding);
    case "email":
      return saysEmail(sentence, value, finding);
    case "name":
      return findNames([sentence], value, finding).every(Boolean);
    case "choice":
      return saysChoice(sentence.text, value);
    case "text":
      return shareOf(value, contentOf(sentence.text)) >= SHARE_OF_TEXT;
    case "yes-no":
      return read(sentence, "yes-no", finding).includes(slot.value);
  }
}

export function read({ text, asked }: Sentence, kind: ValueKind, { reading, context }: Finding): readonly unknown[] {
  return reading.read(text, kind, asked === undefined ? context : { ...context, asked });
}

function saysDate(sentence: Sentence, day: string, finding: Finding): boolean {
  if (sentence.text.includes(day)) return true;
  return writesDate(sentence.text, day, finding.context.language) || read(sentence, "date", finding).includes(day);
}

/** "1 December", "December 1st", "le 1er décembre": in the call's language and in English, where no reader knows it. */
function writesDate(text: string, day: string, language: string): boolean {
  const words = wordsIn(text);
  const date = Number(day.slice(8));
  const months = [language, "en"].flatMap((one) => wordsIn(dayInWords(day, one, { month: "long" })));
  return words.some((word, at) => {
    const isDay = Number(/^(\d{1,2})(?:st|nd|rd|th|er|e|º)?$/.exec(word)?.[1] ?? Number.NaN) === date;
    return isDay && words.slice(Math.max(0, at - 3), at + 4).some((near) => months.includes(near));
  });
}

function saysTime(sentence: Sentence, time: string, finding: Finding): boolean {
  const wanted = minuteOf(time);
  if (wanted === undefined) return sentence.text.includes(time);
  const written = folded(sentence.text).matchAll(
    /(?<![\d:.])(\d{1,2})(?:[:.h](\d\d)|h)?\s*(am|pm|a\.m|p\.m|heures?|horas?)?(?: (?:e )?(\d\d)(?= *[^\d\s%]| *$))?(?![\d:])/gu,
  );
  for (const [whole, hour = "", clock, half, spoken] of written) {
    // "12 heures 30", "12 horas e 30".
    const minutes = clock ?? (half?.startsWith("h") === true ? spoken : undefined);
    if (minutes === undefined && half === undefined && !whole.includes("h")) continue;
    const isLate = half?.startsWith("p") === true && Number(hour) < 12;
    if ((Number(hour) + (isLate ? 12 : 0)) * 60 + Number(minutes ?? 0) === wanted) return true;
  }
  return read(sentence, "time", finding).some((one) => minuteOf(String(one)) === wanted);
}

export function minuteOf(time: string): number | undefined {
  const [, hour, minutes] = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minutes);
}

function saysNumber(sentence: Sentence, wanted: number, kind: "number" | "money", finding: Finding): boolean {
  if (writtenNumbers(sentence.text).includes(wanted)) return true;
  const found = [...read(sentence, "number", finding), ...(kind === "money" ? read(sentence, "money", finding) : [])];
  return found.some((one) => amountOf(one) === wanted);
}

function amountOf(value: unknown): number {
  return Number(typeof value === "object" && value !== null && "amount" in value ? value.amount : value);
}

/** "1,500" is 1500, and so is "1 500". */
export function writtenNumbers(text: string): number[] {
  const found = folded(text).match(/\d+(?:[,\s']\d{3})*(?:\.\d+)?/gu) ?? [];
  return found.map((one) => Number(one.replace(/[,\s']/gu, "")));
}

function saysPhone(sentence: Sentence, phone: string, finding: Finding): boolean {
  const wanted = digitsOf(phone);
  if (wanted.length < FEWEST_PHONE_DIGITS) return false;
  const isIt = (other: string): boolean => isSamePhone(digitsOf(other), wanted);
  // The plans of this country know no number of another: its digits are read as a code.
  return (
    digitRuns(sentence.text).some(isIt) ||
    (["phone", "code"] as const).some((kind) => read(sentence, kind, finding).some((one) => isIt(String(one))))
  );
}

export function isSamePhone(one: string, other: string): boolean {
  if (one.length < FEWEST_PHONE_DIGITS || other.length < FEWEST_PHONE_DIGITS) return false;
  const count = Math.min(PHONE_DIGITS, one.length, other.length);
  return Math.max(one.length, other.length) - count <= 4 && one.slice(-count) === other.slice(-count);
}

export function digitsOf(text: string): string {
  return folded(text).replace(/\D/gu, "");
}

/** Digits with nothing but a sign or two between them are one number: "0 7 2 2, 0 0 0". */
function digitRuns(text: string): string[] {
  const runs = folded(text).match(/\+?\d(?:[\s,.()\-–]{0,3}\d)*/gu) ?? [];
  return runs.map(digitsOf);
}

function saysCode(sentence: Sentence, code: string, finding: Finding): boolean {
  const wanted = bareCode(code);
  if (wanted === "") return false;
  const isWritten =
    wanted.length < SHORT_CODE ? signRuns(sentence.text).includes(wanted) : bareCode(sentence.text).includes(wanted);
  if (isWritten || digitRuns(sentence.text).includes(wanted)) return true;
  const found = [...read(sentence, "code", finding), ...read(sentence, "number", finding)];
  return found.some((one) => bareCode(String(one)) === wanted);
}

/** The words of a sentence; signs that stand alone, one after another, are one: "C 1 4". */
function signRuns(text: string): string[] {
  const runs: string[] = [];
  let run = "";
  for (const word of [...wordsIn(text), ""]) {
    if (word.length === 1) run += word;
    else {
      runs.push(run, word);
      run = "";
    }
  }
  return runs;
}

function bareCode(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function saysEmail(sentence: Sentence, address: string, finding: Finding): boolean {
  const wanted = address.toLowerCase();
  const written = folded(sentence.text);
  return (
    written.includes(wanted) ||
    written.replace(/\s*@\s*/gu, "@").includes(wanted) ||
    read(sentence, "email", finding).some((one) => String(one).toLowerCase() === wanted)
  );
}

const TITLES = new Set(
  wordsIn("mr mrs ms miss dr prof madam sir bwana bi mama baba mzee m mme mlle monsieur madame senhor senhora"),
);

/** Of each word of a name: whether one of the sentences has it. */
export function findNames(sentences: readonly Sentence[], name: string, finding: Finding): boolean[] {
  const parts = wordsIn(name).filter((word) => !TITLES.has(word));
  const said = new Set(sentences.flatMap(({ text }) => [...wordsIn(text), ...spelledIn(text)]));
  // The reader knows spelled and misheard names; it is asked only where plain words are not enough.
  if (!parts.every((part) => said.has(part)))
    for (const one of sentences.slice(-MOST_READ))
      for (const found of read(one, "name", finding)) for (const word of wordsIn(String(found))) said.add(word);
  return parts.length === 0 ? [false] : parts.map((part) => said.has(part));
}

/** "M, A, R, Y" is "mary". */
function spelledIn(text: string): string[] {
  const runs = folded(text).match(/(?<![\p{L}\p{N}'])\p{L}(?:[\s,.-]{1,3}\p{L}(?![\p{L}\p{N}']))+/gu) ?? [];
  return runs.map((run) => run.replace(/[^\p{L}]/gu, ""));
}

function saysChoice(text: string, choice: string): boolean {
  const wanted = wordsIn(choice.replace(/[_-]+/gu, " ")).map((word) => word.slice(0, 6));
  const said = new Set(wordsIn(text).flatMap((word) => [word.slice(0, 6), word.replace(/s$/u, "").slice(0, 6)]));
  return wanted.length > 0 && wanted.every((word) => said.has(word));
}
