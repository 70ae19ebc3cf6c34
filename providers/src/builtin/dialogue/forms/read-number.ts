/** Which number an utterance says for a field. */
import { digitRuns } from "../spoken/numbers.ts";
import { lookup, wordsOf } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import type { Today } from "./check-visit.ts";
import type { Field } from "./form.ts";
import { isHourOfDay } from "./kinds.ts";
import { type Reading, sure } from "./reading.ts";
import { spoken } from "./typed-value.ts";

const MONEY = /amount|price|sum|shilling|cedis|naira|rand|francs|fee|deposit|budget|balance|montant|kiasi/i;

/** "Thirty is too much" refuses thirty. */
const TOO_MUCH =
  /[^,.;!?]*\b(?:is|are|was|may be|might be|would be) too (?:much|many|little|few)\b|[^,.;!?]*\bc'est trop\b|[^,.;!?]*\bni nyingi\b/gi;

/** "Three days from today" counts no days of a hire. */
const FROM_NOW =
  /(?<!\p{L})[\p{L}\d-]+ (?:days?|weeks?|months?)(?:(?: from (?:today|now|tomorrow))| ago| back)(?!\p{L})|(?<!\p{L})(?:siku|wiki|miezi) [\p{L}\d]+ (?:kutoka|kuanzia|toka) (?:leo|sasa|kesho)|(?<!\p{L})(?:il y a|d'ici) [\p{L}\d-]+ (?:jours?|semaines?|mois)/giu;

/** "We are five, the two of us and the three children": all of them. */
const IN_ALL =
  /(?:^|[\s,.;])((?:we are|we're|we will be|we'll be|there are|there will be|altogether|in total|it's|tuko|tutakuwa|jumla|nous (?:sommes|serons)|on (?:est|sera)|en tout) (?:about |only |just )?[\p{L}\p{N}-]+),(?= (?:the |me |my |and |including |\p{L}+ and )| na | dont | avec )/iu;
/** `isTyped`: written, or heard for certain. */
/** "… no, let me say two thousand two hundred". */
const LED_TO =
  /\b(?:let me say|let us say|let's say|lets say|make it|make that|i mean|i meant|rather|actually|tuseme|iwe|weka|disons|plutôt|mettez|mettons)(?: about| around| just| only)?$/iu;
const CORRECTED =
  /\b(?:no|not|sorry|wait|actually|make|rather|or|say|maybe|perhaps|labda|peut-être|hapana|la|au|non|ou|plutôt)\b/iu;

/** "Nobody, I'll drive behind": as a count. */
const NONE =
  /^(?:(?:oh|ah|um|no|well)[, ]+)*(?:nobody|none|no ?one|zero|hakuna|personne|aucune?)(?: else| at all| of them)?(?=[,.;!]|$)/iu;

export function saysNone(said: string, { kind, minimum }: Field): boolean {
  return kind === "number" && (minimum ?? 0) <= 0 && NONE.test(said);
}

/** "Four in the afternoon" is 16, and so is "four" where only that lies within the limits. */
function hourIn(said: string, { minimum = 0, maximum = 24 }: Field, today: Today): Reading | undefined {
  const time = spoken("time", said, { where: today, question: "What time?" });
  const hours = [time?.value, ...(time?.others ?? [])].flatMap((one) => {
    const [hour = NaN, minute = NaN] = typeof one === "string" ? one.split(":").map(Number) : [];
    return minute === 0 && hour >= minimum && hour <= maximum ? [hour] : [];
  });
  const [hour, ...more] = new Set(hours);
  return hour === undefined || more.length > 0 ? undefined : sure(String(hour));
}

/** "Eight feet wide and four feet high": of which measure each number is. */
const MEASURES: readonly (readonly [label: RegExp, said: RegExp])[] = [
  [/\bwidth\b/, /\b(?:wide|width|across)\b/i],
  [/\bheight\b/, /\b(?:high|tall|height)\b/i],
  [/\blength\b/, /\b(?:long|length)\b/i],
  [/\bdepth\b/, /\b(?:deep|depth)\b/i],
];

/** `undefined`: the field is no such measure, or is not named. */
export function measureIn(said: string, { label }: Pick<Field, "label">): Reading | undefined {
  const named = MEASURES.find(([one]) => one.test(label))?.[1];
  const clause = named && said.split(/[,;.!?]|\b(?:and|by)\b/i).findLast((one) => named.test(one));
  const [only, ...others] = clause === undefined ? [] : quantitiesIn(clause);
  return only && others.length === 0 ? sure(String(only.value)) : undefined;
}

export function readCount(
  said: string,
  field: Field,
  { asked, today, isTyped }: { asked: boolean; today: Today; isTyped: boolean },
): Reading | undefined {
  if (asked && isTyped && saysNone(said, field)) return sure("0");
  const measure = isTyped ? measureIn(said, field) : undefined;
  if (measure) return measure;
  const hour = isHourOfDay(field) ? hourIn(said, field, today) : undefined;
  if (hour !== undefined) return hour;
  const told = asked ? IN_ALL.exec(said)?.[1] : undefined;
  const text = (told ?? said).replace(FROM_NOW, " ");
  if (!asked || !isTyped) return readNumber(text, field, asked);
  return readTypedNumber(text, field, today) ?? (isOneNumber(text) ? readNumber(text, field, asked) : undefined);
}

export function readTypedNumber(said: string, field: Field, today: Today): Reading | undefined {
  const text = said.replace(TOO_MUCH, " ");
  const question = field.question ?? `How many ${field.label}?`;
  const money = MONEY.test(`${field.label} ${field.description}`)
    ? spoken("money", text, { where: today, question: `How much is the ${field.label}?` })
    : undefined;
  const number = money ? { value: money.value.amount, others: money.others } : spoken("number", text, { where: today, question });
  // "Four point five" is no four and no five.
  if (number && number.others.length === 0 && !Number.isInteger(number.value)) return sure(String(number.value));
  // "Two… no, three": of several numbers only the last is believed.
  const quantities = quantitiesIn(text);
  const counted = quantities.map(({ value }) => value);
  // "Forty-six, two have left us": the answer, and why.
  const [first] = quantities;
  const isAlone =
    first?.from === 0 &&
    first.value > 0 &&
    /^[^,.;]+[,.;]/u.test(text) &&
    wordsOf(text.split(/[,.;]/)[0] ?? "").length === first.to;
  if (isAlone && counted.length > 1 && !CORRECTED.test(text)) return sure(String(first.value));
  const last = quantities.at(-1);
  if (last && counted.length > 1 && LED_TO.test(wordsOf(text).slice(0, last.from).join(" "))) return sure(String(last.value));
  if (!number || number.others.length > 0 || (counted.length > 1 && counted.at(-1) !== number.value)) return undefined;
  return sure(String(number.value));
}

function readNumber(text: string, { label, minimum, maximum }: Field, asked: boolean): Reading | undefined {
  const words = wordsOf(text);
  const fits = ({ value }: { value: number }): boolean => value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
  const counted = byDigits(quantitiesIn(text), words);
  // "Call it six forty, rams and all": two in a row are one, of nobody knows what, until it is asked for.
  const isJoined = (one: Quantity): boolean => counted.some((other) => other.to === one.from || other.from === one.to);
  const all = asked ? counted : counted.filter((one) => !isJoined(one));
  const fitting = all.filter(fits);
  // "Six-inch ones, eight hundred", of at least 200: the size is not how many.
  const found = fitting.length > 0 ? fitting : all;
  if (found.length === 0) return undefined;
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
  const last = found.findLast(fits) ?? found.at(-1);
  // "I'd want twenty-five of them."
  if (
    !asked &&
    last &&
    found.length === 1 &&
    /^(?:of|na) (?:them|those|these|it)\b/.test(words.slice(last.to, last.to + 2).join(" "))
  )
    return { value: String(last.value), confidence: 0.8 };
  // Of at least 200 and at most 5,000 no other number of the sentence can be meant.
  if (!asked && found.length === 1 && all.length > 0 && last && fits(last) && (minimum ?? 0) >= UNLIKELY && maximum !== undefined)
    return { value: String(last.value), confidence: 0.8 };
  if (!asked || !last) return undefined;
  return { value: String(last.value), confidence: found.length === 1 ? 1 : 0.6 };
}

/** Numbers from here on are seldom said of anything else. */
const UNLIKELY = 50;

/** "Twenty-five thousand, thirty is too much" names two. */
function isOneNumber(text: string): boolean {
  const values = text
    .split(/[,.;!?]+\s/)
    .flatMap((part) => byDigits(quantitiesIn(part), wordsOf(part)).map(({ value }) => value));
  return new Set(values).size === 1 && byDigits(quantitiesIn(text), wordsOf(text)).length === 1;
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
