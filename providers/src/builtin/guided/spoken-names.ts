/** Names, spelled words, order numbers and telephone numbers out of what a caller says. */
import { plain, wordsOf } from "./plain.ts";
import { digitsIn } from "./spoken-numbers.ts";

const INTRODUCTION =
  /\b(?:my (?:full |other |second )?names? (?:is|are)|the name is|name's|(?:i am|i'm) called|call me|this is|it's|it is|(?:speaking )?i am|i'm|naitwa|jina langu ni|ni mimi|je m'appelle|mon nom est|c'est)\s+(.+)$/i;
/** Words that end a name, and words that are never one. */
const NOT_NAMES = new Set(
  (
    "and i want would like to need for from calling on at the a an my your please thank thanks you is it's am are was about with can could have has had that this not no yes yeah sorry " +
    "okay ok hello hi good morning afternoon evening tomorrow today appointment doctor book booking number phone speaking here looking trying asking requesting interested very so just " +
    "na nataka naomba kutoka kwa ni ndiyo hapana asante habari et je veux voudrais pour de oui non merci bonjour what when where how who why which cost price hours open fine well sick ill wrong right correct incorrect different change changed actually " +
    "monday tuesday wednesday thursday friday saturday sunday"
  ).split(" "),
);
const TITLES = new Set([
  "mr",
  "mrs",
  "miss",
  "ms",
  "dr",
  "doctor",
  "madam",
  "mama",
  "baba",
  "bwana",
  "bi",
  "chief",
  "alhaji",
  "pastor",
]);
const NATO: Record<string, string> = Object.fromEntries(
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu"
    .split(" ")
    .map((word) => [word, word[0]!]),
);
const LETTER_NAMES: Record<string, string> = {
  ay: "a",
  bee: "b",
  be: "b",
  see: "c",
  sea: "c",
  cee: "c",
  dee: "d",
  ee: "e",
  eff: "f",
  gee: "g",
  aitch: "h",
  jay: "j",
  kay: "k",
  ell: "l",
  em: "m",
  en: "n",

  pee: "p",
  cue: "q",
  queue: "q",
  are: "r",
  ar: "r",
  ess: "s",
  tee: "t",
  tea: "t",
  you: "u",
  vee: "v",
  ex: "x",
  why: "y",
  zee: "z",
  zed: "z",
};

/** A name: after "my name is", or, when it was `asked` for, the answer itself. */
export function nameIn(text: string, asked: boolean): string | undefined {
  const spelled = spelledIn(text);
  if (spelled !== undefined) return capitalised(spelled);
  const introduced = INTRODUCTION.exec(text.replace(/[.,!?]+/g, " ").trim());
  const found = introduced ? nameWords(introduced[1]!) : "";
  if (found !== "") return found;
  if (!asked || introduced) return undefined;
  const bare = nameWords(text.replace(/^\s*(?:no|hapana|non|yes|ok(?:ay)?|sure|um+|uh+)[\s,]+/i, ""));
  return bare === "" ? undefined : bare;
}

/** Letters said one by one: "W A N J I K U", "B for bravo", "kay"; lower case. At least three, and some of them plain letters. */
export function spelledIn(text: string): string | undefined {
  const words = wordsOf(text);
  let best = "";
  let run = "";
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const times = word === "double" ? 2 : 1;
    const letter = letterOf(times === 2 ? (words[at + 1] ?? "") : word, run.length > 0 || isLetter(words[at + 1]));
    if (letter === undefined) {
      run = "";
      continue;
    }
    if (times === 2) at++;
    run += letter.repeat(times);
    if (/^(for|as)$/.test(words[at + 1] ?? "") && words[at + 2]?.startsWith(letter)) at += 2;
    else if (words[at + 1] === "as" && words[at + 2] === "in") at += 3;
    if (run.length > best.length) best = run;
  }
  const letters = words.filter((word) => /^[b-hj-z]$/.test(word) || word in NATO).length;
  return best.length >= 3 && letters >= 2 ? best : undefined;
}

/** An order or reference number: digits, letters or both; upper case, without spaces. `asked`: a bare one counts. */
export function codeIn(text: string, asked: boolean): string | undefined {
  const cleaned = plain(text);
  const joined = /\b([a-z]{1,4}[- ]?\d{2,12}|\d{3,12}[a-z]{0,3})\b/.exec(cleaned)?.[1];
  if (joined && /\d/.test(joined)) return joined.replace(/[- ]/g, "").toUpperCase();
  const spelled = mixedCode(cleaned);
  if (spelled && /\d/.test(spelled) && spelled.length >= 3) return spelled.toUpperCase();
  const digits = digitsIn(text).replace("+", "");
  return digits.length >= (asked ? 2 : 4) ? digits : undefined;
}

/** A telephone number that can be one: 9 to 15 digits; as said, "+" kept. */
export function phoneIn(text: string): { phone: string } | { tooShort: string } | undefined {
  const digits = digitsIn(text);
  const count = digits.replace("+", "").length;
  if (count >= 9 && count <= 15) return { phone: digits };
  return count >= 3 ? { tooShort: digits } : undefined;
}

function nameWords(text: string): string {
  const kept: string[] = [];
  for (const raw of text
    .replace(/[.,!?]+/g, " ")
    .trim()
    .split(/\s+/)) {
    const word = raw.toLowerCase();
    if (TITLES.has(word) && kept.length === 0) continue;
    if (NOT_NAMES.has(word) || /\d/.test(word) || !/^[\p{L}\p{M}'’-]+$/u.test(word)) break;
    kept.push(capitalised(word));
    if (kept.length === 4) break;
  }
  return kept.join(" ");
}

function capitalised(name: string): string {
  return name.replace(/(^|['’-])(\p{L})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}

function isLetter(word: string | undefined): boolean {
  return word !== undefined && /^[a-z]$/.test(word);
}

function letterOf(word: string, among: boolean): string | undefined {
  if (/^[a-z]$/.test(word) && (among || word !== "a")) return word;
  if (word in NATO) return NATO[word];
  return among ? LETTER_NAMES[word] : undefined;
}

/** "A B one two three" → "ab123". */
function mixedCode(text: string): string | undefined {
  const words = text.split(" ");
  let best = "";
  for (let from = 0; from < words.length; from++) {
    let run = "";
    for (let at = from; at < words.length; at++) {
      const digits = digitsIn(
        /^(double|triple|treble)$/.test(words[at]!) ? `${words[at]} ${words[++at] ?? ""}` : `${words[at]!} zero`,
      );
      const plainDigits = /^(double|triple|treble)$/.test(words[at - 1] ?? "") ? digits : digits.slice(0, -1);
      const letter = letterOf(words[at] ?? "", true);
      if (plainDigits !== "" && /^\d+$/.test(plainDigits)) run += plainDigits;
      else if (letter !== undefined) run += letter;
      else break;
    }
    if (run.length > best.length) best = run;
  }
  return best === "" ? undefined : best;
}
