/** Values out of typed words or words that were heard surely, by the readers of the nine languages. */
import { readValue, type ValueContext, type ValueKind, type ValueOfKind } from "@ongea/conversation/values";
import { languageOf } from "../spoken/acts.ts";
import type { Moment } from "../spoken/calendar.ts";
import { timeOf } from "../spoken/calendar.ts";
import type { Field } from "./form.ts";
import { keep } from "../spoken/plain.ts";

export interface Where {
  now: Moment;
  country?: string | undefined;
  /** Of the call, BCP 47. */
  language?: string | undefined;
}

interface Reading {
  where: Where;
  /** Absent: it is volunteered. */
  question?: string | undefined;
  expects?: ValueContext["expects"];
}

/** A value, and whether another is as likely. */
export interface Spoken<Value> {
  value: Value;
  others: readonly Value[];
}

const USUAL_COUNTRY = "KE";

/** In the language of the words, then of the call, then in English: callers mix them. */
export function spoken<Kind extends ValueKind>(
  kind: Kind,
  text: string,
  { where, question, expects }: Reading,
): Spoken<ValueOfKind[Kind]> | undefined {
  const key = JSON.stringify([kind, text, where.now.day, where.now.minute, where.country, where.language, question, expects]);
  const before = known.get(key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the kind
  if (before !== undefined) return before.found as Spoken<ValueOfKind[Kind]> | undefined;
  const found = readIn(kind, text, { where, question, expects });
  if (text.length <= LONGEST_KNOWN) keep(known, key, { found }, MOST_KNOWN);
  return found;
}

/** A call is replayed from its messages each time it goes on. */
const known = new Map<string, { found: Spoken<unknown> | undefined }>();
const MOST_KNOWN = 4_000;
const LONGEST_KNOWN = 500;

function readIn<Kind extends ValueKind>(
  kind: Kind,
  text: string,
  { where, question, expects }: Reading,
): Spoken<ValueOfKind[Kind]> | undefined {
  const languages = [...new Set([languageOf(text), where.language?.split("-")[0], "en"])].filter((one) => one !== undefined);
  for (const language of languages) {
    const found = readValue(kind, text, {
      language,
      localTime: `${where.now.day}T${timeOf(where.now.minute)}:00+00:00`,
      country: where.country ?? USUAL_COUNTRY,
      question,
      expects,
    });
    if (found) return { value: found.value, others: found.alternatives ?? [] };
  }
  return undefined;
}

/** What is asked, in words that the readers know. */
export function questionFor({ kind, label }: Pick<Field, "kind" | "label">): string {
  return QUESTIONS[kind] ?? `What is the ${label}?`;
}

const QUESTIONS: Partial<Record<Field["kind"], string>> = {
  day: "Which day?",
  time: "What time?",
  name: "What is your name?",
  phone: "What is your phone number?",
};
