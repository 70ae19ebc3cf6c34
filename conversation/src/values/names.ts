/** Names of people: "my name is …", given and family name, spelled ones. Nothing is read that was not said. Pure. */
import { correctedSigns, letterRunsIn } from "./digits.ts";
import { alternatives } from "./lexicon.ts";
import type { Locale } from "./locale.ts";
import { english } from "./locales/index.ts";
import { fold } from "./text.ts";
import type { ValueMatch, Utterance } from "./utterance.ts";

const MOST_PARTS = 5;
const FEWEST_LETTERS = 3;
const MOST_WORDS = 100;

interface Word {
  written: string;
  folded: string;
  /** A comma or the like stood before it. */
  startsClause: boolean;
}

export function readName(utterance: Utterance): ValueMatch<string> | undefined {
  const words = wordsOf(utterance.text).flatMap((word) => withoutPrefix(word, utterance.locale));
  const said = givenAndFamily(utterance, words) ?? withSpelled(utterance, words);
  return said === undefined ? undefined : { value: said, from: 0, to: utterance.tokens.length };
}

/** The name, its spelled part as it was spelled: "Siobhan Murphy, that's S I O B H A N". */
function withSpelled(utterance: Utterance, words: readonly Word[]): string | undefined {
  const spelled = spelledName(utterance);
  if (spelled === undefined) return plainName(utterance, words);
  const first = words.findIndex(({ folded }) => folded.length === 1);
  const said = plainName(utterance, first > 0 ? words.slice(0, first) : []);
  const parts = said?.split(" ") ?? [];
  if (parts.some((part) => fold(part) === fold(spelled))) return said;
  const same = parts.findLastIndex((part) => fold(part)[0] === fold(spelled)[0]);
  return parts.length < 2 || same < 0 ? spelled : parts.map((part, at) => (at === same ? spelled : part)).join(" ");
}

/** Hyphens and apostrophes stay inside a name. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let startsClause = true;
  for (const raw of text.replace(/[’‘ʼ`´]/g, "'").split(/\s+/, MOST_WORDS)) {
    for (const piece of raw.split(/[()"«»]+/)) {
      const written = piece.replace(/^[.,;:!?'፣።،؟…-]+|[.,;:!?'፣።،؟…-]+$/gu, "");
      if (written === "") continue;
      words.push({ written, folded: fold(written), startsClause });
      startsClause = false;
    }
    startsClause ||= /[.,;:!?፣።،؟…]$/u.test(raw);
  }
  return words;
}

/** "NginguSipho": what leads to the name may be written onto it. */
function withoutPrefix(word: Word, locale: Locale): Word[] {
  const [, ...parts] = /^(\p{L}\p{Ll}+)(\p{Lu}\p{L}+)$/u.exec(word.written) ?? [];
  const [lead] = parts;
  if (lead === undefined || !alternatives(locale.weakNameLeads).includes(fold(lead))) return [word];
  return parts.map((written, at) => ({ written, folded: fold(written), startsClause: at === 0 && word.startsClause }));
}

function spelledName({ tokens, isAsked }: Utterance): string | undefined {
  const run = correctedSigns(letterRunsIn(tokens));
  const letters = run?.signs ?? "";
  if (!isAsked || letters.replace(/[^\p{L}]/gu, "").length < FEWEST_LETTERS) return undefined;
  return capitalised(letters);
}

/** "family name Odhiambo, given name Peter", "kouamé k o u a m e prénom yao". */
function givenAndFamily({ locale }: Utterance, words: readonly Word[]): string | undefined {
  const given = after(words, [...leadsOf(locale, "givenLeads")], locale);
  const family = after(words, [...leadsOf(locale, "familyLeads")], locale);
  if (given === undefined) return undefined;
  const before = family ?? nameBefore(words, leadsOf(locale, "givenLeads"), locale);
  return before === undefined ? given : `${given} ${before}`;
}

function leadsOf(locale: Locale, leads: "givenLeads" | "familyLeads"): string[] {
  return [locale, english].flatMap((one) => alternatives(one[leads])).toSorted((a, b) => b.length - a.length);
}

/** The one name after the lead. */
function after(words: readonly Word[], leads: readonly string[], locale: Locale): string | undefined {
  const place = endOfLead(words, leads);
  const next = place === undefined ? undefined : words[place];
  return next && isNameWord(next, locale) ? capitalised(next.written) : undefined;
}

function nameBefore(words: readonly Word[], leads: readonly string[], locale: Locale): string | undefined {
  const end = endOfLead(words, leads);
  const first = words[0];
  return end !== undefined && first && isNameWord(first, locale) ? capitalised(first.written) : undefined;
}

/** Where the words after one of these phrases begin; the last place with words behind it. */
function endOfLead(words: readonly Word[], leads: readonly string[]): number | undefined {
  let end: number | undefined;
  for (let at = 0; at < words.length; at++) {
    const first = words[at]?.folded ?? "";
    for (const lead of leads) {
      if (!lead.startsWith(first)) continue;
      const parts = lead.split(" ");
      if (!parts.every((part, offset) => words[at + offset]?.folded === part)) continue;
      if (at + parts.length < words.length) end = at + parts.length;
      break;
    }
  }
  return end;
}

