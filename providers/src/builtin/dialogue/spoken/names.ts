/** Names out of what a caller says. */
import { ALSO_NAMES, NOT_NAMES, OPENERS, TITLES } from "./not-names.ts";
import { spelledName, type RecognisedLetters } from "./spelled.ts";

/** What surely leads to the caller's name … */
const INTRODUCED =
  /\b(?:(?:my|the) (?:full |other |second |first |last )?names?(?: is| are|'s)|name's|the name is|name is|(?:i am|i'm) called|(?:you can )?call me|naitwa|ninaitwa|jina langu ni|jina ni|jina langu|(?:je )?m'appelle|mon nom est|mon nom c'est|moi c'est|au nom de|kwa jina la|under the name(?: of)?|in the name of)\s+(.+)$/i;
/** … and what does so where names follow it. */
const PERHAPS_INTRODUCED = /\b(?:this is|i am|i'm|it's|it is|ni mimi|mimi ni|je suis|c'est|speaking is)\s+(.+)$/i;
/** Who calls says so before anything else, as it is written: "Lindiwe Dlamini here", "John Mwangi from Muyenga". */
const OPENS = /^(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){1,2}) (?:here|speaking|calling|from)\b/u;
const GREETING = /^(?:(?:hi|hello|hey|good|morning|afternoon|evening|day|there)[\s,.!]+)+/i;
/** Somebody else's name. */
const OTHERS =
  /\b(?:(?:his|her|its|their|the (?:student|child|patient|guest|baby|pupil|boy|girl|dog|cat|pet|puppy|visitor)'?s?|my (?:son|daughter|child|baby|wife|husband|mother|father|dog|cat|friend|brother|sister)'?s?) names?(?: is| are|'s)|(?:my (?:son|daughter|child|baby|wife|husband|mother|father)|the (?:student|child|patient|guest|pupil)) is(?: called)?|called|named|anaitwa|jina lake ni|il s'appelle|elle s'appelle|son nom est)\s+(.+)$/i;
const SURE: RecognisedLetters = { confidence: 1, not: [] };

export interface SpokenName {
  name: string;
  /** It was led in, or spelled; a bare one is less sure. */
  sure: boolean;
}

/** The caller's name: after "my name is", or, when it was `asked` for, the answer itself. */
export function nameIn(text: string, asked: boolean, heard: RecognisedLetters = SURE): SpokenName | undefined {
  const spelled = spelledName(text, heard);
  if (spelled !== undefined) {
    const letters = spelled.parts.map(capitalised).join(" ");
    return { name: spokenAround(text, letters, heard) ?? letters, sure: spelled.sure };
  }
  const cleaned = withoutApposition(text)
    .replace(/[.,!?;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const [, introduced] = INTRODUCED.exec(cleaned) ?? [];
  const led = nameWords(introduced?.replace(OPENERS, "") ?? "");
  if (led !== "") return { name: withoutRepeated(led), sure: true };
  if (introduced !== undefined) return undefined;
  const [perhaps = "", rest = ""] = PERHAPS_INTRODUCED.exec(cleaned) ?? [];
  const following = wholeName(rest);
  if (following !== "" && (asked || surelyName(perhaps, following))) return { name: following, sure: true };
  if (!asked) return undefined;
  const bare = withoutRepeated(wholeName(cleaned.replace(OPENERS, "")));
  if (bare !== "") return { name: bare, sure: false };
  // "Abena Serwaa, agent at Madina"
  const [first = "", ...others] = text.split(/[,.;]\s+/);
  const part = others.length > 0 ? wholeName(first.replace(OPENERS, "")) : "";
  return part.includes(" ") ? { name: part, sure: false } : undefined;
}

/** "Rehema Charo, binti yake", "Peter Otieno, the owner": who that is stands behind the comma. */
function withoutApposition(text: string): string {
  return text
    .replace(/[,.;]? (?:but|lakini|mais) .*$/u, "")
    .replace(/(\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+), (?:\p{Ll}[\p{L}'’-]* ?){1,3}[.!]?$/u, "$1");
}

/** The name that a caller gives unasked, where it is surely theirs: letters may be anything's. */
export function volunteeredName(text: string): string | undefined {
  const opens = OPENS.exec(text.trim().replace(GREETING, ""))?.[1];
  const name = opens === undefined ? "" : nameWords(opens);
  if (opens !== undefined && name.split(" ").length === opens.split(" ").length) return name;
  const [said] = text.split(/(?<=[.!?;,])\s+/).flatMap((part) => (spelledName(part, SURE) ? [] : (nameIn(part, false) ?? [])));
  return said?.sure ? said.name : undefined;
}

/** "Priya, that's P R I Y A, Pillay": the whole name was said, and one part of it spelled. */
function spokenAround(text: string, letters: string, { confidence }: RecognisedLetters): string | undefined {
  if (confidence < 1) return undefined;
  const words = text
    .replace(
      /\b(?:let me spell(?: (?:it|that|the \p{L}+ (?:one|name)|my \p{L}+(?: name)?))?(?: for you)?|that's|that is|it's|it is|spelled|spelt|spell|c'est|ça s'écrit|i spell|as in)\b/giu,
      " ",
    )
    .replace(/(?<![\p{L}'’])(?:double |triple |deux |capital )?\p{L}(?![\p{L}'’])/gu, " ")
    .replace(/[.,!?;:]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    // "Chukwuemeka Obi, Obi is O B I"
    .replace(/ (?:is|ni|c'est)$/i, "");
  const said = withoutRepeated(wholeName(words.replace(OPENERS, "").replace(LEADS_IN, "")));
  const isPart = said.split(" ").some((part) => single(part).startsWith(single(letters)));
  return said.includes(" ") && isPart ? said : undefined;
}

const LEADS_IN = /^(?:i'm|i am|this is|my name is|name is|je suis|mimi ni|naitwa)\s+/i;

/** "Double S, S, S" may be two or four of them. */
function single(name: string): string {
  return name.toLowerCase().replace(/(\p{L})\1+/gu, "$1");
}

/** The name of someone whom the caller speaks of: "my daughter is called Neema". */
export function otherNameIn(text: string): string | undefined {
  const [, found = ""] = OTHERS.exec(text.replace(/[.,!?;:]+/g, " ").trim()) ?? [];
  // "My daughter is joining Makerere".
  if (/^(?:\p{L}{2,}ing|in|at|on|not|a|an|the|very|so|here|coming|only|now|already|sick|ill|well)(?!\p{L})/iu.test(found))
    return undefined;
  const name = nameWords(found);
  // Led in so plainly, a name may be a word as well: "her name is Mimi".
  const [asWritten] = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.exec(found) ?? [];
  return name === "" ? asWritten : name;
}

/** Nobody asked: "I'm flooding", "this is totally unacceptable" are no names, "this is Chidi Okafor", "I'm Asha calling from Meru" are. */
function surelyName(said: string, name: string): boolean {
  if (name.split(" ").some((word) => /(?:ing|ed|ly|able|ible|tion|ment|ness|ful|ous|less|ant|ent|ic)$/i.test(word))) return false;
  const led = /^(?:this is|ni mimi|mimi ni)/i.test(said);
  const rest = said.toLowerCase().split(name.toLowerCase())[1]?.trim() ?? "";
  return (led && name.includes(" ")) || /^(?:speaking|here|calling|from|kutoka|de la part)\b/.test(rest);
}

/** A name that is all that is said, but for words that may follow one: "Mary Smith speaking". */
function wholeName(text: string): string {
  const name = nameWords(text);
  const count = name === "" ? 0 : name.split(" ").length;
  const rest = text
    .trim()
    .split(/\s+/)
    .filter((word) => !TITLES.has(word.toLowerCase()))
    .slice(count);
  return rest.length > 0 && !FOLLOWS.test(rest.join(" ")) ? "" : name;
}

const FOLLOWS =
  /^(?:please|speaking|here|calling|from|madam|sir|and|with|my|the|i|tafadhali|kutoka|hapa|na|s'il|de|et|à|yes|ndiyo|oui|that's|is my name|is the name)\b/i;

/** "Koné, Aminata Koné": the family name was said first and again. */
function withoutRepeated(name: string): string {
  const parts = name.split(" ");
  const last = parts.at(-1);
  return parts.filter((part, at) => part !== last || at === parts.length - 1).join(" ");
}

function nameWords(text: string): string {
  const kept: string[] = [];
  for (const raw of text
    .replace(/[.,!?]+/g, " ")
    .trim()
    .split(/\s+/)) {
    const word = raw.toLowerCase();
    if (TITLES.has(word) && kept.length === 0) continue;
    const isFamilyName = kept.length === 1 && ALSO_NAMES.has(word);
    if ((NOT_NAMES.has(word) && !isFamilyName) || /\d/.test(word) || !/^[\p{L}\p{M}'’-]+$/u.test(word)) break;
    kept.push(capitalised(word));
    if (kept.length === 4) break;
  }
  // Letters alone are what is left of a name that was not heard.
  return kept.some((word) => word.length > 1) ? kept.join(" ") : "";
}

/** "O'Brien", "Jean-Pierre", but "Mary's". */
function capitalised(name: string): string {
  return name.replace(/(?:^|-|['’](?=\p{L}{2}))\p{L}/gu, (first) => first.toUpperCase());
}

/** "Olumide Adebayo. A D E B A Y O": what was spelled is a part of the name. "Zulu" before the letters of another name is no Z. */
export function nameWithSpelling(text: string, spelled: string): string {
  const letters = /(?<!\p{L})\p{L}(?:[\s,.-]+\p{L}(?!\p{L})){2,}/u.exec(text)?.[0].replace(/\P{L}/gu, "").toLowerCase();
  if (letters === undefined) return spelled;
  const written = [...text.matchAll(/\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2}/gu)].map(([name]) => name);
  return written.find((name) => name.toLowerCase().split(/[ -]/).includes(letters)) ?? spelled;
}
