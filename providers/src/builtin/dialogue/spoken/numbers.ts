/** Numbers as people say them: digit by digit, "double seven", "oh", cardinals and ordinals, in English, Swahili and French. */
import { lookup, wordsOf } from "./plain.ts";

const DIGITS: Record<string, string> = lookup({
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
});
/** Words that are digits only between digits. */
const DOUBTFUL = new Set(["to", "too", "for", "fore", "o", "won", "ate", "tree", "un", "une", "nil"]);

const SMALL: Record<string, number> = lookup({
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
});
const TENS: Record<string, number> = lookup({
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,

  ishirini: 20,
  sabini: 70,
  themanini: 80,
  tisini: 90,
  thelathini: 30,
  arobaini: 40,
  hamsini: 50,
  sitini: 60,
  vingt: 20,
  trente: 30,
  quarante: 40,
  cinquante: 50,
  soixante: 60,
});
const ORDINALS: Record<string, number> = lookup({
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
});

/** Digits that belong together, and the words `from` … `to` (not included) that said them. */
export interface DigitRun {
  /** With a leading "+" where it was said. */
  digits: string;
  from: number;
  to: number;
}

/** The longest run of digits in an utterance, with a leading "+" where it was said; empty: none. */
export function digitsIn(text: string): string {
  const count = (digits: string): number => digits.replace("+", "").length;
  let best = "";
  for (const { digits } of digitRuns(wordsOf(text))) if (count(digits) > count(best)) best = digits;
  return best === "+" ? "" : best;
}

/** Every run of digits: "oh seven double two", "0722 000 111", "zero six trente-quatre". */
export function digitRuns(words: readonly string[]): DigitRun[] {
  const runs: DigitRun[] = [];
  let run: DigitRun | undefined;
  let times = 1;
  const end = (): void => {
    if (run && /\d/.test(run.digits)) runs.push(run);
    run = undefined;
    times = 1;
  };
  for (let at = 0, word = words[at]; word !== undefined; word = words[at]) {
    const repeated = REPEATED[word];
    if (word === "plus" || word === "+" || word === "jumlisha") {
      end();
      run = { digits: "+", from: at, to: ++at };
    } else if (repeated !== undefined && saysDigit(words, at + 1, true)) {
      run ??= { digits: "", from: at, to: at };
      times = repeated;
      at++;
    } else if (FILLERS.has(word) && run && saysDigit(words, at + 1, true)) at++;
    else {
      if (run && HUNDREDS.has(word) && /[1-9]$/.test(run.digits)) {
        // "sept cent trente-trois" 733, "seven hundred" 700.
        const rest = words[at + 1] === undefined ? undefined : (frenchPair(words, at + 1) ?? digitsAt(words, at + 1, true));
        run.digits += rest && rest.digits.length === 2 ? rest.digits : "00";
        at += 1 + (rest && rest.digits.length === 2 ? rest.used : 0);
        run.to = at;
        continue;
      }
      const said = digitsAt(words, at, run !== undefined);
      // "at ten thirty, zero seven two …": a number that was begun with an hour is another one.
      if (said && run && said.digits.startsWith("0") && isHourBefore(words, run)) end();
      if (!said) {
        end();
        at++;
        continue;
      }
      run ??= { digits: "", from: at, to: at };
      run.digits += said.digits.length === 1 ? said.digits.repeat(times) : said.digits;
      at += said.used;
      run.to = at;
      times = 1;
    }
  }
  end();
  return runs;
}

const HUNDREDS = new Set(["hundred", "cent", "cents"]);
const REPEATED: Readonly<Record<string, number>> = lookup({ double: 2, triple: 3, treble: 3 });
const FILLERS = new Set(["um", "uh", "er", "ehn", "eh", "and", "then", "-", "na", "et", "dash", "space", "euh"]);

function isHourBefore(words: readonly string[], { digits, from, to }: DigitRun): boolean {
  return (
    digits.length <= 4 &&
    words.slice(from, to).every((word) => word in SMALL || word in TENS || /^[a-z]+$/.test(word)) &&
    words.slice(from, to).some((word) => word in SMALL || word in TENS)
  );
}

