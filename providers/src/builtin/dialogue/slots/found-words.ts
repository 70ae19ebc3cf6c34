/** What the form reader found in an utterance for a field, read by the field's own reader: it knows which words, and that reader what they are worth. */
import type { ReadForm } from "../interpreter/form-words.ts";
import { readOf } from "../interpreter/form-words.ts";
import type { Field, Form } from "../forms/form.ts";
import { spokenChoice } from "../forms/choices.ts";
import { isHourOfDay } from "../forms/kinds.ts";
import { measureIn } from "../forms/read-number.ts";
import { sure, type Reading } from "../forms/reading.ts";
import { digitRuns } from "../spoken/numbers.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { actsIn, asksSomething } from "../spoken/acts.ts";
import { segmentsOf, wordsOf } from "../spoken/plain.ts";
import { spoken } from "../forms/typed-value.ts";
import type { readValue } from "../forms/read-value.ts";
import { mayNameClock, namesDay } from "../forms/names-kind.ts";
import { openField, type State } from "../state.ts";
import { readField } from "./read-field.ts";

/** So likely it must be that some words say a field, or that none do. */
const LIKELY = 0.5;
const LIKELY_UNASKED = 0.7;
/** Any words may be a text. */
const LIKELY_TEXT = 0.9;
const SURELY_NOTHING = 0.9;
const LIKELY_CHOICE = 0.8;
const SURELY_DONE = 0.7;
const HARDLY = 0.2;
const SURELY_WAITS = 0.85;

/** Their readers know where a number begins and ends, and letters are looked for everywhere. */
const FOUND_BY_FORM: ReadonlySet<Field["kind"]> = new Set(["phone", "code", "email"]);
/** Among other numbers, days and names the words that are meant come first; a choice or a form of letters is known where it stands. */
export const MODEL_FIRST: ReadonlySet<Field["kind"]> = new Set(["number", "name", "day", "time", "moment"]);
/** Turns that do not answer us, and those that end what is done. */
const NO_ANSWER = ["question", "wait", "unknown", "refuse", "story", "stop", "bye", "repeat"] as const;
const ENDS = ["stop", "bye", "no", "refuse"] as const;

/** `nothing`: whatever it may look like, it is not said for this field. */
export function foundFor(
  field: Field,
  { reading, form, asked }: { reading: ReadForm | undefined; form: Form; asked: boolean },
): Found | "nothing" | undefined {
  const found = readOf(reading, form, field);
  if (!reading || !found) return undefined;
  // What is asked for in the caller's own words is all of them.
  if (asked && (field.kind === "text" || FOUND_BY_FORM.has(field.kind))) return undefined;
  const choice = asked && found.choice && found.choice.likelihood >= LIKELY_CHOICE ? found.choice.text : undefined;
  const least = asked ? LIKELY : field.kind === "text" ? LIKELY_TEXT : LIKELY_UNASKED;
  // A greeting, or where somebody comes from, looks like any place, and whoever is spoken of has a name: what must be known is asked for.
  const isAskedLater = !asked && (field.kind === "name" || (field.kind === "text" && field.required));
  const words = found.words && found.words.likelihood >= least && !isAskedLater ? found.words.text : undefined;
  if (words !== undefined || choice !== undefined) return { words, choice };
  if (FOUND_BY_FORM.has(field.kind) || field.kind === "choice" || found.nothing < SURELY_NOTHING) return undefined;
  // "Can you move it to Thursday at two?" is a wish, however it is said.
  if (isInOthers(field, reading) || (!asked && reading.acts.question >= LIKELY)) return undefined;
  if (!asked) return "nothing";
  return likely(reading, NO_ANSWER) >= SURELY_DONE ? "nothing" : undefined;
}

/** "Tuesday at ten", all found for the day: it says the hour, too. */
function isInOthers({ kind }: Field, { values }: ReadForm): boolean {
  const says = kind === "day" ? namesDay : kind === "time" ? mayNameClock : undefined;
  return says !== undefined && Object.values(values).some(({ words }) => words && words.likelihood >= LIKELY && says(words.text));
}

interface Found {
  words: string | undefined;
  choice: string | undefined;
}

type Asking = Parameters<typeof readValue>[2];

