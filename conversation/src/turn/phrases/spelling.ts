/** Names said letter by letter: whether all of them has been said. */

const LETTER = /^[a-z]$/;
const LEAST_LETTERS = 2;
const LEAST_NAMES = 2;

export function saysLetters(words: readonly string[]): boolean {
  return words.filter((word) => LETTER.test(word)).length >= LEAST_LETTERS;
}

/** "Samuel S A M U E L Banda B A N D A": two names or more, each with all of its letters after it, the last one too. */
export function spellsWholeNames(words: readonly string[]): boolean {
  let whole = 0;
  let isLastWhole = false;
  for (let at = 0; at < words.length;) {
    const said = words[at] ?? "";
    let end = at + 1;
    while (end < words.length && LETTER.test(words[end] ?? "")) end++;
    isLastWhole = said.length >= LEAST_LETTERS && words.slice(at + 1, end).join("") === said;
    if (isLastWhole) whole++;
    at = end;
  }
  return isLastWhole && whole >= LEAST_NAMES;
}
