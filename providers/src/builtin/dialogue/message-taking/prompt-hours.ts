/** Opening hours that a prompt tells in a language of the reception: its words are put into those of {@link openingHours}, and all others left out. */
import type { Fact } from "../facts/facts.ts";
import { openingHours, type OpeningHours } from "../facts/opening-hours.ts";
import { WEEKDAYS } from "../spoken/calendar.ts";
import { folded, phrasePattern } from "./folded.ts";
import type { MessageLanguage } from "./locale.ts";
import { LOCALES } from "./locales.ts";

export function promptHours(facts: readonly Fact[], language: MessageLanguage): OpeningHours | undefined {
  const tokens = tokensOf(language);
  const { open } = LOCALES[language].prompt;
  const tells = phrasePattern(open);
  const told = facts.flatMap(({ text }) => {
    const bare = inFigures(text, language);
    return tells.test(bare) ? [{ text: daysFirst(inTokens(bare, tokens)) }] : [];
  });
  return openingHours(told);
}

function inFigures(text: string, language: MessageLanguage): string {
  const bare = folded(text);
  return LOCALES[language].prompt.clock?.(bare) ?? bare;
}

type Token = readonly [pattern: RegExp, word: string];
const known = new Map<MessageLanguage, readonly Token[]>();

/** Closed before open: where one holds the other ("kì í ṣí"). */
function tokensOf(language: MessageLanguage): readonly Token[] {
  const before = known.get(language);
  if (before) return before;
  const { prompt, weekdays } = LOCALES[language];
  const named = (phrases: string, word: string): Token => [new RegExp(phrasePattern(phrases).source, "uy"), word];
  const tokens: Token[] = [
    ...weekdays.map((names, day) => named(names, WEEKDAYS[day] ?? "")),
    named(prompt.everyDay, "every day"),
    named(prompt.closed, "closed"),
    named(prompt.open, "open"),
    named(prompt.until, "to"),
    named(prompt.am, "am"),
    named(prompt.pm, "pm"),
    [/\d{1,2}(?::\d\d)?(?![\d:])/uy, ""],
  ];
  known.set(language, tokens);
  return tokens;
}

function inTokens(bare: string, tokens: readonly Token[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < bare.length;) {
    const [match, word] = tokenAt(bare, at, tokens) ?? [];
    if (match !== undefined) found.push(word === "" ? match : (word ?? ""));
    at += match?.length ?? Math.max(1, /^[\p{L}\p{N}':]+/u.exec(bare.slice(at))?.[0].length ?? 1);
  }
  return found;
}

function tokenAt(bare: string, at: number, tokens: readonly Token[]): readonly [string, string] | undefined {
  for (const [pattern, word] of tokens) {
    pattern.lastIndex = at;
    const match = pattern.exec(bare)?.[0];
    if (match !== undefined && match !== "") return [match, word];
  }
  return undefined;
}

/** "From eight to five on Monday" says its days last. */
function daysFirst(tokens: readonly string[]): string {
  const isDay = (token: string): boolean => (WEEKDAYS as readonly string[]).includes(token) || token === "every day";
  const firstTime = tokens.findIndex((token) => /^\d/.test(token));
  const firstDay = tokens.findIndex(isDay);
  const times = tokens.filter((token) => /^\d/.test(token)).length;
  if (firstTime < 0 || firstDay < firstTime || times !== 2) return `open ${tokens.join(" ")}`;
  const lastTime = tokens.findLastIndex((token) => /^(?:\d|am|pm)/.test(token));
  return `open ${[...tokens.slice(lastTime + 1), ...tokens.slice(firstTime, lastTime + 1)].join(" ")}`;
}
