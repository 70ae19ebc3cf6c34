/** What the prompt says a tool is for. Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import { wordsOfName } from "./kinds.ts";

const CONDITION = /\b(?:if|when|whenever|si|quand|kama)\s([^,.;]{4,120}),([^.]+)/gi;

/** Behind it a sentence lists what is to be noted. */
const NOTED =
  /\b(?:need|note|take|write down|ask(?: for)?|enter|(?:u|tuna|nina|una)?hitaji|uliza|andika|andikie|faut|not(?:er|ez)|demand(?:er|ez)|pren(?:dre|ez))\b|:/giu;
/** So many of a form's fields are named where it says what is needed for it, and so much of what is listed is one of them. */
const MOSTLY = 0.6;
const LISTED = 0.4;
/** What it is for leads the sentence: "to cancel we need …", "on the day of the test …"; else it stands just before: "report a leak, for which …" */
const LEADS =
  /^(?:and |so )?(?:for|to|when|whenever|if|on|pour|quand|si|ku\p{L}+|kama|who|whoever|anybody who|qui|schools?|people|any\p{L}+)(?!\p{L})/iu;
const MOST_PURPOSE_WORDS = 14;
const WORDS_BEFORE = 8;
/** Words that every such sentence may have. */
const OF_ANY = new Set(
  conceptsOf(
    "people person customer caller somebody phone telephone call ask want need day time name client watu mteja simu hitaji uliza",
  ),
);

interface Needed {
  name: string;
  label: string;
  required: boolean;
}

/** "To send somebody I need the place, the vehicle and a phone number", "Kughairi oda: namba ya oda na simu": what the tool with these fields is for. */
export function purposeOf(fields: readonly Needed[], instructions: string): string {
  const required = fields.filter((field) => field.required);
  if (required.length < 2) return "";
  return instructions
    .split(/(?<=[.!?])\s+|\n/)
    .flatMap((sentence) => purposeIn(sentence.replace(/\([^)]*\)/g, " "), required))
    .join(" ");
}

function purposeIn(sentence: string, required: readonly Needed[]): string[] {
  const marker = [...sentence.matchAll(NOTED)].findLast(({ index }) => lists(sentence.slice(index), required));
  if (!marker) return [];
  const words = sentence.slice(0, marker.index).split(/\s+/);
  const near = LEADS.test(sentence.trim()) ? words.slice(0, MOST_PURPOSE_WORDS) : words.slice(-WORDS_BEFORE);
  return conceptsOf(near.join(" ")).filter((concept) => !OF_ANY.has(concept));
}

function lists(list: string, required: readonly Needed[]): boolean {
  const items = list.split(/,|;|\b(?:and|or|na|au|et|ou)\b/iu).map((item) => new Set(conceptsOf(item)));
  const own = required.map(({ label, name }) => conceptsOf(`${label} ${wordsOfName(name)}`));
  const named = own.filter((concepts) => items.some((item) => concepts.some((one) => item.has(one))));
  const meant = items.filter((item) => own.some((concepts) => concepts.some((one) => item.has(one))));
  const listed = items.filter((item) => item.size > 0);
  // "The contract number and what it is doing": of two the one that is called as it is.
  const isCalled = own.some((concepts) => concepts.length > 1 && items.some((item) => concepts.every((one) => item.has(one))));
  const fewest = required.length === 2 && isCalled ? 1 : 2;
  return (
    named.length >= Math.max(fewest, required.length * (fewest === 1 ? 0 : MOSTLY)) && meant.length >= listed.length * LISTED
  );
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
