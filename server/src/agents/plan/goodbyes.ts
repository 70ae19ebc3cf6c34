import type { Language } from "@ongea/contract/languages";

/** What an agent without a hang-up message says when its call ends unasked: the server stops, a program ends it, its time is up, nobody speaks. */
export const GOODBYES: Readonly<Record<Language, string>> = {
  en: "I have to end this call now. Goodbye.",
  sw: "Samahani, ni lazima nimalize simu hii sasa. Kwaheri.",
  fr: "Excusez-moi, je dois mettre fin à cet appel maintenant. Au revoir.",
  pt: "Peço desculpa, tenho de terminar esta chamada agora. Adeus.",
  ar: "عذرًا، عليّ أن أنهي هذه المكالمة الآن. مع السلامة.",
  ha: "Yi haƙuri, dole ne in kawo ƙarshen wannan kiran yanzu. Sai an jima.",
  yo: "Ẹ má bínú, mo ní láti parí ìpè yìí báyìí. Ó dàbọ̀.",
  am: "ይቅርታ፣ ይህን ጥሪ አሁን ማቋረጥ አለብኝ። ደህና ሁኑ።",
  zu: "Ngiyaxolisa, kumele ngiqede lolu cingo manje. Sala kahle.",
};

/** … and where it heard nothing for long. */
export const UNHEARD: Readonly<Record<Language, string>> = {
  en: "I can't hear you, so I'll hang up now. Goodbye.",
  sw: "Sikusikii, kwa hiyo nitakata simu sasa. Kwaheri.",
  fr: "Je ne vous entends pas, je vais donc raccrocher. Au revoir.",
  pt: "Não o estou a ouvir, por isso vou desligar agora. Adeus.",
  ar: "لا أسمعك، لذلك سأنهي المكالمة الآن. مع السلامة.",
  ha: "Ba na jin ka, don haka zan kashe wayar yanzu. Sai an jima.",
  yo: "N kò gbọ́ yín, nítorí náà màá pa ìpè yìí báyìí. Ó dàbọ̀.",
  am: "አልሰማዎትም፣ ስለዚህ አሁን ስልኩን እዘጋለሁ። ደህና ሁኑ።",
  zu: "Angikuzwa, ngakho-ke sengizovala ucingo. Sala kahle.",
};

/** What an agent says while it listens to a long story. */
export const LISTENING_WORDS: Readonly<Record<Language, string>> = {
  en: "uh-huh",
  sw: "ndiyo",
  fr: "oui",
  pt: "sim",
  ar: "نعم",
  ha: "to",
  yo: "bẹ́ẹ̀ ni",
  am: "እሺ",
  zu: "yebo",
};
