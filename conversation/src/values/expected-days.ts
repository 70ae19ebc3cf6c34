/** Whether a field asks for a day that is over, or one that comes. Pure. */
import type { ValueContext } from "./utterance.ts";

const BIRTH = /birth|born|dob|naissance|kuzaliwa/i;
const PAST =
  /issued|incident|happened|paid|last|since|lost|accident|(?:was|were) (?:left|forgotten|stolen|seen|bought|sent|damaged)|left behind|forgot|missed|should have|did(?:n't| not) |went (?:out|off)|broke|stopped|noticed/i;

interface Told {
  /** Of the JSON property. */
  name?: string;
  label: string;
  description: string;
}

/** Which days a field expects. */
export function expectsOf({ name = "", label, description }: Told): ValueContext["expects"] {
  const words = name.replace(/[_-]+|(?<=[a-z])(?=[A-Z])/g, " ");
  const told = `${words} ${label} ${description}`;
  return BIRTH.test(told) ? "birth" : PAST.test(told) ? "past" : "future";
}
