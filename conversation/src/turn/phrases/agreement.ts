/** Whether somebody who was asked for a yes or a no has said one of them, in the languages we speak. */
import { phraseSet, wordSet, wordsOf } from "./words-of.ts";

const YES = phraseSet(
  "yes|yeah|yep|yes please|sure|of course|ok|okay|all right|alright|that is fine|that's fine|fine|go ahead|i agree|agreed|you may|you can|no problem",
  "ndiyo|ndio|naam|sawa|sawa sawa|ndiyo sawa|haya|nakubali|unaweza|mnaweza|hakuna shida",
  "oui|ouais|d'accord|oui d'accord|bien sûr|oui bien sûr|pas de problème|je suis d'accord|oui merci|volontiers",
  "sim|sim claro|claro|pode|podem|pode ser|está bem|tudo bem|concordo|de acordo|sem problema",
  "نعم|أيوه|ايوه|أجل|موافق|موافقة|طبعا|بالتأكيد|لا مانع|لا بأس|تفضل|تمام",
  "eh|ee|na yarda|na amince|babu matsala",
  "bẹ́ẹ̀ni|bẹẹni|ó dára|mo gbà|ẹ lè|kò sí wàhálà",
  "አዎ|አዎን|እሺ|እስማማለሁ|ይችላሉ|ችግር የለም",
  "yebo|yebo kulungile|kulungile|ngiyavuma|ningaqopha|akunankinga",
);

const NO = phraseSet(
  "no|nope|nah|no thanks|no thank you|no please|please don't|don't|do not|i don't agree|i do not agree|rather not|i'd rather not|not at all|never",
  "hapana|la|hapana asante|sitaki|sikubali|msirekodi|usirekodi",
  "non|non merci|je refuse|pas d'accord|je ne suis pas d'accord|surtout pas|je préfère pas|je préfère que non",
  "não|não obrigado|não obrigada|não quero|não concordo|não pode|prefiro que não",
  "لا|كلا|لا شكرا|لا أوافق|لست موافقا|أرفض|لا أريد|غير موافق",
  "a'a|aa|ban yarda ba|ban amince ba|kada|kar",
  "bẹ́ẹ̀kọ́|rárá|rara|mi ò gbà|mi o gba|ó ti o",
  "አይ|አይደለም|አልስማማም|አልፈልግም|አይቻልም",
  "cha|qha|hhayi|angivumi|cha ngiyabonga|ningaqophi",
);

/** Which one need not say alone: "yes, that is fine", and not "okay, what is this about". */
const YES_FIRST = wordSet("yes yeah yep ndiyo ndio naam oui sim نعم أيوه bẹ́ẹ̀ni አዎ yebo");

/** "Yes, but do not record": one of these anywhere is no yes. */
const NO_WITHIN = wordSet(
  "no not don't never hapana non pas não لا a'a bẹ́ẹ̀kọ́ rárá አይ cha hhayi",
  "but lakini mais mas لكن amma ṣùgbọ́n ግን kodwa",
);

/** Who says more than this says something else. */
const MOST_WORDS = 8;

/** Undefined: neither, or both. A longer sentence counts by how it begins: "no, I would rather not". */
export function agreesIn(text: string): boolean | undefined {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const whole = words.join(" ");
  if (NO.has(whole)) return false;
  if (YES.has(whole)) return true;
  const yes = YES_FIRST.has(words[0] ?? "");
  const no = words.some((_, i) => NO.has(words.slice(0, i + 1).join(" ")));
  if (yes) return no || words.some((word) => NO_WITHIN.has(word)) ? undefined : true;
  return no ? false : undefined;
}
