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

/** Facts that callers are asked for everywhere, by the words of the question. */
export const FACT_WORDS: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  name: {
    en: "name|who is calling|who am i speaking",
    sw: "jina*",
    fr: "nom|appelez vous|prenom",
    pt: "nome|chama",
    ar: "*اسم*",
    ha: "suna*",
    yo: "orúkọ*",
    am: "*ስም*",
    zu: "*igama*",
  },
  phone: {
    en: "phone*|telephone|mobile|number to call|call you back|your number",
    sw: "simu|namba",
    fr: "telephone|numero|portable",
    pt: "telefone|telemovel|celular|numero",
    ar: "*هاتف*|*رقم*|*جوال*",
    ha: "waya*|lamba*",
    yo: "nọ́ńbà*|fóònù*",
    am: "*ስልክ*|*ቁጥር*",
    zu: "*inombolo*|*ucingo*|*yocingo*",
  },
  email: {
    en: "e mail|email",
    sw: "barua pepe|email",
    fr: "e mail|email|courriel",
    pt: "e mail|email",
    ar: "*البريد*|*ايميل*",
    ha: "imel|email",
    yo: "ímeèlì|email",
    am: "*ኢሜይል*|email",
    zu: "*imeyili*|email",
  },
  date: {
    en: "day|date|when",
    sw: "siku|tarehe|lini",
    fr: "jour|date|quand",
    pt: "dia|data|quando",
    ar: "*يوم*|*تاريخ*|متى",
    ha: "rana*|yaushe|kwanan wata",
    yo: "ọjọ́*|ìgbà wo",
    am: "*ቀን*|መቼ",
    zu: "*usuku*|*ilanga*|nini",
  },
  time: {
    en: "time|hour|o clock",
    sw: "saa",
    fr: "heure*",
    pt: "hora*|horas",
    ar: "*ساعة*|*وقت*",
    ha: "lokaci*|ƙarfe*",
    yo: "aago*|àkókò*",
    am: "*ሰዓት*|*ሰዐት*",
    zu: "*isikhathi*|*ihora*",
  },
  address: {
    en: "address|where do you live|location",
    sw: "anwani|mahali|unaishi",
    fr: "adresse",
    pt: "morada|endereco",
    ar: "*عنوان*",
    ha: "adireshi*",
    yo: "àdírẹ́sì*",
    am: "*አድራሻ*",
    zu: "*ikheli*",
  },
  reason: {
    en: "reason|what is it about|what is the problem|message|regarding",
    sw: "sababu|ujumbe|kuhusu nini",
    fr: "motif|raison|message|sujet",
    pt: "motivo|razao|mensagem|assunto",
    ar: "*سبب*|*رسالة*|*موضوع*",
    ha: "dalili*|saƙo*|batu*",
    yo: "ìdí*|ọ̀rọ̀*",
    am: "*ምክንያት*|*መልእክት*",
    zu: "*isizathu*|*umyalezo*",
  },
  people: {
    en: "how many people|how many guests|guests|people|persons|party",
    sw: "watu|wageni",
    fr: "combien de personnes|personnes|couverts",
    pt: "quantas pessoas|pessoas",
    ar: "*شخص*|*ضيوف*|*أشخاص*",
    ha: "mutane*|baƙi*",
    yo: "ènìyàn*|èèyàn*",
    am: "*ሰዎች*|*እንግዶች*|*ሰው*",
    zu: "*abantu*|*izivakashi*",
  },
};
