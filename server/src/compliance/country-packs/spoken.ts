/** What callers hear at the beginning, by language, where a workspace has no words of its own. No native speaker has read all of them. */
import type { Language } from "@ongea/contract";

export const ANNOUNCED: Readonly<Record<Language, string>> = {
  en: "This call is recorded.",
  sw: "Simu hii inarekodiwa.",
  fr: "Cet appel est enregistré.",
  pt: "Esta chamada é gravada.",
  ar: "هذه المكالمة مسجلة.",
  ha: "Ana naɗar wannan kiran.",
  yo: "A ń gba ohùn ìpè yìí sílẹ̀.",
  am: "ይህ ጥሪ ይቀዳል።",
  zu: "Le kholi iyaqoshwa.",
};

export const CONSENT_QUESTIONS: Readonly<Record<Language, string>> = {
  en: "May we record this call? Please say yes or no.",
  sw: "Je, tunaweza kurekodi simu hii? Tafadhali sema ndiyo au hapana.",
  fr: "Pouvons-nous enregistrer cet appel ? Dites oui ou non, s’il vous plaît.",
  pt: "Podemos gravar esta chamada? Diga sim ou não, por favor.",
  ar: "هل يمكننا تسجيل هذه المكالمة؟ قل نعم أو لا من فضلك.",
  ha: "Za mu iya naɗar wannan kiran? Don Allah ka ce eh ko a'a.",
  yo: "Ṣé a lè gba ohùn ìpè yìí sílẹ̀? Jọ̀wọ́ sọ bẹ́ẹ̀ni tàbí bẹ́ẹ̀kọ́.",
  am: "ይህን ጥሪ መቅዳት እንችላለን? እባክዎ አዎ ወይም አይ ይበሉ።",
  zu: "Singayiqopha le kholi? Sicela uthi yebo noma cha.",
};

/** Said at the beginning, where a country's rule or a workspace wants it. */
export const DISCLOSED: Readonly<Record<Language, string>> = {
  en: "You are speaking with an automated assistant.",
  sw: "Unazungumza na msaidizi wa kompyuta.",
  fr: "Vous parlez avec un assistant automatique.",
  pt: "Está a falar com um assistente automático.",
  ar: "أنت تتحدث مع مساعد آلي.",
  ha: "Kana magana da mataimakin kwamfuta.",
  yo: "Ẹ̀rọ kọ̀ǹpútà ló ń bá yín sọ̀rọ̀.",
  am: "የሚያነጋግርዎት የኮምፒውተር ረዳት ነው።",
  zu: "Ukhuluma nomsizi wekhompyutha.",
};
