/** What the prompt says a tool is for. Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import { wordsOfName } from "./kinds.ts";

const CONDITION = /\b(?:if|when|whenever|si|quand|kama)\s([^,.;]{4,120}),([^.]+)/gi;

const NOTED =
  /\b(?:to|for|pour|ili|kwa) ([^,.;:]{3,60}?),? (?:i|we|il me|il nous|na|nina|tuna|ni)? ?(?:need|faut|hitaji|andikie|note|take) ([^.;]+)/giu;
/** So many of a form's fields are named where it says what is needed for it. */
const MOSTLY = 0.6;

interface Needed {
  name: string;
  label: string;
  required: boolean;
}

/** "To send somebody I need the place, the vehicle and a phone number": what the tool with these fields is for. */
export function purposeOf(fields: readonly Needed[], instructions: string): string {
  const required = fields.filter((field) => field.required);
  if (required.length < 2) return "";
  return [...instructions.matchAll(NOTED)]
    .filter(([, , list = ""]) => {
      const told = new Set(conceptsOf(list));
      const named = required.filter(({ label, name }) =>
        conceptsOf(`${label} ${wordsOfName(name)}`).some((one) => told.has(one)),
      );
      return named.length >= required.length * MOSTLY;
    })
    .map(([, purpose = ""]) => purpose)
    .join(" ");
}

const NOTES = /\b(?:write down|note(?: down)?|take down|put down|need|ask)\b/i;
const IF_WANTED =
  /\b(?:if|whether) (?:they|he|she|somebody|people|the (?:customer|caller|client)) (?:want|need|wish)s? (?:an? |the |it |some )?([^,.;]{2,40})/gi;
const FEWEST_COMMAS = 2;

/** "Write down the day, how many people, if they want a trailer": an optional field that is asked for all the same. */
export function isNoted(label: string, instructions: string): boolean {
  const own = new Set(conceptsOf(label));
  return instructions.split(/(?<=[.!?;])\s+/).some((sentence) => {
    if (!NOTES.test(sentence) || sentence.split(",").length <= FEWEST_COMMAS) return false;
    return [...sentence.matchAll(IF_WANTED)].some(([, thing = ""]) => conceptsOf(thing).some((one) => own.has(one)));
  });
}

/** "If somebody's internet is down, check the line": when a tool is used. */
export function conditionsFor(tool: string, instructions: string): string {
  const named = conceptsOf(wordsOfName(tool));
  if (named.length < 2) return "";
  return [...instructions.matchAll(CONDITION)]
    .filter(([, , then = ""]) => {
      const told = new Set(conceptsOf(then));
      return named.every((concept) => told.has(concept));
    })
    .map(([, condition = ""]) => condition)
    .join(" ");
}
