/** Whether an utterance speaks of a day or of a clock at all: what was asked for another value never becomes one. */
import { DAYS } from "../spoken/dates.ts";
import { unaccented, wordsOf } from "../spoken/plain.ts";

const DAY_WORDS = new Set(
  [
    ...Object.keys(DAYS).filter((word) => word.length > 3),
    ...(
      "january february march april june july august september october november december januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba " +
      "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre " +
      "today tonight tomorrow yesterday week weekend month leo kesho keshokutwa jana juzi wiki mwezi tarehe aujourd'hui demain hier semaine mois apres-demain"
    ).split(" "),
  ].map(unaccented),
);
const CLOCK =
  /\b(?:o'?clock|am|pm|a\.m|p\.m|half past|half \p{L}+|quarter (?:to|past)|noon|midday|midnight|morning|afternoon|evening|night|saa|asubuhi|mchana|jioni|usiku|alfajiri|heures?|midi|minuit|matin|soir|\d{1,2}h\d{0,2}|\d{1,2}[:.]\d\d)\b|\b(?:at|by|around|about|from|before|after|vers|à|a) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/iu;

const MAKES = /\b(?:make (?:it|that)|iwe|mettez) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;

/** "No, make it ten": where an hour was given, it may be another. */
export function mayNameClock(text: string): boolean {
  return namesClock(text) || MAKES.test(text);
}

export function namesDay(text: string): boolean {
  return (
    wordsOf(unaccented(text)).some((word) => DAY_WORDS.has(word.replace(/'s$|s$/, "")) || DAY_WORDS.has(word)) ||
    /\b\d{1,2}(?:st|nd|rd|th)\b/i.test(text)
  );
}

export function namesClock(text: string): boolean {
  return CLOCK.test(text);
}
