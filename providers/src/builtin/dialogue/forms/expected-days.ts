/** Whether a field asks for a day that is over, or one that comes. Pure. */
import type { ValueContext } from "@ongea/conversation/values";

const BIRTH = /birth|born|dob|naissance|kuzaliwa/i;
const PAST =
  /issued|incident|happened|paid|last|since|lost|accident|(?:was|were) (?:left|forgotten|stolen|seen|bought|sent|damaged)|left behind|forgot|missed|should have|did(?:n't| not) |went (?:out|off)|broke|stopped|noticed/i;

/** Which days a field expects. */
export function expectsOf({ label, description }: { label: string; description: string }): ValueContext["expects"] {
  const told = `${label} ${description}`;
  return BIRTH.test(told) ? "birth" : PAST.test(told) ? "past" : "future";
}
