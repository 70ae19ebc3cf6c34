/** Numbers said digit by digit: how much of one has been said, and whether one is under way that nobody asked for. */
import { wordSet } from "./words-of.ts";

const DIGITS = wordSet(
  "zero oh o one two three four five six seven eight nine",
  "sifuri moja mbili tatu nne tano sita saba nane tisa",
  "zéro deux trois quatre cinq sept huit neuf",
  "dois duas três quatro cinco seis sete oito nove meia",
  "sifili sifiri daya ɗaya biyu uku hudu huɗu biyar shida bakwai takwas tara",
  "òdo ọ̀kan méjì èjì mẹ́ta ẹ̀ta mẹ́rin ẹ̀rin márùn àrún mẹ́fà ẹ̀fà méje èje mẹ́jọ ẹ̀jọ mẹ́sàn ẹ̀sán",
  "iqanda uziro kunye kubili kuthathu kune kuhlanu isithupha isikhombisa isishiyagalombili isishiyagalolunye",
  "ዜሮ አንድ ሁለት ሶስት ሦስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ",
  "صفر واحد اثنان اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة",
);
const MULTIPLES = wordSet("double triple treble");
/** Of a number that is not said digit by digit: "zero seven twenty two". */
const TENS = wordSet(
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety",
);
/** What is told digit by digit. */
const NUMBERED = wordSet(
  "number account code pin reference id meter phone telephone policy card",
  "namba nambari akaunti simu kumbukumbu",
  "numéro compte référence téléphone code dossier número conta código telefone referência",
  "lamba asusun nọ́mbà inombolo ቁጥር رقم حساب",
);
/** Alone they may be a house's or a year's. */
const FEWEST = 3;
/** With so many it may be whole: a telephone number, which begins with a zero, and any other. */
const MANY_OF_TELEPHONE = 9;
const MANY = 6;
const MOST = 15;

/** How many digits a speaker has said, "double seven" counted twice. */
export function countDigits(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + digitsIn(word), 0);
}

/** As national telephone numbers do. */
export function beginsWithZero(words: readonly string[]): boolean {
  return /^(?:0|zero|oh?$|sifuri|sifili|sifiri|odo|iqanda|uziro|ዜሮ|صفر)/u.test(words.find((word) => digitsIn(word) > 0) ?? "");
}

/**
 * Whether the utterance ends within a number that is told digit by digit: people pause between its groups, and how long it is is not known.
 * `many`: as many digits as most numbers have.
 */
export function dictates(words: readonly string[]): "no" | "few" | "many" {
  const isNumbered = words.some((word) => NUMBERED.has(word));
  let [digits, tokens, from] = [0, 0, words.length];
  for (; from > 0; from--) {
    const word = words[from - 1] ?? "";
    const said = digitsIn(word) || (isNumbered && TENS.has(word) ? 1 : 0);
    if (said === 0) break;
    digits += said;
    tokens++;
  }
  const isToldByDigits = isNumbered ? digits >= 2 : (tokens >= FEWEST || /^0\d/u.test(words[from] ?? "")) && digits >= FEWEST;
  if (!isToldByDigits || digits > MOST) return "no";
  return digits >= (beginsWithZero(words.slice(from)) ? MANY_OF_TELEPHONE : MANY) ? "many" : "few";
}

function digitsIn(word: string): number {
  if (DIGITS.has(word) || MULTIPLES.has(word)) return 1;
  return /^\d+$/u.test(word) ? word.length : 0;
}
