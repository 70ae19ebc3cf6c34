/** What an utterance says for a field, by the field's kind. Nothing is taken that was not said; doubt is told. */
import { choiceIn } from "./choices.ts";
import { saysWhere, type Field } from "./form.ts";
import type { Today } from "./check-visit.ts";
import { codesIn, phoneRunIn } from "../spoken/codes.ts";
import { emailIn } from "../spoken/emails.ts";
import { dayIn } from "../spoken/dates.ts";
import { nameIn, otherNameIn } from "../spoken/names.ts";
import { withPlaceInstead, withPlaces } from "../spoken/places.ts";
import { digitRuns } from "../spoken/numbers.ts";
import type { HeardLetters } from "../spoken/spelled.ts";
import { lookup, wordsOf } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { timeIn } from "../spoken/times.ts";
import { timeOf } from "../spoken/calendar.ts";
import { actsIn } from "../spoken/acts.ts";

export interface Reading {
  /** As it is sent, but a time that may be either half of the day begins with "~". */
  value: string;
  /** 0…1: how surely the words say this. */
  confidence: number;
}

export type Unreadable = "no-such-day";

export interface Asking {
  /** This field was asked for: a bare answer counts. */
  asked: boolean;
  today: Today;
  /** How surely it was heard, and what of this field was taken back. */
  heard: HeardLetters;
}

/** Runs of so many digits are numbers of something: no hour and no day. */
const LONG_RUN = 5;

export function readValue(text: string, field: Field, { asked, today, heard }: Asking): Reading | Unreadable | undefined {
  switch (field.kind) {
    case "day": {
      const day = dayIn(withoutRuns(text, LONG_RUN), today.now.day);
      if (day && "impossible" in day) return "no-such-day";
      return day && sure(day.day);
    }
    case "time": {
      const time = timeIn(withoutRuns(text, LONG_RUN), asked);
      return time && { value: `${time.ambiguous ? "~" : ""}${timeOf(time.minute)}`, confidence: 1 };
    }
    case "moment":
      return readMoment(text, today, asked);
    case "phone": {
      const run = phoneRunIn(text);
      return run && (run.long || asked) ? sure(run.digits) : undefined;
    }
    case "email": {
      const email = emailIn(text);
      return email === undefined ? undefined : sure(email);
    }
    case "name":
      return readName(text, field, asked, heard);
    case "choice":
      return choiceIn(text, field.choices, asked);
    case "yes-no":
      return readYesNo(text, field, asked);
    case "number":
      return readNumber(text, field, asked);
    case "code":
      return readCode(text, field, asked);
    case "text":
      if (!asked || !saysSomething(text)) return undefined;
      return sure(saysWhere(field) ? readPlace(text, heard) : text.trim());
  }
}

function sure(value: string): Reading {
  return { value, confidence: 1 };
}

const LEADS_TO_PLACE =
  /^(?:(?:yes|yeah|um+|uh+|well|okay|ok|so|sorry|please|it is|it's|(?:the|my|new) (?:new )?address is|ndiyo|samahani|oui|euh|désolée?|c'est)[\s,.]+)+/i;
/** Typed, it stands as it was written. */
const TYPED = 1;

/** Without what leads to it; a place that was taken back is not read out of the same words again. */
function readPlace(text: string, { confidence, not }: HeardLetters): string {
  const said = text.trim().replace(LEADS_TO_PLACE, "");
  if (confidence >= TYPED) return said;
  const place = withPlaces(said);
  if (!not.includes(place)) return place;
  return not.includes(said) ? withPlaceInstead(said, not) : said;
}

function readMoment(text: string, today: Today, asked: boolean): Reading | Unreadable | undefined {
  const bare = withoutRuns(text, LONG_RUN);
  const day = dayIn(bare, today.now.day);
  if (day && "impossible" in day) return "no-such-day";
  const time = timeIn(bare, asked && !day);
  if (!day && !time) return undefined;
  return sure(`${day ? day.day : "?"} ${time ? `${time.ambiguous ? "~" : ""}${timeOf(time.minute)}` : "?"}`);
}

