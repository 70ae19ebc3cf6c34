/** How many and how much: "two", "fifteen hundred", "2,500 shillings", "elfu mbili mia tano", "deux mille cinq cents", "a dozen". */
import { lookup, wordsOf } from "./plain.ts";
import { numberAt } from "./numbers.ts";

const HUNDRED = new Set(["hundred", "mia", "cent", "cents"]);
const THOUSAND = new Set(["thousand", "elfu", "mille", "k"]);
const MILLION = new Set(["million", "milioni", "millions"]);
const ALONE: Readonly<Record<string, number>> = lookup({
  couple: 2,
  dozen: 12,
  mmoja: 1,
  wawili: 2,
  watatu: 3,
  wanne: 4,
  watano: 5,
});

/** The quantities that an utterance names, in order, each with the words that say it. */
export function quantitiesIn(text: string): { value: number; from: number; to: number }[] {
  const words = wordsOf(text.replace(/(\d)(\s?)k\b/gi, "$1 k"));
  const found: { value: number; from: number; to: number }[] = [];
  for (let at = 0; at < words.length;) {
    const said = quantityAt(words, at);
    if (!said) {
      at++;
      continue;
    }
    found.push({ value: said.value, from: at, to: at + said.used });
    at += said.used;
  }
  return found;
}

function quantityAt(words: readonly string[], start: number): { value: number; used: number } | undefined {
  let at = start;
  let total = 0;
  let part: number | undefined;
  for (;;) {
    const word = words[at] ?? "";
    const scale = HUNDRED.has(word) ? 100 : THOUSAND.has(word) ? 1_000 : MILLION.has(word) ? 1_000_000 : 0;
    if (scale > 0) {
      // Swahili says the scale first: "elfu mbili", "mia tano".
      const after = /^(?:mia|elfu|milioni)$/.test(word) ? plainNumber(words, at + 1) : undefined;
      // "Nchi sita, mia nane" are two numbers, "mia nane na sita" is one.
      if (after && part !== undefined && !/^(?:na|and|et)$/.test(words[at - 1] ?? "")) break;
      const times = after?.value ?? part ?? 1;
      if (part === undefined && after === undefined && /^(?:k|cents?)$/.test(word)) break;
      at += 1 + (after?.used ?? 0);
      if (scale === 100) part = after ? (part ?? 0) + times * 100 : times * 100;
      else {
        total += (after && part !== undefined ? part : 0) + times * scale;
        part = undefined;
      }
      continue;
    }
    if (at > start && /^(?:and|na|et)$/.test(word) && (plainNumber(words, at + 1) || isScale(words[at + 1]))) {
      at++;
      continue;
    }
    const number = plainNumber(words, at);
    if (!number || (part !== undefined && (part < 100 || number.value >= 100))) break;
    part = (part ?? 0) + number.value;
    at += number.used;
  }
  if (at === start) return undefined;
  return { value: total + (part ?? 0), used: at - start };
}

function isScale(word: string | undefined): boolean {
  return word !== undefined && (HUNDRED.has(word) || THOUSAND.has(word));
}

function plainNumber(words: readonly string[], at: number): { value: number; used: number } | undefined {
  const word = words[at] ?? "";
  const written = /^(\d{1,9})(?:\.(\d+))?$/.exec(word);
  if (written) return { value: Number(word), used: 1 };
  const alone = ALONE[word];
  const number = numberAt(words, at);
  if (number && !number.ordinal) return number;
  return alone === undefined ? undefined : { value: alone, used: 1 };
}
