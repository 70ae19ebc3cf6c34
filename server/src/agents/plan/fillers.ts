/** What an assistant says while an answer is slow to come, where its document has no words of its own. */
import type { Language } from "@ongea/contract/languages";

export const FILLERS: Readonly<Record<Language, readonly string[]>> = {
  en: ["One moment, please.", "Let me see.", "Just a second.", "Let me check that."],
  sw: ["Subiri kidogo, tafadhali.", "Ngoja nione.", "Sekunde moja.", "Ngoja niangalie."],
  fr: ["Un instant, s'il vous plaît.", "Voyons voir.", "Juste une seconde.", "Je regarde."],
  pt: ["Um momento, por favor.", "Deixe-me ver.", "Só um segundo.", "Vou verificar."],
  ar: ["لحظة من فضلك.", "دعني أرى.", "ثانية واحدة.", "سأتحقق من ذلك."],
  ha: ["Ɗan jira kaɗan.", "Bari in gani.", "Minti ɗaya.", "Bari in duba."],
  yo: ["Ẹ dúró díẹ̀, ẹ jọ̀ọ́.", "Ẹ jẹ́ kí n wò ó.", "Ìṣẹ́jú kan.", "Mò ń wò ó."],
  am: ["እባክዎ ትንሽ ይጠብቁ።", "ልመልከት።", "አንድ አፍታ።", "እያየሁ ነው።"],
  zu: ["Isikhashana, ngiyacela.", "Ake ngibone.", "Umzuzwana nje.", "Ake ngihlole."],
};

/** Where a sentence broke off half spoken. */
export const AGAIN: Readonly<Record<Language, string>> = {
  en: "Sorry, let me start again.",
  sw: "Samahani, naanza tena.",
  fr: "Pardon, je reprends.",
  pt: "Desculpe, vou recomeçar.",
  ar: "عذرًا، سأبدأ من جديد.",
  ha: "Yi haƙuri, bari in sake farawa.",
  yo: "Ẹ má bínú, jẹ́ kí n tún bẹ̀rẹ̀.",
  am: "ይቅርታ፣ እንደገና ልጀምር።",
  zu: "Uxolo, ake ngiqale kabusha.",
};