export function readFound(
  { words, choice }: Found,
  field: Field,
  { said, ...asking }: Asking & { said: string },
): Reading | "no-such-day" | undefined {
  const named = field.kind === "choice" && words !== undefined ? choiceNamed(words, field.choices) : undefined;
  if (named !== undefined) return sure(named);
  if (field.kind === "choice" && choice !== undefined) return sure(choice);
  if (field.kind === "yes-no" && choice !== undefined) return sure(String(choice === "yes"));
  if (words === undefined) return undefined;
  if (field.kind === "number" && !isHourOfDay(field) && !measureIn(said, field)) {
    if (NOBODY.test(words) && (field.minimum ?? 0) <= 0) return sure("0");
    const length = lengthIn(words, field, asking);
    if (length !== undefined) return sure(String(length));
    // "Four and a half kilos", of which the model has found four.
    for (const text of [clauseOf(words, said).clause, words]) {
      const number = spoken("number", text, { where: asking.today, question: `How many ${field.label}?` });
      if (number && number.others.length === 0) return sure(String(number.value));
    }
    const pair = pairIn(words, field);
    if (pair !== undefined) return sure(String(pair));
    const amount = spoken("money", words, { where: asking.today, question: `How much is the ${field.label}?` });
    if (amount && amount.others.length === 0) return sure(String(amount.value.amount));
  }
  // The reader of days knows "a week on": the model may have left it out.
  if (field.kind === "day" || field.kind === "time" || field.kind === "moment" || field.kind === "number") {
    const { clause, isRefused } = clauseOf(words, said);
    if (isRefused) return undefined;
    const read = (text: string): Read => readField(text, field, { ...asking, asked: true });
    const found = read(clause) ?? read(words);
    return field.kind === "time" ? inPartOfDay(found, clauseOf(words, said, SENTENCES).clause, asking) : found;
  }
  // Of words that were not asked for only what a choice is called counts.
  return readField(words, field, { ...asking, asked: asking.asked || field.kind !== "choice" });
}

/** "Priya, that's P R I Y A, Pillay": letters part a name, and the rules put it together. */
export function fullerName<Read extends Reading | "no-such-day" | undefined>(
  { kind }: Field,
  byModel: Read,
  byWords: () => Read,
): Read {
  if (byModel === undefined) return byWords();
  if (kind !== "name" || typeof byModel !== "object") return byModel;
  const other = byWords();
  const [own, more] = [byModel.value, typeof other === "object" ? other.value : ""].map((name) => wordsOf(name));
  return own && more && more.length > own.length && own.every((word) => more.includes(word)) ? other : byModel;
}

/** The part of the sentence that holds these words, from comma to comma; refused: "not this Wednesday". */
function clauseOf(words: string, said: string, ends = CLAUSES): { clause: string; isRefused: boolean } {
  const at = Math.max(0, said.lastIndexOf(words));
  const before = said.slice(0, at).split(ends).at(-1) ?? "";
  const after = said.slice(at + words.length).split(ends)[0] ?? "";
  return { clause: `${before}${words}${after}`.trim(), isRefused: /\b(?:not|isn't|no|instead of|rather than)\s+$/i.test(before) };
}

const CLAUSES = /[,.;!?]|\bbut\b/i;
const SENTENCES = /[.;!?]/;

type Read = ReturnType<typeof readField>;

/** "In the evening, from seven": the hour of the whole sentence, where it is the same twelve hours later. */
function inPartOfDay(found: Read, sentence: string, { today }: Asking): Read {
  const said = spoken("time", sentence, { where: today, question: "What time?" })?.value;
  const whole = typeof said === "object" ? said.from : said;
  if (typeof found !== "object" || whole === undefined) return found;
  const [hour = NaN, minute] = found.value.replace("~", "").split(":").map(Number);
  const [other = NaN, otherMinute] = whole.split(":").map(Number);
  return other - hour === 12 && minute === otherMinute ? { ...found, value: whole } : found;
}

const NOBODY = /^(?:no|none|nobody|no ?one|nothing|zero)(?: else| at all| of them)?$/i;

/** "Nineteen ninety-eight", "two fifty": said as two numbers, and one. */
function pairIn(words: string, { label }: Field): number | undefined {
  const [first, second, ...more] = quantitiesIn(words);
  if (!first || more.length > 0) return undefined;
  if (!second) return /\byear\b/.test(label) && first.value >= FIRST_YEAR && first.value < 100 ? 1900 + first.value : undefined;
  const isPair = first.to === second.from && first.value < 100 && second.value >= 10 && second.value < 100;
  return isPair ? first.value * 100 + second.value : undefined;
}

/** "Ninety-eight" is a year, "twelve" may be any. */
const FIRST_YEAR = 30;

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/\bminutes?\b/i, 1],
  [/\bhours?\b/i, 60],
  [/\b(?:days?|nights?)\b/i, 24 * 60],
  [/\bweeks?\b/i, 7 * 24 * 60],
];

