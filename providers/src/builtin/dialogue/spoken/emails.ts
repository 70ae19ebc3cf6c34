/** E-mail addresses out of what a caller says, letters with or without words included. */
import { digitRuns } from "./numbers.ts";
import { withoutLetterWords } from "../../stt/letter-words.ts";
import { isLetter } from "./spelled.ts";

const ADDRESS = /[a-z0-9]+(?:[._+-][a-z0-9]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/;

/** What follows it must be where mail is kept: "I am at home" is no address. */
const AT =
  /\s(?:at the rate(?: of)?|arobase|arrobase|at|kwenye)\s(?=(?:[a-z\d] )*\S+(?: (?:dash|hyphen|tiret) \S+)? (?:dot|point|nukta|doti)\s|\S+\.)/g;

/** "mary dot smith at gmail dot com", "M for mother A for apple …", "mary.smith@gmail.com"; lower case. */
export function emailIn(text: string): string | undefined {
  const said = ` ${withoutLetterWords(text.toLowerCase())
    .replace(/[,;!?]/g, " ")
    .replace(/\.(?=\s|$)/g, " ")
    // "A for Apple.K for King": recognisers write the dot as they write that of a sentence.
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1 . ")} `
    .replace(/\s+/g, " ")
    .replace(AT, " @ ")
    .replace(/\s(?:dot|point|nukta|doti)\s/g, " . ")
    .replace(/\s(?:underscore|under score|tiret bas)\s/g, " _ ")
    .replace(/\s(?:dash|hyphen|tiret|minus)\s/g, " - ")
    .replace(/\bg mail\b/g, "gmail");
  return ADDRESS.exec(together(said).replace(/\s*([@._-])\s*/g, "$1"))?.[0];
}

/** Letters and digits that are said one by one, as one word; a name that is said before its own letters is said twice. */
function together(said: string): string {
  const words = said.trim().split(" ");
  const digits = digitRuns(words);
  const parts: { text: string; bySigns: boolean }[] = [];
  for (let at = 0, word = words[at]; word !== undefined; word = words[++at]) {
    const next = words[at + 1];
    const isDouble = word === "double" && isLetter(next);
    const letter = isDouble ? next : word;
    const run = isLetter(letter) ? undefined : digits.find(({ from }) => from === at);
    const sign = run ? run.digits : isLetter(letter) ? letter.repeat(isDouble ? 2 : 1) : undefined;
    const last = parts.at(-1);
    if (sign === undefined) parts.push({ text: word, bySigns: false });
    else if (last && (last.bySigns || (run && isWord(last.text)))) last.text += sign;
    else parts.push({ text: sign, bySigns: true });
    if (run) at = run.to - 1;
    else if (isDouble) at++;
  }
  return parts
    .filter(({ text }, at) => !(parts[at + 1]?.bySigns && parts[at + 1]?.text === text))
    .map(({ text }) => text)
    .join(" ");
}

/** "Mwangi two five": the digits belong to it. */
function isWord(text: string): boolean {
  return /^[a-z]{2,}$/.test(text);
}
