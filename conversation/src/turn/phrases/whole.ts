/** Answers that are whole, however short, in the languages that are spoken here. */
import { phraseSet } from "./words-of.ts";

const WHOLE = phraseSet(
  "yes|yeah|yep|no|nope|yes please|no thank you|no thanks|thank you|thank you very much|thanks|ok|okay|sure|correct|exactly|bye|goodbye|bye bye",
  "that's all|that is all|that's it|that's right|that is right|that's correct|of course|not yet|no problem|hello|hi|stop|wait",
  "ndiyo|ndio|hapana|la|asante|asante sana|hapana asante|sawa|sawa sawa|kwaheri|habari|bado|ni hayo tu",
  "oui|non|si|merci|merci beaucoup|non merci|oui merci|d'accord|au revoir|bonjour|c'est tout|c'est ça|exactement|tout à fait|pas encore",
  "sim|não|obrigado|obrigada|não obrigado|não obrigada|tchau|isso|é isso|certo|está bem|só isso|ainda não",
  "a'a|na gode|haka ne|sannu|sai anjima|bẹ́ẹ̀ni|rárá|ẹ ṣé|ó dàbọ̀|yebo|cha|ngiyabonga|sawubona|kulungile|hamba kahle|sala kahle",
  "አዎ|አዎን|አይ|አይደለም|አመሰግናለሁ|እሺ|ሰላም|ቻው|نعم|أيوه|لا|لا شكرا|شكرا|شكرا جزيلا|طيب|تمام|حسنا|مع السلامة|مرحبا|السلام عليكم",
);

export function isWhole(words: readonly string[]): boolean {
  return WHOLE.has(words.join(" "));
}
