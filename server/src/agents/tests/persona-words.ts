/**
 * What a caller with a persona says of their own accord, and by which words they know a question, in nine languages. A star stands for any
 * letters: people add endings and beginnings.
 */
import type { Language } from "@ongea/contract";

export interface CallerWords {
  yes: string;
  no: string;
  /** Nothing else is wanted. */
  done: string;
  /** The agent asks whether what it read back is right. */
  confirms: string;
  /** The agent asks whether anything else is wanted. */
  anythingElse: string;
}

export const CALLER_WORDS: Readonly<Record<Language, CallerWords>> = {
  en: {
    yes: "Yes, that is correct.",
    no: "No.",
    done: "No, thank you. Goodbye.",
    confirms: "correct|is that right|is it right|that right|shall i|should i|do you confirm",
    anythingElse: "anything else|something else|what else",
  },
  sw: {
    yes: "Ndiyo, ni sahihi.",
    no: "Hapana.",
    done: "Hapana, asante. Kwaheri.",
    confirms: "sahihi|ni kweli",
    anythingElse: "jambo lingine|kitu kingine|kingine",
  },
  fr: {
    yes: "Oui, c’est correct.",
    no: "Non.",
    done: "Non, merci. Au revoir.",
    confirms: "correct|exact|c est bien cela|c est bien ca|c est juste",
    anythingElse: "autre chose",
  },
  pt: {
    yes: "Sim, está certo.",
    no: "Não.",
    done: "Não, obrigado. Adeus.",
    confirms: "esta certo|e certo|correto|correcto|confirma",
    anythingElse: "mais alguma coisa|outra coisa",
  },
  ar: { yes: "نعم، هذا صحيح.", no: "لا.", done: "لا، شكرا. مع السلامة.", confirms: "صحيح", anythingElse: "شيء آخر|شيء اخر" },
  ha: {
    yes: "Eh, haka ne.",
    no: "A’a.",
    done: "A’a, na gode. Sai an jima.",
    confirms: "haka ne|daidai",
    anythingElse: "wani abu kuma|wani abu",
  },
  yo: {
    yes: "Bẹ́ẹ̀ ni, ó tọ́.",
    no: "Rárá.",
    done: "Rárá, ẹ ṣé. Ó dàbọ̀.",
    confirms: "ṣé ó tọ́|ó tọ́",
    anythingElse: "nǹkan mìíràn|ohun mìíràn",
  },
  am: { yes: "አዎ፣ ትክክል ነው።", no: "አይ።", done: "አይ፣ አመሰግናለሁ። ደህና ይሁኑ።", confirms: "ትክክል*", anythingElse: "ሌላ*" },
  zu: {
    yes: "Yebo, kuyikho.",
    no: "Cha.",
    done: "Cha, ngiyabonga. Sala kahle.",
    confirms: "kuyikho*|yikho*|kulungile",
    anythingElse: "enye into|okunye",
  },
};
