/** Finds what belongs to a person in what was said or written: cards, accounts, numbers, addresses, ids, codes and names. Pure. */
import { findSpoken } from "./spoken.ts";
import { findNames } from "./person-names.ts";
import { findWritten } from "./written.ts";
import { PERSONAL_KINDS, type PersonalContext, type PersonalSpan } from "./kinds.ts";

/** Longer texts are read in parts, which overlap. */
const PART = 4_000;
const OVERLAP = 200;

export function findPersonal(text: string, context: PersonalContext): PersonalSpan[] {
  if (context.kinds.size === 0) return [];
  const found: PersonalSpan[] = [];
  for (let from = 0; from < text.length; from += PART - OVERLAP) {
    const part = text.slice(from, from + PART);
    const spans = [...findWritten(part, context), ...findSpoken(part, context), ...findNames(part, context)];
    found.push(...spans.map((span) => ({ ...span, from: span.from + from, to: span.to + from })));
    if (from + PART >= text.length) break;
  }
  return apart(found);
}

/** The text with `[kind]` in place of what was found. The same text where nothing was. */
export function maskPersonal(text: string, context: PersonalContext): string {
  return withMasks(text, findPersonal(text, context));
}

/** Of spans in order and apart, as they were found. */
export function withMasks(text: string, found: readonly PersonalSpan[]): string {
  let [masked, at] = ["", 0];
  for (const { kind, from, to } of found) {
    masked += `${text.slice(at, from)}[${kind}]`;
    at = to;
  }
  return at === 0 ? text : masked + text.slice(at);
}

/** Of two that overlap the one that was looked for first counts, and covers both: no end of a number stays. */
function apart(found: readonly PersonalSpan[]): PersonalSpan[] {
  const kept: PersonalSpan[] = [];
  for (const span of found.toSorted((a, b) => a.from - b.from || rankOf(a) - rankOf(b))) {
    const last = kept.at(-1);
    if (!last || span.from >= last.to) kept.push(span);
    else
      kept[kept.length - 1] = {
        kind: rankOf(span) < rankOf(last) ? span.kind : last.kind,
        from: last.from,
        to: Math.max(last.to, span.to),
      };
  }
  return kept;
}

function rankOf({ kind }: PersonalSpan): number {
  return PERSONAL_KINDS.indexOf(kind);
}
