/** Of two recognisers' words for a name, the name that was said: each part from the one that knows it, where both heard something alike. */
import type { Expected, Words } from "@ongea/conversation";
import { actsIn, asksSomething } from "../builtin/dialogue/spoken/acts.ts";
import { nameIn } from "../builtin/dialogue/spoken/names.ts";
import { digitsIn } from "../builtin/dialogue/spoken/numbers.ts";
import { soundDistance } from "../builtin/dialogue/spoken/sounds.ts";
import { isKnownName, spelledName } from "../builtin/dialogue/spoken/spelled.ts";

/** Both heard the same name. */
const AGREED = 0.95;
/** They heard different ones: the dialogue reads it back. */
const DISPUTED = 0.5;
/** Letters that a recogniser of free speech writes are often others, however sure it is of them: names that are nearly so are weighed. */
const MOST_OF_LETTERS = 0.8;
/** So sure the guided one must be of a name that sounds like what the other wrote … */
const LEAST_ALIKE = 0.3;
/** … of one that does not … */
const LEAST_ELSE = 0.75;
/** … and of one that somebody here has, where the other wrote another such name that sounds like it. */
const LEAST_AGAINST = 0.9;
const LEAST_OF_SPELLED = 0.1;
/** Less sure words of the neural one, in which there is no name, may be one all the same. */
const DOUBTED = 0.6;
/** More words say more than a name; more digits are a number that was said with it. */
const MOST_OF_NAME = 7;
const LEAST_DIGITS = 4;
/** "After the rest of it, you are a kidney" was Esther's E S T H E R. */
const LEAST_OF_ROW = 6;
/** Sounds that differ, of all: more are another name. */
const ALIKE = 0.5;
/** Most people say two names; a third one that a grammar of names hears is often a part of the others. */
const LIKELY_PARTS = 2;

type AskedName = Extract<Expected, { kind: "name" }>;

/** The name that was asked for, or that may correct what was read back. */
function askedName(expected: readonly Expected[]): AskedName | undefined {
  const corrections = expected.flatMap((one) => (one.kind === "yes-no" ? (one.corrections ?? []) : []));
  return [...expected, ...corrections].find((one): one is AskedName => one.kind === "name");
}

/** The neural one's words with the name as both together heard it; undefined: no name was said, or they stand as they are. */
export function nameOfBoth(neural: Words, guided: Words, expected: readonly Expected[]): Words | undefined {
  const asked = askedName(expected);
  if (!asked) return undefined;
  const isBareAsked = expected.includes(asked);
  const ours = partsIn(neural, asked, isBareAsked);
  const theirs = partsIn(guided, asked, isBareAsked);
  const isSpelled = [neural, guided].some((words) => spelledName(words.text, heard(words, asked)) !== undefined);
  if (theirs.length === 0 && !isSpelled) return undefined;
  return isSpelled ? spelledBy(neural, guided, { ours, theirs }) : saidBy(neural, guided, { ours, theirs, not: asked.not ?? [] });
}

/** A name was to be spelled, and what was written is not exactly one that we know: other letters, or a row of words out of letters. */
export function spellsNobody(words: Words, expected: readonly Expected[]): boolean {
  const { text } = words;
  const asked = askedName(expected);
  if (!asked?.spelled) return false;
  if (spelledName(text, heard(words, asked))) return !spellsExactly(text);
  return text.trim().split(/\s+/).length >= LEAST_OF_ROW && !asksSomething(text);
}

/** These letters and no others make a name that somebody here has. */
function spellsExactly(text: string): boolean {
  const name = spelledName(text, { confidence: 1, not: [] });
  return name !== undefined && isKnownName(name.parts.join(" "));
}

/** "No, my name is Aitlicanay": that both heard the no makes the name no surer. */
export function saysUnknownName(words: Words, expected: readonly Expected[]): boolean {
  const asked = askedName(expected);
  const name = asked ? partsIn(words, asked, expected.includes(asked)) : [];
  return name.length > 0 && !isKnownName(name.join(" "));
}

interface Parts {
  ours: readonly string[];
  theirs: readonly string[];
}

