/** Order, account, meter and reference numbers and telephone numbers out of what a caller says. */
import { NOT_NAMES } from "./not-names.ts";
import { digitRuns, type DigitRun } from "./numbers.ts";
import { plain, remembered, wordsOf } from "./plain.ts";
import { withoutLetterWords } from "../../stt/letter-words.ts";
import { letterOf } from "./spelled.ts";

/** Carries a number without being part of it: "the number is", "na", "it's". */
const CARRIERS =
  /\b(?:(?:the|my|our) (?:\w+ )?(?:number|code|reference|id)(?: is| ni)?|number is|it is|it's|namba (?:yangu|yake)?(?: ya \w+)?(?: ni)?|(?:mon|le) (?:numéro|code)(?: de \w+)?(?: est)?|c'est|na|ni|is)\b/g;

/** "Block B, room seventeen": what the parts are called. */
const BETWEEN = /(?<=\b[a-z]) (?:room|number|no|unit|flat|house|bed|chumba|namba|chambre|numero)(?= )/g;

/** "1284 of 2023", "one two stroke twenty": signs that are said and written otherwise. */
const SIGNS =
  /(?<=(?:\d|\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty))) (?:of|stroke|slash|dash|hyphen|oblique)(?= (?:\d|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty))/g;

/** Codes that an utterance may say, the likeliest first: digits, letters or both; upper case, without spaces. */
export const codesIn = remembered((text): readonly string[] => {
  const cleaned = withoutLetterWords(plain(text).replace(BETWEEN, " ").replace(SIGNS, ""));
  const found: string[] = [];
  for (const [, joined = ""] of cleaned.matchAll(
    /(?:^|\s)([a-z]{1,5}[-/ ]?\d{2,12}[a-z]{0,3}|\d{2,14}[a-z]{0,3}|[a-z]{1,5}\d{1,4}[a-z]{1,4}\d*)(?=\s|$)/g,
  ))
    // "Is 97973", "paid 1450": a word before a number is none of its letters.
    if (!/^[a-z]{4,} /.test(joined) && !NOT_NAMES.has(/^([a-z]+) /.exec(joined)?.[1] ?? "-"))
      found.push(joined.replace(/[-/ ]/g, "").toUpperCase());
  const spelled = mixedCode(cleaned.replace(CARRIERS, " | "));
  if (spelled) found.push(spelled.toUpperCase());
  // "… five eight six o": a way to end a sentence, not a letter.
  if (spelled && /\do$/.test(spelled)) found.push(spelled.slice(0, -1).toUpperCase());
  for (const { digits } of digitRuns(wordsOf(text)).toSorted((a, b) => b.digits.length - a.digits.length))
    found.push(digits.replace("+", ""));
  const whole = found.filter((code) => /\d/.test(code) && code.length >= 2);
  return [...new Set(whole)].toSorted((a, b) => b.length - a.length);
});

/** The run of digits that can be a telephone number: 7 to 15, the longest; shorter ones are told as such. */
export function phoneRunIn(text: string): (DigitRun & { long: boolean }) | undefined {
  const count = ({ digits }: DigitRun): number => digits.replace("+", "").length;
  const [best] = digitRuns(wordsOf(text)).toSorted((a, b) => count(b) - count(a));
  return best && count(best) >= 2 ? { ...best, long: count(best) >= 7 } : undefined;
}

/** "… four five, I am", "… six you can": letters that are words where words follow. */
function goesOnInWords(word: string, next: string | undefined): boolean {
  return /^(?:[aio]|you|are|be|see|why)$/.test(word) && next !== undefined && letterOf(next, true) === undefined;
}

/** "A B one two three" → "ab123"; the longest run of letters and digits with at least one digit, of three and more. */
function mixedCode(text: string): string | undefined {
  const words = text.split(" ").filter((word) => word !== "");
  const starts = new Map(digitRuns(words).map((run) => [run.from, run]));
  let best = "";
  for (let from = 0; from < words.length; from++) {
    let run = "";
    for (let at = from, word = words[at]; word !== undefined; word = words[at]) {
      const digits = starts.get(at);
      const single = digits ?? digitRuns(["0", word])[0];
      if (digits) {
        run += digits.digits.replace("+", "");
        at = digits.to;
        continue;
      }
      if (single && single.to === 2) {
        run += single.digits.slice(1);
        at++;
        continue;
      }
      const letter = letterOf(word, true);
      const joined = /^[a-z]{1,4}\d+$/.test(word) || (/^[b-hj-z]{2,3}$/.test(word) && !NOT_NAMES.has(word)) ? word : letter;
      if (joined === undefined || (/\d$/.test(run) && goesOnInWords(word, words[at + 1]))) break;
      run += joined;
      at++;
    }
    if (run.length > best.length && /\d/.test(run)) best = run;
  }
  return best.length >= 3 ? best : undefined;
}
