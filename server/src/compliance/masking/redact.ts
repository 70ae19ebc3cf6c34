/** What of a call is taken away for good: whole lines of it, words wherever they stand, or everything that was said. Pure. */
import { entriesOf, type Entry, type RedactionOrder } from "@ongea/contract";

export const REDACTED = "[redacted]";
/** Words are said a little before and after the recogniser puts them. */
const MARGIN_MS = 400;

export interface Redacted {
  entries: Entry[];
  /** Where the recording is to be silent. */
  silent: { fromMs: number; toMs: number }[];
  /** How many lines have changed. */
  lines: number;
}

type Rewrite = (text: string) => string;

export function redactJournal(journal: readonly Entry[], order: RedactionOrder): Redacted {
  const chosen = new Set(order.lines);
  const words = redactingWords(order.words);
  const silent: Redacted["silent"] = [];
  let lines = 0;
  const entries = journal.map((entry, index) => {
    const rewrite = order.whole || chosen.has(index) ? blank : words;
    const redacted = rewriteEntry(entry, rewrite);
    if (redacted === entry) return entry;
    lines++;
    const [startMs, endMs] = "startMs" in entry ? [entry.startMs, entry.endMs] : [0, 0];
    if (entry.kind !== "tool" && endMs > startMs)
      silent.push({ fromMs: Math.max(0, startMs - MARGIN_MS), toMs: endMs + MARGIN_MS });
    return redacted;
  });
  return { entries, silent, lines };
}

/** What was made of the words: it may repeat any of them, so that it goes where lines go. */
export function redactDerived<Value>(value: Value, order: RedactionOrder): Value {
  return mapped(value, order.whole || order.lines.length > 0 ? blank : redactingWords(order.words));
}

/** What was known before the call: only words that were named, or all of it. */
export function redactKnown<Value>(value: Value, order: RedactionOrder): Value {
  return mapped(value, order.whole ? blank : redactingWords(order.words));
}

/** All texts within it; those that are JSON stay JSON. */
export function rewriteTexts<Value>(value: Value, rewrite: (text: string) => string): Value {
  return mapped(value, (text) => (text.startsWith("{") ? rewriteJson(text, rewrite) : rewrite(text)));
}

function mapped<Value>(value: Value, rewrite: Rewrite): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts within it change
  return mapTexts(value, rewrite) as Value;
}

const blank: Rewrite = (text) => (text.trim() === "" ? text : REDACTED);

/** Words as people write them: whole ones, in any case, with whatever spaces between them, their accents as one letter or as two signs. */
function redactingWords(words: readonly string[]): Rewrite {
  const wanted = words
    .map((word) => word.normalize("NFC").trim())
    .filter((word) => word !== "")
    // The longest first: "Amina Yusuf" before "Amina".
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.split(/\s+/).map(RegExpEscape).join("\\s+"));
  if (wanted.length === 0) return (text) => text;
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join("|")})(?![\\p{L}\\p{N}\\p{M}])`, "giu");
  return (text) => {
    const composed = text.normalize("NFC");
    const redacted = composed.replace(found, REDACTED);
    return redacted === composed ? text : redacted;
  };
}

function RegExpEscape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** The same entry where nothing of it changes. */
export function rewriteEntry(entry: Entry, rewrite: Rewrite): Entry {
  switch (entry.kind) {
    case "turn":
    case "whisper":
      return changed(entry, { text: rewrite(entry.text) });
    case "tool":
      return changed(entry, { arguments: rewriteJson(entry.arguments, rewrite), result: rewriteJson(entry.result, rewrite) });
    case "held":
      return changed(entry, { arguments: rewriteJson(entry.arguments, rewrite) });
    case "form": {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts within it change
      const slots = mapTexts(
        entry.slots.map(({ value }) => value),
        rewrite,
      ) as (typeof entry.slots)[number]["value"][];
      if (entry.slots.every(({ value }, at) => value === slots[at])) return entry;
      return { ...entry, slots: entry.slots.map((slot, at) => ({ ...slot, value: slots[at] ?? slot.value })) };
    }
    case "corrected":
      return changed(entry, {
        said: rewrite(entry.said),
        ...(entry.instead !== undefined && { instead: rewrite(entry.instead) }),
      });
    case "transfer":
      return changed(entry, { to: rewrite(entry.to) });
    case "key":
      return rewrite === blank ? { ...entry, digit: "*" } : entry;
    default:
      return entry;
  }
}

function changed<E extends Entry>(entry: E, change: Partial<E>): E {
  const isSame = entriesOf<Partial<E>>(change).every(([name, value]) => entry[name] === value);
  return isSame ? entry : { ...entry, ...change };
}

/** JSON stays JSON, so that whoever reads it later still can. */
function rewriteJson(text: string, rewrite: Rewrite): string {
  try {
    const value: unknown = JSON.parse(text);
    const redacted = JSON.stringify(mapTexts(value, rewrite));
    return redacted === JSON.stringify(value) ? text : redacted;
  } catch {
    return rewrite(text);
  }
}

/** Numbers may be what was said, too: they are texts when all is blanked, and where their digits are named. */
function mapTexts(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === "string") return rewrite(value);
  if (typeof value === "number") return rewrite(String(value)) === String(value) ? value : REDACTED;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, rewrite));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, rewrite)]));
}
