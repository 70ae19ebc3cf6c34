/** What is said around a request not to be called again. All but the English wait for a native reader. */
export type Language = "en" | "sw" | "fr" | "pt" | "ar" | "ha" | "yo" | "am" | "zu";

export interface Sentences {
  question: string;
  done: string;
  /** They said no. */
  kept: string;
  /** The number is withheld, or the list cannot be written. */
  failed: string;
}

export const SENTENCES: Readonly<Record<Language, Sentences>> = {
  en: {
    question: "Shall I take you off our list, so that we do not call you again?",
    done: "You are off our list. We will not call you again.",
    kept: "All right, you stay on our list. What can I do for you?",
    failed: "I am sorry, I could not take you off our list. Please ask our office to do it.",
  },
  sw: {
    question: "Je, nikuondoe kwenye orodha yetu, ili tusikupigie tena?",
    done: "Nimekuondoa kwenye orodha yetu. Hatutakupigia tena.",
    kept: "Sawa, unabaki kwenye orodha yetu. Nikusaidie nini?",
    failed: "Samahani, sikuweza kukuondoa kwenye orodha yetu. Tafadhali iombe ofisi yetu ifanye hivyo.",
  },
  fr: {
    question: "Dois-je vous retirer de notre liste, pour que nous ne vous appelions plus ?",
    done: "Vous n'êtes plus sur notre liste. Nous ne vous appellerons plus.",
    kept: "D'accord, vous restez sur notre liste. Que puis-je faire pour vous ?",
    failed: "Je suis désolé, je n'ai pas pu vous retirer de notre liste. Veuillez le demander à notre bureau.",
  },
  pt: {
    question: "Quer que eu retire o seu número da nossa lista, para não voltarmos a ligar?",
    done: "O seu número saiu da nossa lista. Não voltaremos a ligar.",
    kept: "Está bem, o seu número fica na nossa lista. Em que posso ajudar?",
    failed: "Lamento, não consegui retirar o seu número da nossa lista. Por favor, peça ao nosso escritório.",
  },
  ar: {
    question: "هل أحذف رقمك من قائمتنا حتى لا نتصل بك مرة أخرى؟",
    done: "حذفت رقمك من قائمتنا. لن نتصل بك مرة أخرى.",
    kept: "حسنا، يبقى رقمك في قائمتنا. كيف يمكنني مساعدتك؟",
    failed: "عذرا، لم أتمكن من حذف رقمك من قائمتنا. من فضلك اطلب ذلك من مكتبنا.",
  },
  ha: {
    question: "In cire ku daga jerinmu, domin kada mu sake kiran ku?",
    done: "Na cire ku daga jerinmu. Ba za mu sake kiran ku ba.",
    kept: "To, kuna nan a jerinmu. Me zan iya yi muku?",
    failed: "Ku yi haƙuri, ban iya cire ku daga jerinmu ba. Don Allah ku nemi ofishinmu ya yi haka.",
  },
  yo: {
    question: "Ṣé kí n yọ yín kúrò nínú àkójọ wa, kí a má ṣe pè yín mọ́?",
    done: "Mo ti yọ yín kúrò nínú àkójọ wa. A kò ní pè yín mọ́.",
    kept: "Ó dára, ẹ ṣì wà nínú àkójọ wa. Kí ni mo lè ṣe fún yín?",
    failed: "Ẹ má bínú, n kò lè yọ yín kúrò nínú àkójọ wa. Ẹ jọ̀ọ́, ẹ béèrè lọ́wọ́ ọ́fíìsì wa.",
  },
  am: {
    question: "ዳግም እንዳንደውልልዎ ከዝርዝራችን ላውጣዎት?",
    done: "ከዝርዝራችን ወጥተዋል። ዳግም አንደውልልዎትም።",
    kept: "እሺ፣ በዝርዝራችን ውስጥ ይቆያሉ። ምን ልርዳዎት?",
    failed: "ይቅርታ፣ ከዝርዝራችን ላወጣዎት አልቻልኩም። እባክዎ ቢሯችንን ይጠይቁ።",
  },
  zu: {
    question: "Ngikukhiphe ohlwini lwethu, ukuze singaphinde sikushayele?",
    done: "Usukhishiwe ohlwini lwethu. Ngeke siphinde sikushayele.",
    kept: "Kulungile, usala ohlwini lwethu. Ngingakusiza ngani?",
    failed: "Ngiyaxolisa, angikwazanga ukukukhipha ohlwini lwethu. Sicela ucele ihhovisi lethu.",
  },
};
