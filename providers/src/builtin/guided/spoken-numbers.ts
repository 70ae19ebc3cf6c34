/** Numbers as people say them: digit by digit, "double seven", "oh", cardinals and ordinals, in English, Swahili and French. */
import { wordsOf } from "./plain.ts";

const DIGITS: Record<string, string> = {
  zero: "0",
  oh: "0",
  o: "0",
  nought: "0",
  nil: "0",
  one: "1",
  won: "1",
  two: "2",
  to: "2",
  too: "2",
  three: "3",
  tree: "3",
  four: "4",
  for: "4",
  fore: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  ate: "8",
  nine: "9",
  niner: "9",
  sifuri: "0",
  moja: "1",
  mbili: "2",
  tatu: "3",
  nne: "4",
  tano: "5",
  sita: "6",
  saba: "7",
  nane: "8",
  tisa: "9",
  zéro: "0",
  un: "1",
  une: "1",
  deux: "2",
  trois: "3",
  quatre: "4",
  cinq: "5",
  sept: "7",
  huit: "8",
  neuf: "9",
};
/** Words that are digits only between digits. */
const DOUBTFUL = new Set(["to", "too", "for", "fore", "o", "won", "ate", "tree", "un", "une", "nil"]);

const SMALL: Record<string, number> = {
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  kumi: 10,
  dix: 10,
  onze: 11,
  douze: 12,
  treize: 13,
  quatorze: 14,
  quinze: 15,
  seize: 16,
};
const TENS: Record<string, number> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,

  ishirini: 20,
  thelathini: 30,
  arobaini: 40,
  hamsini: 50,
  sitini: 60,
  vingt: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
};
const ORDINALS: Record<string, number> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,

  fourteenth: 14,
  fifteenth: 15,
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
  premier: 1,
};

/** The longest run of digits in an utterance, with a leading "+" where it was said; empty: none. */
export function digitsIn(text: string): string {
  const words = wordsOf(text);
  let best = "";
  let run = "";
  let times = 1;
  const end = (): void => {
    if (run.replace("+", "").length > best.replace("+", "").length) best = run;
    run = "";
    times = 1;
  };
  words.forEach((word, i) => {
    if (word === "plus" || word === "+") return void (run = run === "" ? "+" : run);
    if (word === "double") return void (times = 2);
    if (word === "triple" || word === "treble") return void (times = 3);
    if (FILLERS.has(word) && run !== "") return;
    const digits = digitWord(word, run !== "" || isDigitWord(words[i + 1]));
    if (digits === undefined) return end();
    run += digits.length === 1 ? digits.repeat(times) : digits;
    times = 1;
  });
  end();
  return best === "+" ? "" : best;
}

const FILLERS = new Set(["um", "uh", "er", "and", "then", "-", "na", "et", "dash", "space"]);

function digitWord(word: string, amongDigits: boolean): string | undefined {
  if (/^\+?\d[\d-]*$/.test(word)) return word.replace(/-/g, "");
  if (DOUBTFUL.has(word) && !amongDigits) return undefined;
  const digit = DIGITS[word];
  if (digit !== undefined) return digit;
  const number = SMALL[word] ?? TENS[word];
  return number === undefined || !amongDigits ? undefined : String(number);
}

function isDigitWord(word: string | undefined): boolean {
  return word !== undefined && (/^\d+$/.test(word) || (word in DIGITS && !DOUBTFUL.has(word)));
}

/** One number that begins at `at`: "ten", "thirty one", "21st", "twelfth". `used`: how many words it took. */
export function numberAt(words: readonly string[], at: number): { value: number; used: number; ordinal: boolean } | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const written = /^(\d{1,4})(st|nd|rd|th|er|e)?$/.exec(word);
  if (written) return { value: Number(written[1]), used: 1, ordinal: written[2] !== undefined };
  if (word in ORDINALS) return { value: ORDINALS[word]!, used: 1, ordinal: true };
  if (word in SMALL) {
    const unit = word === "kumi" && words[at + 1] === "na" ? DIGITS[words[at + 2] ?? ""] : undefined;
    return unit === undefined
      ? { value: SMALL[word]!, used: 1, ordinal: false }
      : { value: 10 + Number(unit), used: 3, ordinal: false };
  }
  if (word in TENS || /^(twenty|thirty|forty|fifty)-/.test(word)) return tensAt(words, at);
  const digit = DIGITS[word];
  if (digit === undefined || DOUBTFUL.has(word)) return undefined;
  return { value: Number(digit), used: 1, ordinal: false };
}

function tensAt(words: readonly string[], at: number): { value: number; used: number; ordinal: boolean } {
  const [head, tail] = words[at]!.split("-");
  const tens = TENS[head!]!;
  const joined = tail !== undefined;
  let next = joined ? tail : words[at + 1];
  let used = joined ? 1 : 2;
  if (!joined && (next === "na" || next === "et")) {
    next = words[at + 2];
    used = 3;
  }
  if (next !== undefined && next in ORDINALS && ORDINALS[next]! < 10)
    return { value: tens + ORDINALS[next]!, used, ordinal: true };
  const unit = next === undefined ? undefined : DIGITS[next];
  if (unit !== undefined && unit !== "0" && !DOUBTFUL.has(next!)) return { value: tens + Number(unit), used, ordinal: false };
  return { value: tens, used: 1, ordinal: false };
}

/** Passes the check digit of payment cards (ISO/IEC 7812, Luhn). */
export function looksLikeCard(digits: string): boolean {
  const plainDigits = digits.replace(/\D/g, "");
  if (plainDigits.length < 13 || plainDigits.length > 19) return false;
  let sum = 0;
  for (let i = 0; i < plainDigits.length; i++) {
    let digit = Number(plainDigits[plainDigits.length - 1 - i]);
    if (i % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