/** One digit word, or one number of two digits among digits: "seventy one", "soixante-dix-huit", "ishirini na mbili". */
function digitsAt(words: readonly string[], at: number, among: boolean): { digits: string; used: number } | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  if (/^\+?\d[\d-]*$/.test(word)) return { digits: word.replace(/-/g, ""), used: 1 };
  const near = among || saysDigit(words, at + 1, false);
  if (DOUBTFUL.has(word) && !near) return undefined;
  // "… eight four o": at the end of a sentence it is no digit, but a way to end one.
  if (word === "o" && at === words.length - 1) return undefined;
  const french = frenchPair(words, at);
  if (french && (near || french.used > 1 || frenchPair(words, at + french.used) !== undefined)) return french;
  const digit = DIGITS[word];
  if (digit !== undefined) return { digits: digit, used: 1 };
  if (!(word in SMALL) && !(word in TENS) && !/^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-/.test(word))
    return undefined;
  const number = numberAt(words, at);
  if (!number || number.ordinal || !(among || saysDigit(words, at + number.used, false))) return undefined;
  return { digits: String(number.value), used: number.used };
}

/** "soixante-dix-huit" 78, "quatre-vingt-douze" 92, "vingt et un" 21. */
function frenchPair(words: readonly string[], at: number): { digits: string; used: number } | undefined {
  for (let used = Math.min(5, words.length - at); used >= 1; used--) {
    const value = FRENCH_PAIRS.get(
      words
        .slice(at, at + used)
        .join(" ")
        .replace(/-/g, " "),
    );
    if (value !== undefined) return { digits: String(value), used };
  }
  return undefined;
}

const FRENCH_PAIRS = frenchPairs();

function frenchPairs(): Map<string, number> {
  const ones =
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
      .split(" ")
      .map((one) => one.replace("-", " "));
  const pairs = new Map<string, number>();
  const tens: [string, number, number][] = [
    ["vingt", 20, 10],
    ["trente", 30, 10],
    ["quarante", 40, 10],
    ["cinquante", 50, 10],
    ["soixante", 60, 20],
    ["quatre vingt", 80, 20],
  ];
  for (const [word, value, span] of tens)
    for (const [one, tail] of ones.slice(0, span).entries()) {
      if (one === 0) pairs.set(word, value);
      else pairs.set(`${word} ${tail}`, value + one).set(`${word} et ${tail}`, value + one);
    }
  pairs.set("quatre vingts", 80);
  for (const [more, name] of ones.slice(17).entries()) pairs.set(name, 17 + more);
  return pairs;
}

function saysDigit(words: readonly string[], at: number, doubtful: boolean): boolean {
  const word = words[at];
  if (word === undefined) return false;
  return (
    /^\d+$/.test(word) ||
    (word in DIGITS && (doubtful || !DOUBTFUL.has(word))) ||
    word in REPEATED ||
    word in TENS ||
    word in SMALL
  );
}

/** One number that begins at `at`: "ten", "thirty one", "21st", "twelfth". `used`: how many words it took. */
export function numberAt(words: readonly string[], at: number): { value: number; used: number; ordinal: boolean } | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  const written = /^(\d{1,4})(st|nd|rd|th|er|e)?$/.exec(word);
  if (written) return { value: Number(written[1]), used: 1, ordinal: written[2] !== undefined };
  const french = frenchPair(words, at);
  if (french && french.digits.length === 2) return { value: Number(french.digits), used: french.used, ordinal: false };
  const ordinal = ORDINALS[word];
  if (ordinal !== undefined) return { value: ordinal, used: 1, ordinal: true };
  const small = SMALL[word];
  if (small !== undefined) {
    const unit = word === "kumi" && words[at + 1] === "na" ? DIGITS[words[at + 2] ?? ""] : undefined;
    return unit === undefined ? { value: small, used: 1, ordinal: false } : { value: 10 + Number(unit), used: 3, ordinal: false };
  }
  const [head = "", tail] = word.split("-");
  const tens = TENS[word] ?? (ENGLISH_TENS.test(head) ? TENS[head] : undefined);
  if (tens !== undefined) return tensAt(words, at, { tens, joined: tail });
  const digit = DIGITS[word];
  if (digit === undefined || DOUBTFUL.has(word)) return undefined;
  return { value: Number(digit), used: 1, ordinal: false };
}

const ENGLISH_TENS = /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/;

/** `joined`: the "one" of "twenty-one". */
function tensAt(
  words: readonly string[],
  at: number,
  { tens, joined }: { tens: number; joined: string | undefined },
): { value: number; used: number; ordinal: boolean } {
  let next = joined ?? words[at + 1];
  let used = joined === undefined ? 2 : 1;
  if (joined === undefined && (next === "na" || next === "et")) {
    next = words[at + 2];
    used = 3;
  }
  if (next === undefined) return { value: tens, used: 1, ordinal: false };
  const ordinal = ORDINALS[next];
  if (ordinal !== undefined && ordinal < 10) return { value: tens + ordinal, used, ordinal: true };
  const unit = DIGITS[next];
  if (unit !== undefined && unit !== "0" && !DOUBTFUL.has(next)) return { value: tens + Number(unit), used, ordinal: false };
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
