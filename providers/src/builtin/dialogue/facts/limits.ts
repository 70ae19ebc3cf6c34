/** From what number on the business does something: "nobody under eighteen", "chairs only go from fifty pieces up", "at least two days ahead". Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import { addDays } from "../spoken/calendar.ts";
import { dayIn } from "../spoken/dates.ts";
import { wordsOf } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import type { Fact } from "./facts.ts";

export interface Limit {
  /** To be said to whoever wants less. */
  sentence: string;
  /** `age` in years, `days` from today on, `count` of what the limit is about. */
  kind: "age" | "count" | "days";
  least: number;
  /** Meanings of what it is a limit of; empty: of everybody. */
  about: ReadonlySet<string>;
}

const LONGEST_LIMIT = 260;
const YEARS = /^(?:years?|yrs|ans?|miaka|mwaka)$/;
const DAYS = /^(?:days?|jours?|siku)$/;
const PEOPLE =
  /\b(?:nobody|no one|anybody|anyone|child(?:ren)?|kids?|minors?|learners?|students?|enfants?|personne|watoto|mtoto|mtu)\b/i;
const REFUSES =
  /\b(?:nobody|no one|no|not|never|don't|doesn't|can't|cannot|only|must|should|at least|ne|n'|pas|seulement|moins|hatu\p{L}+|hawa\p{L}+|tu|lazima)(?![\p{L}])/iu;
const BELOW = /(?:^| )(?:under|below|younger than|less than|fewer than|moins de|chini ya|chini ya miaka)$/;
const AT_LEAST =
  /(?:^| )(?:at least|minimum|minimum of|a minimum of|(?:not|never|no) (?:less|fewer) than|au moins|minimum de|angalau|si chini ya)$/;
const UP = /^(?:\S+ ){0,2}(?:up|upwards|onwards|or more|and above|et plus|na zaidi)\b/;
const AHEAD = /^(?:ahead|before|in advance|earlier|à l'avance|avant|kabla|mapema)\b/;
/** So many words that a sentence begins with say what it is about. */
const HEAD_WORDS = 3;

/** The limits that facts state. */
export function limitsOf(facts: readonly Fact[]): Limit[] {
  return facts.flatMap(({ text }) =>
    text
      .split(/;\s+/)
      .flatMap((part) => limitsIn(part, text))
      .slice(0, MOST_LIMITS),
  );
}

const MOST_LIMITS = 3;

/** "Day-olds go in fifties; the one-month birds we sell from ten upwards": each half has its own. The whole is told. */
function limitsIn(text: string, whole: string): Limit[] {
  if (text.length > LONGEST_LIMIT || !REFUSES.test(text)) return [];
  const words = wordsOf(text);
  const about = new Set(conceptsOf(words.slice(0, HEAD_WORDS).join(" ")));
  const limits = quantitiesIn(text).flatMap(({ value, from, to }): Limit[] => {
    const before = words.slice(Math.max(0, from - 3), from).join(" ");
    const [unit = "", ...after] = words.slice(to, to + 5);
    const isLeast = AT_LEAST.test(before);
    const rest = after.join(" ");
    if (BELOW.test(before) && (YEARS.test(unit) || before.endsWith("miaka") || PEOPLE.test(text)))
      return [{ sentence: whole, kind: "age", least: value, about: deedIn(words.slice(0, from).join(" ")) }];
    if (isLeast && DAYS.test(unit) && AHEAD.test(rest)) return [{ sentence: whole, kind: "days", least: value, about }];
    if (YEARS.test(unit) || DAYS.test(unit)) return [];
    if (isLeast || (/(?:^|(?<!except) )(?:from|à partir de|kuanzia)$/.test(before) && UP.test(`${unit} ${rest}`)))
      return [{ sentence: whole, kind: "count", least: value, about: new Set([...about, ...conceptsOf(unit)]) }];
    return [];
  });
  return limits.slice(0, 1);
}

/** "We don't relax the hair of children under twelve": only that is not done; "nobody under twelve" is of everything. */
function deedIn(before: string): ReadonlySet<string> {
  const denied = /\b(?:don't|do not|never|doesn't|does not|can't|cannot)\s+(.+)$/i.exec(before)?.[1];
  const [deed] = denied === undefined ? [] : conceptsOf(denied);
  return new Set(deed === undefined ? [] : [deed]);
}

const AGE =
  /(?:\b(?:i am|i'm|he is|he's|she is|she's|is|aged|only|just|turning|elle a|il a|j'ai|ana|nina)\s+(?:only |just |about |almost )*)?(?<said>[\p{L}\d-]+)[ -](?:years?(?:[ -]olds?)?|yrs|ans)\b|\bmiaka (?<sw>\p{L}+)|\b(?:he|she|son|daughter|child|boy|girl|brother|sister|baby|kid)(?:'s| is) (?:only |just )?(?<bare>\p{L}+|\d+)(?= *(?:$|[,.!?]|and\b))/giu;
const OF_SOMEBODY =
  /\b(?:i am|i'm|he|she|son|daughter|child|boy|girl|brother|sister|baby|kid|fille|fils|enfant|bébé|frère|sœur|elle|il|mtoto|binti|mwanangu|kijana|nina|ana)\b/i;

/** The limit that what is wanted falls below; `undefined`: none. `around`: what was spoken of before. */
export function brokenLimit(
  text: string,
  limits: readonly Limit[],
  { today, around }: { today: string; around: string },
): Limit | undefined {
  return limits.find((limit) => {
    if (limit.kind === "age" && limit.about.size === 0)
      return OF_SOMEBODY.test(text) && agesIn(text).some((age) => age < limit.least);
    const speaks = (part: string): boolean => conceptsOf(part).some((concept) => limit.about.has(concept));
    if (limit.kind === "age") return speaks(text) && agesIn(text).some((age) => age < limit.least);
    if (limit.kind === "days") {
      // "Not this coming Tuesday, the one after": which day it is, is read with more care.
      const day = NOT_THIS.test(text) ? undefined : dayIn(text, today);
      return (
        day !== undefined &&
        "day" in day &&
        day.day >= today &&
        day.day < addDays(today, limit.least) &&
        speaks(`${around} ${text}`)
      );
    }
    const words = wordsOf(text);
    return quantitiesIn(text).some(
      ({ value, to }) => value < limit.least && value > 1 && speaks(words.slice(to, to + 3).join(" ")),
    );
  });
}

const NOT_THIS = /\bnot (?:this|the|on)\b|\bsi(?:yo)? (?:hii|hiyo)\b|\bpas ce\p{L}*/iu;

function agesIn(text: string): number[] {
  return [...text.matchAll(AGE)].flatMap(({ groups }) => {
    const said = groups?.["said"] ?? groups?.["sw"] ?? groups?.["bare"] ?? "";
    return quantitiesIn(said).map(({ value }) => value);
  });
}
