/** What an assistant says of itself when a call falters, where its document has no words of its own. All but the English wait for a native reader. */
import type { Language } from "@ongea/contract/languages";

/** Nobody speaks: is anybody there? English is the document's default. */
export const STILL_THERE: Readonly<Record<Exclude<Language, "en">, string>> = {
  sw: "Je, bado uko hapo?",
  fr: "Êtes-vous toujours là ?",
  pt: "Ainda está aí?",
  ar: "هل ما زلت معي؟",
  ha: "Kuna nan har yanzu?",
  yo: "Ṣé ẹ ṣì wà níbẹ̀?",
  am: "አሁንም በመስመር ላይ አሉ?",
  zu: "Ingabe usekhona?",
};

/** No mind can answer. */
export const APOLOGIES: Readonly<Record<Language, string>> = {
  en: "I am sorry, I cannot answer that at the moment. Please call again a little later.",
  sw: "Samahani, siwezi kujibu hilo kwa sasa. Tafadhali piga tena baadaye kidogo.",
  fr: "Je suis désolé, je ne peux pas répondre à cela pour le moment. Rappelez un peu plus tard, s'il vous plaît.",
  pt: "Lamento, não posso responder neste momento. Por favor, volte a ligar um pouco mais tarde.",
  ar: "عذرا، لا يمكنني الرد على ذلك الآن. من فضلك اتصل بعد قليل.",
  ha: "Ku yi haƙuri, ba zan iya ba da amsa yanzu ba. Don Allah ku sake kira anjima.",
  yo: "Ẹ má bínú, n kò lè dáhùn báyìí. Ẹ jọ̀ọ́, ẹ tún pè tó bá yá.",
  am: "ይቅርታ፣ አሁን መመለስ አልችልም። እባክዎ ትንሽ ቆይተው ይደውሉ።",
  zu: "Ngiyaxolisa, angikwazi ukuphendula okwamanje. Sicela uphinde ushaye emva kwesikhashana.",
};