/** "An hour and a half", where minutes are asked for: 90. */
function lengthIn(words: string, { label, description }: Field, { today }: Asking): number | undefined {
  const unit = UNITS.find(([name]) => name.test(`${label} ${description}`))?.[1];
  const length = unit && spoken("duration", words, { where: today })?.value;
  const [, days, hours, minutes] = (length && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(length)) || [];
  if (!unit || (days ?? hours ?? minutes) === undefined) return undefined;
  return ((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) / unit;
}

/** "The Anansi one" of "Anansi's Return", "A five" of "A5": the only choice that shares words with what was said. */
function choiceNamed(words: string, choices: readonly string[]): string | undefined {
  const said = wordsOf(words);
  const joined = digitWords(said).join("");
  const whole = choices.filter((choice) => joined.includes(wordsOf(choice).join("")) && /\d/.test(choice));
  if (whole.length === 1) return whole[0];
  const own = choices.map(
    (choice) =>
      new Set(
        wordsOf(spokenChoice(choice))
          .map(stem)
          .filter((word) => word.length > 2),
      ),
  );
  const shared = own.map(
    (of) => said.filter((word) => of.has(stem(word)) && own.filter((other) => other.has(stem(word))).length === 1).length,
  );
  const most = Math.max(...shared);
  return most > 0 && shared.filter((one) => one > 0).length === 1 ? choices[shared.indexOf(most)] : undefined;
}

function stem(word: string): string {
  return word.replace(/['’]s$/, "").replace(/(?:es|s)$/, "");
}

function digitWords(words: readonly string[]): string[] {
  return words.map((word, at) => digitRuns([...words].slice(at, at + 1))[0]?.digits ?? word);
}

/** The part of an utterance that asks us something, while a form is open. */
export function questionIn(text: string, reading: ReadForm | undefined): string | undefined {
  if (!reading) return undefined;
  const [first, ...others] = segmentsOf(text).filter(asksSomething);
  return reading.asks?.text ?? (others.length === 0 ? first : undefined);
}

/** "But this battery is two years old, am I paying for it?": what is asked, with what it is asked of. */
export function wholeQuestion(text: string, asks: string): string {
  const at = text.lastIndexOf(asks);
  const before =
    text
      .slice(0, Math.max(0, at))
      .split(/[.?!…]/u)
      .at(-1) ?? "";
  return `${before}${asks}`.trim();
}

/** "Are you a person?": what the rules answer themselves. */
export function hasOwnAnswer(text: string): boolean {
  const acts = actsIn(text);
  return OWN_ANSWERS.some((act) => acts.has(act));
}

const OWN_ANSWERS = ["robot", "who", "probe", "person", "repeat", "abuse"] as const;

/** "Esi Quartey. And may I bring food?": the name, once the question is answered; "": nothing else was said. */
export function besideQuestion(text: string, reading: ReadForm | undefined): string {
  const asked = questionIn(text, reading);
  const rest = asked === undefined ? "" : text.replace(asked, " ").trim();
  return wordsOf(rest).length === 0 ? "" : rest;
}

/** "It's quarter to ten", where the day was read back: whoever answers the next question has nothing against it. */
export function goesOnFrom({ name }: Field, reading: ReadForm | undefined, { form }: { form: Form }): boolean {
  return !form.looksUp && form.fields.some((other) => other.name !== name && saysValue(reading, form, other));
}

/** An answer to us breaks no limit and meets no refusal: its own field knows what it allows. */
export function onlyAnswers({ task }: State, reading: ReadForm | undefined): boolean {
  return task !== undefined && reading !== undefined && !reading.asks && likely(reading, ["answer"]) >= SURELY_DONE;
}

/** The open question is answered, whatever else the words may look like, and nothing is asked of us. */
export function answersOpenField(state: State, reading: ReadForm | undefined): boolean {
  const field = openField(state);
  if (!reading || !field || !state.task || !state.asked.startsWith("field:") || FOUND_BY_FORM.has(field.kind)) return false;
  if (!onlyAnswers(state, reading)) return false;
  const found = readOf(reading, state.task.form, field);
  return found !== undefined && (found.words?.likelihood ?? 0) >= LIKELY;
}

/** "Let me look for the card": nothing is said yet. */
export function isWaiting(reading: ReadForm | undefined): boolean {
  return reading !== undefined && likely(reading, ["wait"]) >= SURELY_WAITS && !saysValues(reading);
}

/** "It's in the other bag": there is no value to be had. */
export function lacks(reading: ReadForm | undefined): boolean {
  return reading !== undefined && likely(reading, ["unknown", "refuse"]) >= SURELY_DONE;
}

function saysValue(reading: ReadForm | undefined, form: Form, field: Field): boolean {
  return (readOf(reading, form, field)?.words?.likelihood ?? 0) >= LIKELY;
}

/** What sounds like an end is none. */
export function staysOn({ task }: State, reading: ReadForm | undefined): boolean {
  return task !== undefined && reading !== undefined && likely(reading, ENDS) < HARDLY;
}

function saysValues({ values }: ReadForm): boolean {
  return Object.values(values).some(({ words }) => words !== undefined && words.likelihood >= LIKELY);
}

function likely({ acts }: ReadForm, of: readonly (keyof ReadForm["acts"])[]): number {
  return of.reduce((sum, act) => sum + acts[act], 0);
}
