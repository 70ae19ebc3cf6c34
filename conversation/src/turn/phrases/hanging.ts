/** Words after which a sentence must go on. One that is no word of a language may be one of another: each language has its own list. */
import { wordSet } from "./words-of.ts";

const ENGLISH = wordSet(
  "and but or because if the a an my your our their his i we they i'm i'd i'll i've it's there's we're we'd until till onto whether unless",
  "although every each another",
);

/** Spoken beside English: its words hang too. */
const AFRICAN: Readonly<Record<string, ReadonlySet<string>>> = {
  sw: wordSet(
    "na ya wa kwa ni lakini au ili kwamba katika cha vya la za kama nataka naomba nahitaji ningependa kwenye ambayo ambaye ambao kuhusu kutoka",
    "hadi mpaka kabla sababu bila nina",
  ),
  ha: wordSet("da ko amma domin saboda cewa idan zuwa daga wanda wadda don kuma sunana"),
  yo: wordSet("ati pelu sugbon tabi nitori lati fun mo"),
  zu: wordSet("futhi kodwa noma ngoba ukuthi uma ukuze ngifuna ngicela njengoba"),
  am: wordSet("እና ግን ወይም ስለ ምክንያቱም ወደ እስከ እኔ ስሜ"),
};

/** Their words are others in English: "an" is a year, "no" is "in the". */
const OTHERS: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: wordSet(
    "et mais ou donc que le la les un une des du de à au aux pour avec dans sur mon ma mes votre notre leur je tu on nous suis j'ai c'est parce car",
    "quand chez sans ce cette ces en par comme voudrais",
  ),
  pt: wordSet(
    "e mas ou porque que o a os as um uma do da dos das de para com em no na nos nas meu minha eu se quando por pelo pela sou estou quero preciso gostaria tenho é",
  ),
  ar: wordSet("أو لكن لأن في من إلى على عن مع أن إذا التي الذي أريد أنا اسمي ثم حتى بسبب عايز"),
};

/** "the light is on", "turn it on". */
const ADVERB_AFTER = wordSet("is are was be been not it them me us him her that this going");
const MAY_BE_ADVERBS = wordSet("on in");

/** Hang where nothing is asked for: "my name is", but "what time is it" and "whatever you need" are whole. */
const STRANDED = wordSet("to of for with from by at on in about like is are was am than into need want");
const STRANDING = wordSet("what who where which how why all whatever whenever everything as if more than that's");

/** May stand at the end as well: "I think so", "as soon as I can". */
const MAY_END = wordSet("so that which when who can could may would will be have has do does around between not");
const MAY_END_OTHERS = wordSet("est qui avant après où");

/** "Can you", and nothing after it. */
const NO_VERB_YET =
  /^(?:(?:and|but|so|hello|hi|well|ok|okay|yes|no|please|sorry) )*(?:can|could|would|will|do|does|did|may|should|have) (?:you|i|we|it|he|she|they)$/u;

/** A speaker who looks for words, in any language: "um", "uh", "er", "euh", "ehm". */
const HESITATION = /^(?:u+m+|u+h+m*|e+r+m*|e+h+m+|h?e+u+h*|a+h+m+|አ?እ{2,}|ا+م{2,})$/u;
/** Only after other words: alone they answer. */
const HESITATING = wordSet("hm hmm hmmm mm mmm mmmm eh eeh éh hã yaani yani bah ben يعني ማለት");

export type Hanging = "hangs" | "may hang" | "stands";

/** @param words the utterance so far, as `wordsOf` gives it */
export function hanging(words: readonly string[], language: string): Hanging {
  const last = words.at(-1);
  if (last === undefined) return "stands";
  if (HESITATION.test(last) || (words.length > 1 && HESITATING.has(last))) return "hangs";
  const main = language.split("-")[0]?.toLowerCase() ?? "";
  const others = OTHERS[main];
  if (others) return others.has(last) ? "hangs" : MAY_END_OTHERS.has(last) ? "may hang" : "stands";
  if (AFRICAN[main]?.has(last) || ENGLISH.has(last) || NO_VERB_YET.test(words.join(" "))) return "hangs";
  if (STRANDED.has(last)) return isStranded(words) ? "may hang" : "hangs";
  return MAY_END.has(last) ? "may hang" : "stands";
}

function isStranded(words: readonly string[]): boolean {
  const [before = "", last = ""] = words.slice(-2);
  if (MAY_BE_ADVERBS.has(last) && ADVERB_AFTER.has(before)) return true;
  return words.slice(0, -1).some((word) => STRANDING.has(word));
}
