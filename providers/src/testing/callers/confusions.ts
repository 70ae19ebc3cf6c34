/** What a recogniser makes of words over the telephone: confusions heard from the built-in one with five voices, and their like. */
import type { CallerLanguage } from "./business.ts";
import type { Chance } from "./chance.ts";

const HEARD: Readonly<Record<CallerLanguage, Readonly<Record<string, readonly string[]>>>> = {
  en: {
    tuesday: ["today", "to stay"],
    ten: ["then", "them"],
    two: ["q", "to"],
    past: ["pa"],
    half: ["have", "op"],
    next: ["that"],
    please: ["lately"],
    mary: ["betty", "merry"],
    yes: ["us", "yet"],
    no: ["note", "now"],
    zero: ["yeah", "hero"],
    six: ["five", "sick"],
    four: ["or", "for"],
    eight: ["hate", "eight eight"],
    at: ["had"],
    book: ["look", "but"],
    appointment: ["a point meant", "ointment"],
    name: ["main"],
    the: ["a"],
    my: ["why"],
    number: ["lumber"],
    december: ["the summer"],
    monday: ["money"],
    wednesday: ["when stay"],
    meter: ["meet her"],
    parcel: ["partial"],
    room: ["rum"],
    want: ["wand"],
    account: ["a count"],
  },
  sw: {
    moja: ["mojo"],
    nne: ["ne"],
    saba: ["sabah"],
    kesho: ["cash"],
    jumanne: ["juma"],
    nataka: ["taka"],
    namba: ["mba"],
    asubuhi: ["subuhi"],
    ndiyo: ["dio"],
  },
  fr: {
    six: ["si"],
    sept: ["cet"],
    deux: ["de"],
    mardi: ["madi"],
    demain: ["de main"],
    oui: ["ou"],
    heures: ["heure"],
    voudrais: ["voudrai"],
    chambre: ["chante"],
  },
};

const DIGITS: Readonly<Record<CallerLanguage, readonly string[]>> = {
  en: "zero one two three four five six seven eight nine".split(" "),
  sw: "sifuri moja mbili tatu nne tano sita saba nane tisa".split(" "),
  fr: "zéro un deux trois quatre cinq six sept huit neuf".split(" "),
};

/** So many of the words that are known to be confused are, and so few are not heard at all. */
const CONFUSED = 0.2;
const DROPPED = 0.03;
/** One digit for another. */
const OTHER_DIGIT = 0.03;

/** The words as they reach the mind, with the recogniser's confidence. */
export function misheard(text: string, language: CallerLanguage, chance: Chance): { text: string; confidence: number } {
  let wrong = 0;
  const words = text.split(" ").flatMap((word) => {
    const confused = HEARD[language][word.toLowerCase().replace(/[^\p{L}]/gu, "")];
    if (confused && chance.isTrue(CONFUSED)) {
      wrong++;
      return [chance.of(confused)];
    }
    const digits = DIGITS[language];
    if (digits.includes(word) && chance.isTrue(OTHER_DIGIT)) {
      wrong++;
      return [chance.of(digits)];
    }
    if (!/\d/.test(word) && chance.isTrue(DROPPED)) {
      wrong++;
      return [];
    }
    return [word];
  });
  const confidence = wrong === 0 ? 0.75 + 0.2 * chance.next() : 0.2 + 0.5 * chance.next();
  return { text: words.join(" ") || "(inaudible)", confidence };
}
