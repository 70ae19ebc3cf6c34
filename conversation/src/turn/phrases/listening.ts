/** What people say over somebody's voice: signs of listening, words that ask for the floor, and answers of one word. */
import { phraseSet, wordSet } from "./words-of.ts";

/** Said to show that one listens, in the languages we speak; several may follow each other ("oh ok, I see"). */
const LISTENING = phraseSet(
  "m|mm|mmm|mhm|mmhmm|hm|hmm|uh|huh|uhuh|ah|aha|aah|oh|ooh|eh|ehe|ee|eeh|mhh",
  "yes|yeah|yep|ok|okay|right|sure|alright|all right|i see|i know|i understand|i get it|got it|good|great|fine|nice|cool|perfect|lovely|wow|really",
  "exactly|true|correct|indeed|of course|go on|go ahead|sounds good|makes sense|that makes sense|no problem|no worries|not bad|very good|very well|fair enough",
  "thanks|thank you|please do|good to know|good to hear|glad to hear that|wonderful|excellent|absolutely|definitely|understood|noted",
  "ndiyo|ndio|sawa|sawa sawa|sawa kabisa|naam|haya|poa|kweli|ni kweli|ni sawa|naelewa|nimeelewa|vizuri|vizuri sana|vyema|asante|safi|ehee",
  "oui|ouais|d'accord|je vois|je comprends|je sais|bien|bien sûr|très bien|c'est bien|c'est bon|c'est vrai|c'est ça|entendu|compris|ça marche|parfait|super|ah bon|voilà|exactement|merci",
  "sim|pois|pois é|tá|tá bom|está bem|tudo bem|muito bem|entendi|entendo|percebi|percebo|claro|certo|isso|é verdade|ótimo|bom|obrigado|obrigada|sei",
  "to|toh|haka ne|na gane|da kyau|madalla|na ji|bẹ́ẹ̀ni|ó dára|mo gbọ́|ó yé mi|ehn|òótọ́ ni",
  "yebo|kulungile|ngiyabona|ngiyezwa|ngiyaqonda|kunjalo|እሺ|አዎ|አዎን|ገባኝ|ጥሩ|ጥሩ ነው|ልክ ነው|መልካም",
  "نعم|أيوه|اه|اها|طيب|تمام|حسنا|فهمت|مفهوم|صحيح|جيد|ماشي|ممتاز|أكيد",
);
const LONGEST_PHRASE = 4;
/** "That is good", "it's fine": whatever is said of it, it is agreed with. */
const AGREES = /^(?:that|this|it) is|^(?:that|it)'s/u;
const AGREED = wordSet(
  "good great fine nice cool perfect lovely right true correct ok okay wonderful excellent helpful clear wow amazing",
);
/** What those may still become of which only the beginning has been heard. */
const BEGINNINGS = phraseSet(
  "that|this|it|that is|this is|it is|that's|it's",
  ...[...LISTENING].flatMap((phrase) => {
    const words = phrase.split(" ");
    return words.slice(1).map((_, i) => words.slice(0, i + 1).join(" "));
  }),
);
/** Who has more to say wants the floor. */
const MOST_WORDS = 6;

/** Who says one of these has a question, an objection or a correction. */
const FLOOR = wordSet(
  "stop wait no hold hello sorry excuse listen what when where who why how which pardon repeat but actually wrong not help question person human operator agent cancel",
  "hapana subiri ngoja simama samahani nini lini wapi nani vipi lakini rudia msaada swali",
  "non attendez arrêtez pardon excusez quoi quand où qui pourquoi comment combien mais répétez faux aide",
  "pare espere não desculpe quando onde quem porque como quanto mas errado repita ajuda",
  "dakata tsaya amma yaushe ina wane nawa duro sugbon nibo kilode elo ima linda kodwa nini kuphi ubani malini",
  "ቆይ ግን ምን መቼ የት ማን ለምን ስንት انتظر توقف لكن لا ماذا متى أين من لماذا كيف كم عفوا",
);

/** Answers of one word: a day or a number is as much as two words. */
const ANSWERS = wordSet(
  "monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight yesterday morning afternoon evening noon midnight",
  "january february march april june july august september october november december",
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty hundred thousand half",
  "first third fourth fifth sixth seventh eighth ninth tenth",
  "jumatatu jumanne jumatano alhamisi ijumaa jumamosi jumapili leo kesho jana asubuhi mchana jioni usiku moja mbili tatu nne tano sita saba nane tisa kumi",
  "lundi mardi mercredi jeudi vendredi samedi dimanche aujourd'hui demain hier matin soir deux trois quatre cinq sept huit neuf dix",
  "segunda terça quarta quinta sexta sábado domingo hoje amanhã ontem manhã tarde noite dois três quatro cinco seis sete oito nove dez",
  "litinin talata laraba alhamis juma'a asabar lahadi yau gobe òní ọ̀la umsombuluko ulwesibili ulwesithathu ulwesine ulwesihlanu umgqibelo isonto namhlanje kusasa",
  "ሰኞ ማክሰኞ ረቡዕ ሐሙስ አርብ ቅዳሜ እሁድ ዛሬ ነገ الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد اليوم غدا",
);

/**
 * The words that are more than signs of listening. `goesOn`: more words may come, and what may become such a sign ("that is …") is none of
 * them yet.
 */
export function meaningIn(words: readonly string[], goesOn = false): readonly string[] {
  if (words.length > MOST_WORDS) return words;
  const meaning: string[] = [];
  for (let at = 0; at < words.length;) {
    const length = listeningAt(words, at);
    if (length === 0) {
      if (goesOn && BEGINNINGS.has(words.slice(at).join(" "))) break;
      meaning.push(words[at] ?? "");
    }
    at += Math.max(1, length);
  }
  return meaning;
}

export function asksForFloor(words: readonly string[]): boolean {
  return words.some((word) => FLOOR.has(word));
}

/** How much has been said, in words. */
export function weightOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (ANSWERS.has(word) || /^\d/u.test(word) ? 2 : 1), 0);
}

/** How many words of a sign of listening stand at a place; the longest counts. */
function listeningAt(words: readonly string[], at: number): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length);
    if (LISTENING.has(phrase.join(" ")) || agrees(phrase)) return length;
  }
  return 0;
}

function agrees(phrase: readonly string[]): boolean {
  const said = AGREES.exec(phrase.join(" "))?.[0];
  if (said === undefined) return false;
  const rest = phrase.slice(said.split(" ").length);
  return rest.length === 1 && AGREED.has(rest[0] ?? "");
}
