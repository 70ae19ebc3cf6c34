/** What leads to a question that comes instead of an answer. */
import { asksSomething } from "./acts.ts";
import { wordsOf } from "./plain.ts";

const LEADS =
  /^(?:(?:ah|oh|eh|um+|uh|ok(?:ay)?|but|and|so|sorry|please|yes|no|hm+|lakini|samahani|euh|pardon|mais)[\s,.]+)*(?:hold on|wait(?: a (?:minute|moment|bit|sec(?:ond)?))?|one (?:moment|second|thing)|just a (?:minute|moment|second)|first(?: of all)?|before (?:that|i (?:say|give|tell)[^,]{0,20})|(?:just )?(?:let me (?:first )?ask|tell me(?: first)?|one question)(?: first)?|quick (?:one|question)|by the way|kwanza(?: niambie)?|(?:subiri|ngoja)(?: kidogo)?|niambie kwanza|attendez|d'abord|dites(?:-moi)?(?: d'abord)?|une question)\b[\s,.:;]*(?:(?:tell|ask|niambie) (?:me|you)?[\s,]*(?:first[\s,]*)?)?/iu;

/** "Hold on, how long does it take?" → "how long does it take?"; words that then ask nothing stay as they are. */
export function withoutPreamble(text: string): string {
  let rest = text;
  for (let times = 0; times < MOST_LEADS; times++) rest = rest.replace(LEADS, "");
  return rest !== text && wordsOf(rest).length >= FEWEST_WORDS && asksSomething(rest) ? rest : text;
}

const MOST_LEADS = 2;
const FEWEST_WORDS = 3;

const COURTESY =
  /(?<![\p{L}])(?:how (?:are|is) (?:you(?: people| all| guys)?|your day|the day|the family|work|everything)(?: today| doing| there)*|how(?:'s| is) it going|(?:i )?hope (?:that )?you(?:'re| are) (?:all )?(?:well|fine|good)|comment (?:allez-vous|ça va|vas-tu)|vous allez bien|habari (?:za|ya) (?:leo|asubuhi|kazi|mchana|jioni|nyumbani|huko)|u hali gani)\s*[?,.!]+\s*/giu;

/** "Good morning, how are you? My son is ill": what is asked for politeness wants no answer, where more is said. */
export function withoutCourtesy(text: string): string {
  const rest = text.replace(COURTESY, "").trim();
  return rest !== text && wordsOf(rest).length >= FEWEST_WORDS ? rest : text;
}
