/** "How much am I owing then?", after something of the caller's own was looked up: it is told again, not what others pay. */
import { asksSomething } from "../spoken/acts.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { answerTypeOf, holds } from "./question-type.ts";

const OF_OWN =
  /\b(?:do|must|should|shall|am|can|will|to|did) (?:i|we)\b|\b(?:i|we)(?:'m| am|'re| are| still| must| should| have to) (?:owing|owe|pay)|\b(?:my|our|nalipa|nadaiwa|je (?:dois|paie))\b/i;
/** Words of every question about a debt or a date. */
const USUAL = new Set(conceptsOf("how much owe owing pay payment bill balance due total money when ready then nice so still it"));

/** Whether what was told answers it: the same kind of answer, about nothing else. */
export function asksOfResult(text: string, told: string): boolean {
  const type = answerTypeOf(text);
  if (told === "" || type === undefined || type === "yes-no" || !asksSomething(text) || !OF_OWN.test(text)) return false;
  const known = new Set(conceptsOf(told));
  return holds(type, told) && conceptsOf(text).every((concept) => USUAL.has(concept) || known.has(concept));
}
