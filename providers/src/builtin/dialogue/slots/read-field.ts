/** What an utterance says for a field, with what the caller takes back in the same breath. */
import type { Field } from "../forms/form.ts";
import { readValue } from "../forms/read-value.ts";
import type { Reading } from "../forms/reading.ts";
import { correctedIn, correctedNumber, isBare, correctedText, toBe, withoutDenied } from "../spoken/corrections.ts";

/** Words that nobody doubts: the readers know corrections themselves. */
const TYPED = 1;
const READERS: ReadonlySet<Field["kind"]> = new Set(["day", "time"]);
/** "Eleven, the last one": no number. "The one o'clock" is. */
const PRONOUN =
  /\b(this|that|last|first|second|next|other|same|which|earlier|later|big|small|right|wrong)\s+ones?\b(?!\s*(?:o'?clock|[ap]\.?m\b|hundred|thousand|\d))/giu;
const WITH_PRONOUNS: ReadonlySet<Field["kind"]> = new Set(["day", "time", "moment", "number"]);

export function readField(said: string, field: Field, asking: Parameters<typeof readValue>[2]): ReturnType<typeof readValue> {
  const text = WITH_PRONOUNS.has(field.kind) ? said.replace(PRONOUN, "$1") : said;
  if (field.kind === "text") return readValue(text, field, asking);
  const last = correctedText(text);
  if (field.kind === "name")
    return (last === undefined ? undefined : readValue(last, field, asking)) ?? readValue(text, field, asking);
  const corrected = asking.heard.confidence >= TYPED ? readCorrected(text, field, asking) : undefined;
  if (corrected) return corrected;
  if (asking.heard.confidence >= TYPED && READERS.has(field.kind)) {
    const made = toBe(text);
    return (
      (made === undefined ? undefined : readValue(made, field, { ...asking, asked: true })) ?? readValue(text, field, asking)
    );
  }
  const kept = withoutDenied(text);
  return (
    (last === undefined ? undefined : readValue(last, field, asking)) ??
    (kept === text ? undefined : readValue(kept, field, asking)) ??
    readValue(text, field, asking)
  );
}

/** "Two kilos, no wait, three": the bare number or hour takes the place of the one before it. */
function readCorrected(text: string, field: Field, asking: Parameters<typeof readValue>[2]): Reading | undefined {
  const corrected = field.kind === "number" || field.kind === "time" ? correctedIn(text) : undefined;
  const before = corrected && readValue(corrected.before, field, asking);
  if (!corrected || typeof before !== "object") return undefined;
  if (field.kind === "number") {
    const value = correctedNumber(corrected, before.value);
    return value === undefined ? undefined : { value, confidence: before.confidence };
  }
  if (!isBare(corrected.after)) return undefined;
  const after = readValue(corrected.after, field, { ...asking, asked: true });
  return typeof after === "object" ? after : undefined;
}
