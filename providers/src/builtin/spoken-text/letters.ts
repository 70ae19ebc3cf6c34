/** What a voice is given so that it reads a name in letters which its engine does not know, instead of spelling or swallowing them. */

/** Letters beyond a–z that a voice of this language reads right; a language that is not here has a writing of its own. */
const KNOWN: Readonly<Record<string, string>> = {
  en: "",
  sw: "",
  am: "",
  ar: "",
  om: "",
  fr: "àâäçéèêëîïôöùûüÿœæ",
  pt: "áâãàçéêíóôõúü",
  af: "áéèêëíîïóôöúûüý",
  tn: "êôš",
};

/** How the sound of "ship" is written. */
const SH: Readonly<Record<string, string>> = { fr: "ch", pt: "x", tn: "š" };

const BASES: Readonly<Record<string, string>> = {
  ɗ: "d",
  ɖ: "d",
  ɓ: "b",
  ƙ: "k",
  ƴ: "y",
  ŋ: "ng",
  ɛ: "e",
  ɔ: "o",
  ɣ: "g",
  ʋ: "v",
  ƒ: "f",
  ǝ: "e",
  ə: "e",
  ɩ: "i",
  ʼ: "",
  ø: "o",
  đ: "d",
  ł: "l",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/** `language` is that of the voice, BCP 47. */
export function lettersFor(text: string, language: string): string {
  const primary = language.toLowerCase().split("-")[0] ?? "";
  const known = KNOWN[primary];
  if (known === undefined) return text;
  const latin = text.normalize("NFC").replace(/[\p{Script=Latin}ʼ]\p{M}*/gu, (letter) => knownLetter(letter, known, primary));
  return primary === "am" ? latin : latin.replace(/[\u1200-\u1357]+/g, inLatin);
}

function knownLetter(letter: string, known: string, primary: string): string {
  if (/^[A-Za-z]$/.test(letter)) return letter;
  const lower = letter.toLowerCase();
  if (known.includes(lower)) return letter;
  // Ṣ of Yoruba and ṣ̀ with any tone; š of Setswana and Northern Sotho.
  const plain = /^(?:ṣ|š)/u.test(lower) ? (SH[primary] ?? "sh") : baseOf(lower);
  return letter === lower ? plain : `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

function baseOf(lower: string): string {
  const base = lower.normalize("NFD").replace(/\p{M}/gu, "");
  return BASES[base] ?? base;
}

/** Each row of the Ethiopic syllables has eight. */
const CONSONANTS = (
  "h l h m s r s sh k kw k kw b v t ch h hw n ny _ k kw h hw w _ z zh y d d j g gw ng t ch p ts ts f p" as const
).split(" ");
const VOWELS = ["e", "u", "i", "a", "e", "", "o", "wa"] as const;
const BARE_VOWELS = ["a", "u", "i", "a", "e", "i", "o", "a"] as const;
const FIRST_SYLLABLE = 0x1200;

/** አበበ is "abebe": as Ethiopian names are written abroad. */
function inLatin(word: string): string {
  return [...word]
    .map((syllable) => {
      const place = (syllable.codePointAt(0) ?? FIRST_SYLLABLE) - FIRST_SYLLABLE;
      const consonant = CONSONANTS[place >> 3] ?? "";
      return consonant === "_" ? BARE_VOWELS[place & 7] : `${consonant}${VOWELS[place & 7]}`;
    })
    .join("");
}