const OTHER_PERSON =
  /\b(?:student|pupil|child|baby|patient|guest|passenger|beneficiary|recipient|receiver|sender|next of kin|spouse)\b/;

function readName(text: string, { label, name }: Field, asked: boolean, heard: HeardLetters): Reading | undefined {
  const isOther = OTHER_PERSON.test(`${label} ${name}`);
  const other = isOther ? otherNameIn(text) : undefined;
  if (other !== undefined) return sure(other);
  const acts = actsIn(text);
  if (asked && acts.has("yes") && wordsOf(text).length <= 2) return undefined;
  const said = nameIn(text, asked, heard);
  if (!said || (isOther && !asked)) return undefined;
  return { value: said.name, confidence: said.sure ? 1 : 0.8 };
}

const YES =
  /\b(?:yes|yeah|yep|yea|yah|sure|correct|i do|i have|of course|ndi[yo]+|naam|sawa|ninacho|ninayo|oui|bien sûr|d'accord|j'en ai)\b/g;
const NO = /\b(?:no|nope|nah|not|don't|do not|haven't|without|hapana|sina|siyo|sio|non|pas)\b/g;

function readYesNo(text: string, { label }: Field, asked: boolean): Reading | undefined {
  if (asked) {
    // "Sawa, hapana": the last of them counts.
    const last = (pattern: RegExp): number => [...text.toLowerCase().matchAll(pattern)].at(-1)?.index ?? -1;
    const [yes, no] = [last(YES), last(NO)];
    if (yes !== no) return sure(yes > no ? "true" : "false");
  }
  const words = label.split(" ").filter((word) => word.length > 3 && !/^(?:number|phone|name|date|time|address)$/.test(word));
  const padded = ` ${wordsOf(text).join(" ")} `;
  if (words.length === 0 || !words.every((word) => padded.includes(` ${word}`))) return undefined;
  return { value: /\b(?:no|not|without|don't|bila|sans|pas)\b/.test(padded) ? "false" : "true", confidence: 0.7 };
}

function readNumber(text: string, { label, minimum, maximum }: Field, asked: boolean): Reading | undefined {
  const words = wordsOf(text);
  const found = byDigits(quantitiesIn(text), words);
  if (found.length === 0) return undefined;
  const fits = ({ value }: { value: number }): boolean => value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  const noun =
    label
      .replace(/^number of /, "")
      .split(" ")
      .at(-1) ?? "";
  const distance = ({ from, to }: { from: number; to: number }): number => {
    const after = words.slice(to, to + 3).findIndex((word) => sameNoun(word, noun));
    const before = words
      .slice(Math.max(0, from - 3), from)
      .toReversed()
      .findIndex((word) => sameNoun(word, noun));
    return Math.min(after < 0 ? 9 : after, before < 0 ? 9 : before + 0.5);
  };
  const [named] =
    noun === "" ? [] : found.filter((one) => distance(one) < 9).toSorted((one, other) => distance(one) - distance(other));
  if (named) return sure(String(named.value));
  if (!asked) return undefined;
  const last = found.findLast(fits) ?? found.at(-1)!;
  return { value: String(last.value), confidence: found.length === 1 ? 1 : 0.6 };
}

type Quantity = ReturnType<typeof quantitiesIn>[number];

/** "Three two two" is one number of three digits, not three numbers. */
function byDigits(found: readonly Quantity[], words: readonly string[]): Quantity[] {
  const inside = ({ from, to }: Quantity, run: { from: number; to: number }): boolean => from >= run.from && to <= run.to;
  const runs = digitRuns(words).filter((run) => {
    const parts = found.filter((one) => inside(one, run));
    return parts.length > 1 && parts.length <= MOST_DIGITS && parts.every(({ value }) => value < 10);
  });
  const joined = runs.map(({ digits, from, to }) => ({ value: Number(digits), from, to }));
  return [...found.filter((one) => !runs.some((run) => inside(one, run))), ...joined].toSorted(
    (one, other) => one.from - other.from,
  );
}

/** More are a telephone number. */
const MOST_DIGITS = 8;

/** Nouns by which callers count: "two adults" are guests, "shillings" an amount. */
const COUNTED: Readonly<Record<string, RegExp>> = lookup({
  guest: /^(?:guests?|people|persons?|adults?|wageni|watu|personnes?|pax)$/,
  people: /^(?:guests?|people|persons?|adults?|wageni|watu|personnes?)$/,
  person: /^(?:guests?|people|persons?|adults?|watu|personnes?)$/,
  night: /^(?:nights?|usiku|nuits?)$/,
  amount: /^(?:shillings?|bob|francs?|naira|cedis?|rand|kes|ksh|amount|shilingi|pesa)$/,
  month: /^(?:months?|miezi|mwezi|mois)$/,
});

function sameNoun(word: string, noun: string): boolean {
  const single = noun.replace(/s$/, "");
  return COUNTED[single]?.test(word) ?? word.replace(/s$/, "") === single;
}

function readCode(text: string, field: Field, asked: boolean): Reading | undefined {
  // "My reading for five five …": the first is no four.
  const candidates = [...codesIn(text), ...codesIn(text.replace(/\bfor\b/gi, "|"))];
  const shaped = candidates.map((code) => fitted(code, field)).find((code) => code !== undefined);
  if (shaped !== undefined && (asked || hasForm(field) || mentions(text, field))) {
    const isPhone = !asked && !mentions(text, field) && /^\+?\d{9,}$/.test(shaped);
    return isPhone ? undefined : sure(shaped);
  }
  if (!asked && !mentions(text, field)) return undefined;
  const [longest] = candidates;
  return longest === undefined ? undefined : { value: longest, confidence: hasForm(field) ? 0.3 : 1 };
}

export function hasForm({ pattern, lengths }: Pick<Field, "pattern" | "lengths">): boolean {
  return pattern !== undefined || lengths !== undefined;
}

/** The code as the field's pattern writes it, where it can be written so. */
export function fitted(code: string, { pattern, lengths, minLength = 0, maxLength = 64 }: Field): string | undefined {
  const bare = code.replace(/[-/ ]/g, "");
  if (pattern) {
    const head = /^\D*/.exec(bare)![0];
    const tail = bare.slice(head.length);
    const dashed = [bare, bare.toLowerCase(), `${head}-${tail}`, `${head}/${tail}`, ...groups(bare)];
    return dashed.find((candidate) => pattern.test(candidate));
  }
  if (lengths && !lengths.includes(bare.length)) return undefined;
  return bare.length >= minLength && bare.length <= maxLength ? bare : undefined;
}

function groups(code: string): string[] {
  const split = (sizes: number): string[] => code.match(new RegExp(`.{1,${sizes}}`, "g")) ?? [];
  return [3, 4].flatMap((size) => [split(size).join("-"), split(size).join(" ")]);
}

function mentions(text: string, { label }: Field): boolean {
  const nouns = label.split(" ").filter((word) => !/^(?:number|code|id|reference|the|of|your)$/.test(word));
  const padded = ` ${text.toLowerCase()} `;
  return (
    nouns.some((noun) => noun.length > 2 && padded.includes(noun)) ||
    /\b(?:reference|tracking|code|number is|namba ni|oda|mita|numéro de|commande|compteur|colis|parcel|package)\b/.test(padded)
  );
}

const EMPTY =
  /^(?:(?:yes|no|(?:that is|that's|it is|it's)? ?(?:correct|right)|go ahead|ok(?:ay)?|um+|uh+|eh+n?|hm+|well|so|ndiyo|hapana|sawa|oui|non|euh|please|sure)[\s,.!?]*)*$/i;

export function saysSomething(text: string): boolean {
  return !EMPTY.test(text.trim()) && /\p{L}{2,}|\d/u.test(text);
}

/** The words without the digits of telephone and order numbers: "at ten, my number is 0722 000 111" → "at ten my number is". */
export function withoutRuns(text: string, least: number): string {
  const words = wordsOf(text);
  const long = digitRuns(words).filter(({ digits }) => digits.replace("+", "").length >= least);
  return words.map((word, at) => (long.some(({ from, to }) => at >= from && at < to) ? "|" : word)).join(" ");
}
