/** Names of people: those that a form holds, and those that the words lead to: "my name is …". Pure. */
import { readName } from "../names.ts";
import { fold } from "../text.ts";
import { utteranceOf } from "../utterance.ts";
import type { PersonalContext, PersonalSpan } from "./kinds.ts";

const ASKS_NAME =
  /\b(?:name|who is (?:this|calling)|who am i speaking|nom|appelez|jina|nani|nome|chama|suna|oruko|igama|ubani)\b|اسم|ስም/u;
const FEWEST_LETTERS = 3;
const SOME_DAY = "2026-01-01T12:00:00+00:00";

export function findNames(text: string, context: PersonalContext): PersonalSpan[] {
  if (!context.kinds.has("name")) return [];
  const said = nameIn(text, context);
  const names = [...new Set([...(context.names ?? []), ...(said === undefined ? [] : [said])])];
  const found: PersonalSpan[] = [];
  for (const name of names)
    for (const { index, 0: word } of text.matchAll(patternOf(name))) {
      const isWhole = fold(word.replace(/\s+/g, " ")) === fold(name);
      if (isWhole || /\p{Lu}/u.test(word[0] ?? "") || !/\p{Lu}|\p{Lo}/u.test(text))
        found.push({ kind: "name", from: index, to: index + word.length });
    }
  return found;
}

/** The name that somebody gives as their own: undefined where nothing leads to one. */
export function nameIn(text: string, { language, before }: Pick<PersonalContext, "language" | "before">): string | undefined {
  const isAsked = before !== undefined && ASKS_NAME.test(fold(before));
  const utterance = utteranceOf(text, { language, localTime: SOME_DAY, ...(isAsked && { question: before }) });
  const name = utterance && readName(utterance)?.value;
  return name === undefined || name === "" ? undefined : name;
}

/** The whole name, or a part of it that is long enough to mean one. */
function patternOf(name: string): RegExp {
  const parts = name.split(/\s+/).filter((part) => part !== "");
  const whole = parts.map(escape).join("\\s+");
  const long = parts.filter((part) => part.length >= FEWEST_LETTERS).map(escape);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${[whole, ...long].join("|")})(?![\\p{L}\\p{N}\\p{M}])`, "giu");
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