/** The guided one has looked for the names that the letters may be. */
function spelledBy(neural: Words, guided: Words, { ours, theirs }: Parts): Words | undefined {
  if (digitsIn(neural.text).length >= LEAST_DIGITS || (ours.length === 0 && theirs.length === 0)) return undefined;
  const { confidence = 0 } = guided;
  if (isSame(ours, theirs)) return heardBy({ text: `my name is ${theirs.map(spelled).join(" ")}`, confidence: AGREED }, neural);
  const isKnown = isKnownName(theirs.join(" ")) && confidence >= LEAST_OF_SPELLED;
  const isDoubtful = theirs.length > LIKELY_PARTS || (confidence < DISPUTED && spellsExactly(neural.text));
  if (isKnown && !(isDoubtful && isKnownName(ours.join(" "))))
    return heardBy({ text: `my name is ${theirs.map(spelled).join(" ")}`, confidence }, neural);
  return ours.length === 0 ? undefined : { ...neural, confidence: Math.min(MOST_OF_LETTERS, neural.confidence ?? 1) };
}

function saidBy(neural: Words, guided: Words, { ours, theirs, not }: Parts & { not: readonly string[] }): Words | undefined {
  const { confidence = 0 } = guided;
  if (isSame(ours, theirs)) return heardBy({ ...neural, confidence: AGREED }, neural);
  const parts = saidParts(neural, guided, { ours, theirs });
  const isTaken = not.some((name) => isSame([name], parts));
  if (isTaken || isSame(parts, ours)) return undefined;
  const text = replaced(neural.text, ours, parts);
  return text === undefined ? undefined : heardBy({ text, confidence: Math.min(confidence, DISPUTED) }, neural);
}

/** What else was said beside the name stays; undefined: where it stands cannot be told, and more was said than it. */
function replaced(text: string, ours: readonly string[], parts: readonly string[]): string | undefined {
  const found = new RegExp(ours.map((part) => escaped(part)).join("[\\s.,-]+"), "i");
  if (ours.length > 0 && found.test(text)) return text.replace(found, parts.join(" "));
  const no = actsIn(text).has("no") ? "no, " : "";
  return text.trim().split(/\s+/).length > MOST_OF_NAME ? undefined : `${no}my name is ${parts.join(" ")}`;
}

function heardBy({ text, confidence }: Words, { language }: Words): Words {
  return { text, ...(confidence === undefined ? {} : { confidence }), ...(language === undefined ? {} : { language }) };
}

function spelled(name: string): string {
  return `${name} ${[...plainly(name)].join(" ")}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return plainly(one.join(" ")) === plainly(other.join(" "));
}

function heard({ confidence = 1 }: Words, { not = [] }: AskedName): { confidence: number; not: readonly string[] } {
  return { confidence: Math.min(confidence, MOST_OF_LETTERS), not };
}

function partsIn(words: Words, asked: AskedName, isBareAsked: boolean): string[] {
  const name = nameIn(words.text, isBareAsked, heard(words, asked))?.name;
  return name === undefined ? [] : name.split(/[ -]/);
}

function saidParts(neural: Words, { confidence = 0 }: Words, { ours, theirs }: Parts): readonly string[] {
  if (ours.length === theirs.length)
    return ours.map((part, at) => {
      const other = theirs[at] ?? part;
      return isTheirs(part, other, confidence) ? other : part;
    });
  if ((ours.length > 1 && isKnownName(ours.join(" "))) || !isKnownName(theirs.join(" "))) return ours;
  const isSilent = neural.text.trim() === "";
  if (ours.length === 0 && !isSilent && ((neural.confidence ?? 1) >= DOUBTED || asksSomething(neural.text))) return ours;
  const isAlike = isSilent || (ours.length > 0 && alike(ours.join(""), theirs.join("")));
  return confidence >= (isAlike ? LEAST_ALIKE : LEAST_ELSE) ? theirs : ours;
}

function isTheirs(ours: string, theirs: string, confidence: number): boolean {
  if (!isKnownName(theirs)) return false;
  const isAlike = alike(ours, theirs);
  if (isKnownName(ours)) return isAlike && confidence >= LEAST_AGAINST;
  return confidence >= (isAlike ? LEAST_ALIKE : LEAST_ELSE);
}

function alike(one: string, other: string): boolean {
  return soundDistance(one, other) <= ALIKE;
}

function plainly(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z ]/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