function plainName({ locale, isAsked, text }: Utterance, words: readonly Word[]): string | undefined {
  const strong = endOfLead(words, bothLeads(locale, "nameLeads"));
  const weak = isAsked && strong === undefined ? endOfLead(words, bothLeads(locale, "weakNameLeads")) : undefined;
  const led = strong ?? weak;
  if (led === undefined && !isAsked) return undefined;
  // "Why, who's asking?"
  if (strong === undefined && /[?؟]\s*$/u.test(text)) return undefined;
  const rest = withoutRefused(words.slice(led ?? 0), locale);
  const candidates = namesIn(rest, locale);
  const name = oneName(candidates);
  if (!name || name.length > MOST_PARTS) return undefined;
  // Much else was said, and no name was led to.
  const unknown = rest.filter((word) => isNameWord(word, locale) && !name.includes(word));
  const isLoose = unknown.length > LOOSE_WORDS || (name.length === 1 && rest.length > LOOSE_WORDS + 2);
  const isRefusedPart = words.some(
    ({ folded }) => name.some((part) => part.folded === folded) && !rest.some((word) => word.folded === folded),
  );
  if ((led === undefined && isLoose) || isRefusedPart) return undefined;
  return saidOnce(name)
    .map(({ written }) => capitalised(written))
    .join(" ");
}

const LOOSE_WORDS = 2;

/** "Otieno. Brian Otieno": the one that holds the other; "Zawadi Mwakio, Baraka Massawe" may be either. */
function oneName(candidates: readonly (readonly Word[])[]): readonly Word[] | undefined {
  const [first, ...others] = candidates;
  if (!first) return undefined;
  const holds = (whole: readonly Word[], part: readonly Word[]): boolean =>
    part.every(({ folded }) => whole.some((word) => word.folded === folded));
  const whole = candidates.find((one) => candidates.every((other) => holds(one, other)));
  if (whole) return whole;
  // "Mwangi, Peter": two single words are one name.
  const [second] = others;
  if (first.length === 1 && others.length === 1 && second?.length === 1) return [...first, ...second];
  return others.some((other) => other.length > 1) ? undefined : first;
}

const leadsOfLocales = new WeakMap<Locale, Map<string, readonly string[]>>();

function bothLeads(locale: Locale, leads: "nameLeads" | "weakNameLeads"): readonly string[] {
  const known = leadsOfLocales.get(locale) ?? new Map<string, readonly string[]>();
  leadsOfLocales.set(locale, known);
  const found =
    known.get(leads) ??
    [...new Set([locale, english].flatMap((one) => alternatives(one[leads])))].toSorted((a, b) => b.length - a.length);
  known.set(leads, found);
  return found;
}

/** "Not Kamau, Kamande": the name after "not" is none. */
function withoutRefused(words: readonly Word[], locale: Locale): Word[] {
  const not = new Set([...alternatives(locale.markers.not), ...alternatives(english.markers.not)]);
  return words.filter((word, at) => !not.has(word.folded) && !not.has(words[at - 1]?.folded ?? ""));
}

/** Runs of words that can be a name, none over the end of a clause; titles left out. */
function namesIn(words: readonly Word[], locale: Locale): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]?.folded ?? "";
    // "my husband", "the landlord": a thing or a relation.
    const isNoun = NOUN_LEADS.has(before) && !PARTICLES.has(before);
    if (word.startsClause) close();
    if (isNoun || !isNameWord(word, locale) || isTitle(word, locale)) close();
    else run.push(word);
  }
  close();
  return runs;
}

const NOUN_LEADS = new Set(
  "the a an my our his her their your some any this that mon ma mes son sa notre un une o meu minha seu with un".split(" "),
);

function isTitle({ folded }: Word, locale: Locale): boolean {
  return [locale, english].some(({ titles }) => alternatives(titles).includes(folded));
}

const notNames = new WeakMap<Locale, ReadonlySet<string>>();

function isNameWord({ folded, written }: Word, locale: Locale): boolean {
  let known = notNames.get(locale);
  if (!known) {
    known = new Set(
      [...alternatives(locale.notNames), ...(locale.tag === "en" ? [] : alternatives(english.notNames))].filter(
        (word) => locale.tag === "en" || word.length > 0,
      ),
    );
    notNames.set(locale, known);
  }
  const contracted = /^(\p{L}+)'(?:s|re|m|ve|ll|d)$/u.exec(folded)?.[1];
  const isKnown = known.has(folded) || (contracted !== undefined && known.has(contracted));
  return /^\p{L}[\p{L}\p{M}'-]*$/u.test(written) && !isKnown && written.length > 1;
}

/** "chidi chidi eze": a name that is said again as part of the whole one. */
function saidOnce(parts: readonly Word[]): readonly Word[] {
  const [first, ...others] = parts;
  const isAgain = others.length > 1 && others.some(({ folded }) => folded === first?.folded);
  return isAgain ? others : parts;
}

const PARTICLES = new Set([
  "van",
  "der",
  "de",
  "den",
  "von",
  "bin",
  "binti",
  "ibn",
  "wa",
  "la",
  "le",
  "du",
  "da",
  "dos",
  "el",
  "al",
]);

/** "o'brien" → "O'Brien", "anne-marie" → "Anne-Marie", "ng'ang'a" → "Ng'ang'a"; particles and capitals stay as they were written. */
function capitalised(name: string): string {
  if (/\p{Lu}/u.test(name) && name !== name.toUpperCase()) return name;
  const lower = name.toLowerCase();
  if (PARTICLES.has(lower)) return lower;
  return lower.replace(
    /(^|-|^o')(\p{L})/gu,
    (_all, before: string, letter: string) => (before === "o'" ? "O'" : before) + letter.toUpperCase(),
  );
}
