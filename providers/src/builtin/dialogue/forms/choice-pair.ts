/** "From French into German", "Nansio to Mwanza": two fields of the same choices, and choices that are two ends in one. Pure. */
import type { Field } from "./form.ts";
import { unaccented } from "../spoken/plain.ts";

/** How a field names what comes last. */
const LAST = /\b(?:to|into|target|destination|dest|arrival|vers|cible|arrivee|kwenda|lengwa|traduction|translation)\b/;
const TOWARDS = /(?:\b(?:to|into|kwenda|kuja|hadi|mpaka|vers|jusqu'a)|\ben)\s+(?:the\s+)?$/;
const AWAY = /(?:\b(?:from|kutoka|\w*toka|depuis|niko|huku|out of)|\b(?:de|du))\s+(?:the\s+|l'|la\s+|huku\s+)?$/;
const STEM = 5;
const ENDS = /^(\p{L}[\p{L} ']+?)\s*(?:-|–|→|>| to | hadi | à | kwenda )\s*(\p{L}[\p{L} ']+)$/u;

interface Named {
  choice: string;
  at: number;
}

/** Puts both of two fields that have the same choices, where a text names two of them. */
export function takeChoicePair(
  text: string,
  fields: readonly Field[],
  put: (field: Field, value: string, confidence: number) => void,
): void {
  const isAlike = (one: Field, other: Field): boolean =>
    one !== other && one.choices.length > 1 && one.choices.join("\n") === other.choices.join("\n");
  const pair = fields.filter((field) => field.kind === "choice" && fields.some((other) => isAlike(field, other)));
  const isLast = ({ name, label }: Field): boolean =>
    LAST.test(unaccented(`${name.replaceAll("_", " ")} ${label}`.toLowerCase()));
  const [first, last] = pair.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
  if (!first || !last || pair.length !== 2) return;
  const ends = inOrder(text, first.choices);
  if (!ends) return;
  put(first, ends[0], 1);
  put(last, ends[1], 1);
}

/** Of choices like "Mwanza-Nansio" and "Nansio-Mwanza" the one whose ends are said in that order, or of which one end is. */
export function directionIn(text: string, choices: readonly string[]): string | undefined {
  const ways = choices.flatMap((choice) => {
    const [, from, to] = ENDS.exec(choice) ?? [];
    return from === undefined || to === undefined ? [] : [{ choice, from: from.trim(), to: to.trim() }];
  });
  const isBack = ways.some((way) => ways.some((other) => way.from === other.to && way.to === other.from));
  if (!isBack) return undefined;
  const names = [...new Set(ways.flatMap(({ from, to }) => [from, to]))];
  const ends = inOrder(text, names);
  if (ends) return ways.find(({ from, to }) => from === ends[0] && to === ends[1])?.choice;
  const [only, ...others] = namedIn(text, names);
  if (!only || others.length > 0) return undefined;
  const before = unaccented(text.toLowerCase()).slice(0, only.at);
  const isFrom = AWAY.test(before);
  const fitting = ways.filter(({ from, to }) => (isFrom ? from : to) === only.choice);
  return isFrom === TOWARDS.test(before) || fitting.length !== 1 ? undefined : fitting[0]?.choice;
}

/** The two that a text names, the one where it begins first. */
function inOrder(text: string, names: readonly string[]): readonly [string, string] | undefined {
  const [one, other, ...more] = namedIn(text, names);
  if (!one || !other || more.length > 0) return undefined;
  const lower = unaccented(text.toLowerCase());
  const isTurned =
    AWAY.test(lower.slice(0, other.at)) || (TOWARDS.test(lower.slice(0, one.at)) && !TOWARDS.test(lower.slice(0, other.at)));
  return isTurned ? [other.choice, one.choice] : [one.choice, other.choice];
}

function namedIn(text: string, names: readonly string[]): Named[] {
  const lower = unaccented(text.toLowerCase());
  return names
    .flatMap((choice) => {
      const stem = unaccented(choice.toLowerCase()).slice(0, Math.max(STEM, choice.length - 2));
      const at = lower.search(new RegExp(`(?<!\\p{L})${stem.replace(/[^\p{L}\p{N} ]/gu, ".")}`, "u"));
      return at < 0 ? [] : [{ choice, at }];
    })
    .toSorted((a, b) => a.at - b.at);
}
