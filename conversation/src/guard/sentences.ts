/** What the guard says itself, in the languages we speak. All but the English wait for a native reader. */
import { isKeyOf } from "../known-keys.ts";

export type Language = "en" | "sw" | "fr" | "pt" | "ar" | "ha" | "yo" | "am" | "zu";

export interface Sentences {
  /** Before the values, and after them. */
  confirm: readonly [string, string];
  /** Before the new values of what was done already. */
  change: string;
  /** It was undone, and could not be done with its new values. */
  onlyUndone: string;
  /** Before the label of a value, and after it. */
  ask: readonly [string, string];
  labels: Readonly<Record<"date" | "time" | "name" | "phone" | "email" | "number" | "code" | "text", string>>;
  and: string;
  yes: string;
  no: string;
  /** Instead of a claim that is not true yet. */
  notDone: string;
  /** Instead of a transfer that has not begun. */
  oneMoment: string;
  /** Instead of the agent's own instructions. */
  cannotTell: string;
  /** Instead of a figure that stands nowhere. */
  notSure: string;
}

export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    confirm: ["Let me check that I have this right:", "Is that correct?"],
    change: "I will change it to this:",
    onlyUndone: "The earlier one is cancelled, but the new one did not work.",
    ask: ["Could you tell me the", "please?"],
    labels: {
      date: "date",
      time: "time",
      name: "name",
      phone: "phone number",
      email: "e-mail address",
      number: "number",
      code: "number",
      text: "details",
    },
    and: "and",
    yes: "yes",
    no: "no",
    notDone: "That is not done yet.",
    oneMoment: "One moment, please.",
    cannotTell: "I cannot tell you about that.",
    notSure: "I am not sure about that figure, so I would rather not say it.",
  },
  sw: {
    confirm: ["Naomba nihakikishe kuwa nimeelewa vizuri:", "Je, ni sahihi?"],
    change: "Nitaibadilisha iwe hivi:",
    onlyUndone: "Ya awali imeghairiwa, lakini mpya haikufanikiwa.",
    ask: ["Naomba uniambie", "tafadhali?"],
    labels: {
      date: "tarehe",
      time: "saa",
      name: "jina",
      phone: "namba ya simu",
      email: "barua pepe",
      number: "idadi",
      code: "namba",
      text: "maelezo",
    },
    and: "na",
    yes: "ndiyo",
    no: "hapana",
    notDone: "Hilo bado halijafanyika.",
    oneMoment: "Subiri kidogo, tafadhali.",
    cannotTell: "Siwezi kukueleza kuhusu hilo.",
    notSure: "Sina uhakika na takwimu hiyo, kwa hiyo ni afadhali nisiitaje.",
  },
  fr: {
    confirm: ["Je vérifie que j'ai bien noté :", "Est-ce que c'est correct ?"],
    change: "Je le change ainsi :",
    onlyUndone: "Le précédent est annulé, mais le nouveau n’a pas pu être fait.",
    ask: ["Pouvez-vous me donner ceci :", "s'il vous plaît ?"],
    labels: {
      date: "date",
      time: "heure",
      name: "nom",
      phone: "numéro de téléphone",
      email: "adresse e-mail",
      number: "nombre",
      code: "numéro",
      text: "détails",
    },
    and: "et",
    yes: "oui",
    no: "non",
    notDone: "Ce n'est pas encore fait.",
    oneMoment: "Un instant, s'il vous plaît.",
    cannotTell: "Je ne peux pas vous parler de cela.",
    notSure: "Je ne suis pas sûr de ce chiffre, je préfère donc ne pas le donner.",
  },
  pt: {
    confirm: ["Deixe-me confirmar se anotei bem:", "Está correto?"],
    change: "Vou alterar para o seguinte:",
    onlyUndone: "O anterior foi cancelado, mas o novo não foi possível.",
    ask: ["Pode dizer-me, por favor:", "?"],
    labels: {
      date: "data",
      time: "hora",
      name: "nome",
      phone: "número de telefone",
      email: "endereço de e-mail",
      number: "quantidade",
      code: "número",
      text: "detalhes",
    },
    and: "e",
    yes: "sim",
    no: "não",
    notDone: "Isso ainda não está feito.",
    oneMoment: "Um momento, por favor.",
    cannotTell: "Não posso falar sobre isso.",
    notSure: "Não tenho a certeza desse valor, por isso prefiro não o dizer.",
  },
  ar: {
    confirm: ["دعني أتأكد من أنني فهمت جيدا:", "هل هذا صحيح؟"],
    change: "سأغيره إلى ما يلي:",
    onlyUndone: "أُلغي السابق، لكن الجديد لم يتم.",
    ask: ["هل يمكنك أن تخبرني من فضلك:", "؟"],
    labels: {
      date: "التاريخ",
      time: "الساعة",
      name: "الاسم",
      phone: "رقم الهاتف",
      email: "البريد الإلكتروني",
      number: "العدد",
      code: "الرقم",
      text: "التفاصيل",
    },
    and: "و",
    yes: "نعم",
    no: "لا",
    notDone: "لم يتم ذلك بعد.",
    oneMoment: "لحظة من فضلك.",
    cannotTell: "لا أستطيع أن أحدثك عن ذلك.",
    notSure: "لست متأكدا من هذا الرقم، لذلك أفضل ألا أذكره.",
  },
  ha: {
    confirm: ["Bari in tabbatar na fahimta daidai:", "Haka ne?"],
    change: "Zan canza shi zuwa haka:",
    onlyUndone: "An soke na baya, amma sabon bai yiwu ba.",
    ask: ["Don Allah, za ku iya gaya mini", "?"],
    labels: {
      date: "rana",
      time: "lokaci",
      name: "suna",
      phone: "lambar waya",
      email: "adireshin imel",
      number: "adadi",
      code: "lamba",
      text: "bayani",
    },
    and: "da",
    yes: "eh",
    no: "a'a",
    notDone: "Ba a yi hakan ba tukuna.",
    oneMoment: "Ɗan jira kaɗan.",
    cannotTell: "Ba zan iya gaya muku game da hakan ba.",
    notSure: "Ban tabbata da wannan adadi ba, don haka gara kada in faɗa.",
  },
  yo: {
    confirm: ["Ẹ jẹ́ kí n rí i dájú pé mo gbọ́ dáadáa:", "Ṣé bẹ́ẹ̀ ni?"],
    change: "Màá yí i padà sí èyí:",
    onlyUndone: "A ti fagi lé ti tẹ́lẹ̀, ṣùgbọ́n tuntun kò ṣeé ṣe.",
    ask: ["Ẹ jọ̀ọ́, ṣé ẹ lè sọ fún mi:", "?"],
    labels: {
      date: "ọjọ́",
      time: "àkókò",
      name: "orúkọ",
      phone: "nọ́mbà fóònù",
      email: "àdírẹ́sì ímeèlì",
      number: "iye",
      code: "nọ́mbà",
      text: "àlàyé",
    },
    and: "àti",
    yes: "bẹ́ẹ̀ ni",
    no: "rárá",
    notDone: "A kò tíì ṣe é.",
    oneMoment: "Ẹ dúró díẹ̀, ẹ jọ̀ọ́.",
    cannotTell: "N kò lè sọ nípa ìyẹn fún yín.",
    notSure: "Kò dá mi lójú nípa iye yẹn, nítorí náà n kò ní sọ ọ́.",
  },
  am: {
    confirm: ["በትክክል መረዳቴን ላረጋግጥ፦", "ትክክል ነው?"],
    change: "ወደዚህ እቀይረዋለሁ፦",
    onlyUndone: "የቀድሞው ተሰርዟል፣ አዲሱ ግን አልተሳካም።",
    ask: ["እባክዎ ይህን ይንገሩኝ፦", "?"],
    labels: {
      date: "ቀን",
      time: "ሰዓት",
      name: "ስም",
      phone: "ስልክ ቁጥር",
      email: "ኢሜይል",
      number: "ብዛት",
      code: "ቁጥር",
      text: "ዝርዝር",
    },
    and: "እና",
    yes: "አዎ",
    no: "አይ",
    notDone: "ይህ ገና አልተፈጸመም።",
    oneMoment: "እባክዎ ትንሽ ይጠብቁ።",
    cannotTell: "ስለዚያ ልነግርዎ አልችልም።",
    notSure: "በዚህ ቁጥር እርግጠኛ ስላልሆንኩ ባልናገረው ይሻላል።",
  },
  zu: {
    confirm: ["Ake ngiqinisekise ukuthi ngizwe kahle:", "Kunjalo?"],
    change: "Ngizokushintshela kulokhu:",
    onlyUndone: "Okwangaphambili kukhanseliwe, kodwa okusha akuphumelelanga.",
    ask: ["Ngicela ungitshele", "?"],
    labels: {
      date: "usuku",
      time: "isikhathi",
      name: "igama",
      phone: "inombolo yocingo",
      email: "ikheli le-imeyili",
      number: "inani",
      code: "inombolo",
      text: "imininingwane",
    },
    and: "kanye",
    yes: "yebo",
    no: "cha",
    notDone: "Lokho akukenziwa okwamanje.",
    oneMoment: "Isikhashana, ngiyacela.",
    cannotTell: "Angikwazi ukukutshela ngalokho.",
    notSure: "Anginaso isiqiniseko ngaleyo nani, ngakho kungcono ngingayisho.",
  },
};

export function sentencesFor(language: string): Sentences {
  const short = language.split("-")[0] ?? language;
  return isKeyOf(SENTENCES, short) ? SENTENCES[short] : SENTENCES.en;
}
