/** What a description or the prompt says of choices: "small is for 10 people, medium for 25, large for 50". Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import { plain } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { wordsOfName } from "./kinds.ts";

interface Glossed {
  choices: readonly string[];
  description: string;
  spokenOf?: string;
}

interface Gloss {
  choice: string;
  numbers: readonly number[];
  /** What no other gloss has. */
  own: readonly string[];
  concepts: readonly string[];
}

/** Of what was not asked for, so many words of a gloss must be said. */
const SEVERAL = 2;

/** The choice that is meant by what only its gloss has: "the one of ten thousand litres", "the dish has turned, there is no signal". */
export function glossedChoice(
  text: string,
  { choices, description, spokenOf = "" }: Glossed,
  asked: boolean,
): string | undefined {
  return byDescription(text, glossesIn(description, choices), asked) ?? byWords(text, glossesIn(spokenOf, choices), SEVERAL);
}

function byDescription(text: string, glosses: readonly Gloss[], asked: boolean): string | undefined {
  if (glosses.length < 2) return undefined;
  const numbers = quantitiesIn(text).map(({ value }) => value);
  const said = new Set(conceptsOf(text));
  const isCounted = glosses.some(({ concepts }) => concepts.some((concept) => said.has(concept)));
  const byNumber = glosses.filter((one) => one.numbers.some((value) => numbers.includes(value)));
  if (byNumber.length === 1 && (asked || isCounted)) return byNumber[0]?.choice;
  return byNumber.length === 0 && asked ? byWords(text, glosses, 1) : undefined;
}

function byWords(text: string, glosses: readonly Gloss[], least: number): string | undefined {
  // A mere list says nothing of its members: "navy, maroon, green or white, needed three weeks from today".
  if (glosses.filter(({ own }) => own.length > 0).length < 2) return undefined;
  const said = new Set(conceptsOf(text));
  const named = glosses.filter(({ own }) => own.filter((concept) => said.has(concept)).length >= least);
  return named.length === 1 ? named[0]?.choice : undefined;
}

const CALLED = /^\s*(?:=|:|ni|est|is|means)\s*(?:(?:wa|ya|za|la|le|une?|the|an?) |l['’])?([^,;.:()=]{3,30})/iu;

/** "strained ni iliyochujwa, wax ni nta": what each choice is called; nothing where it is not said of all. */
function calledIn(description: string, choices: readonly string[]): Record<string, string> | undefined {
  const text = description.toLowerCase().replaceAll("_", " ");
  const called = choices.flatMap((choice) => {
    const place = placeOf(choice, text)[0];
    const says = CALLED.exec(place ? text.slice(place.to) : "")?.[1]?.trim() ?? "";
    return /\p{L}{3}/u.test(says) && !choices.includes(says) ? [[says, choice] as const] : [];
  });
  return called.length === choices.length && called.length > 1 ? Object.fromEntries(called) : undefined;
}

const END_OF_GLOSS = /[,;:.](?=\s|$)/u;

function glossesIn(told: string, choices: readonly string[]): Gloss[] {
  const text = told.toLowerCase();
  const inOrder = choices.flatMap((choice) => placeOf(choice, text)).toSorted((a, b) => a.at - b.at);
  const glosses = inOrder.map(({ choice, to }, place) => {
    const [gloss = ""] = text.slice(to, inOrder[place + 1]?.at).split(END_OF_GLOSS);
    return { choice, numbers: quantitiesIn(plain(gloss)).map(({ value }) => value), concepts: conceptsOf(gloss) };
  });
  const named = new Set(choices.flatMap((choice) => conceptsOf(wordsOfName(choice))));
  return glosses.map((one) => {
    const others = new Set(glosses.flatMap(({ choice, concepts }) => (choice === one.choice ? [] : concepts)));
    const own = one.concepts.filter((concept) => !others.has(concept) && !named.has(concept) && !/^\d/.test(concept));
    return { ...one, own: [...new Set(own)] };
  });
}

function placeOf(choice: string, text: string): { choice: string; at: number; to: number }[] {
  const name = wordsOfName(choice);
  const bare = name.replace(/[^\p{L}\p{N} ]/gu, ".");
  const at = new RegExp(`(?<![\\p{L}\\p{N}])${bare}(?![\\p{L}\\p{N}])`, "u").exec(text)?.index;
  return at === undefined ? [] : [{ choice, at, to: at + name.length }];
}

/** The sentence of a prompt that speaks of most of these choices. */
export function spokenOfIn(instructions: string, choices: readonly string[]): Pick<Glossed, "spokenOf"> {
  if (choices.length < 2) return {};
  const named = (sentence: string): number =>
    choices.filter((choice) => placeOf(choice, sentence.toLowerCase()).length > 0).length;
  const [best] = instructions.split(/(?<=[.!?])\s+|\n/).toSorted((a, b) => named(b) - named(a));
  return best !== undefined && named(best) > 1 ? { spokenOf: best } : {};
}

/** "8-11 is the morning, 14-17 the afternoon": figures alone say nothing to a caller. */
function figuresCalled(description: string, choices: readonly string[]): Record<string, string> | undefined {
  if (choices.length === 0 || choices.some((choice) => !/^\d[\d:. -]*$/.test(choice))) return undefined;
  const called = choices.flatMap((choice) => {
    const [, said] =
      new RegExp(`(?<!\\d)${choice}(?!\\d)(?: (?:is|means|for)|[:=])? (?:the |an? )?(\\p{L}{4,})`, "u").exec(description) ?? [];
    return said === undefined ? [] : [[said.toLowerCase(), choice] as const];
  });
  const saidAs = Object.fromEntries(called);
  return called.length === choices.length && Object.keys(saidAs).length === choices.length ? saidAs : undefined;
}

/** "masega = comb, iliyochujwa: refined": what callers say, and the choice that it is. "Trip: sunset or reef" leads a list. */
export function choiceNamesOf(description: string, choices: readonly string[]): { saidAs?: Readonly<Record<string, string>> } {
  const pairs = [...description.matchAll(/([\p{L}-]{3,})\s*(=|:)\s*([\p{L}\p{N}_-]+)/giu)].flatMap(
    ([, said = "", sign = "", choice = ""]) =>
      choices.includes(choice) && !choices.includes(said) ? [{ said: said.toLowerCase(), choice, sign }] : [],
  );
  const glossed = figuresCalled(description, choices);
  if (glossed) return { saidAs: glossed };
  const isList = pairs.length === 1 && pairs[0]?.sign === ":";
  if (pairs.length === 0 || isList) {
    const called = calledIn(description, choices);
    return called ? { saidAs: called } : {};
  }
  return { saidAs: Object.fromEntries(pairs.map(({ said, choice }) => [said, choice])) };
}
