/**
 * How agents say that they do not have an information, in nine languages: whole words without accents and marks, a star for any ending.
 * No native speaker has read all of them.
 */
import type { Language } from "@ongea/contract";

export const UNKNOWN: Readonly<Record<Language, string>> = {
  en:
    "do not have that information|don't have that information|do not have this information|don't have this information|" +
    "do not have the information|don't have the information|do not have information|don't have information|" +
    "do not have any information|don't have any information|do not have details|don't have details|" +
    "do not have that detail*|don't have that detail*|do not have the answer|don't have the answer|do not know that|" +
    "don't know that|do not know the answer|don't know the answer|have no information",
  sw: "sina taarifa|sina habari hiyo|sina habari hizo|sina maelezo|sina jibu|sijui jibu|hatuna taarifa",
  fr:
    "n'ai pas cette information|n'ai pas l'information|n'ai pas d'information*|n'ai pas ces informations|" +
    "n'ai pas de renseignement*|ne dispose pas de cette information|ne dispose pas d'information*|ne connais pas la reponse",
  pt:
    "nao tenho essa informacao|nao tenho esta informacao|nao tenho a informacao|nao tenho informac*|nao tenho essas informacoes|" +
    "nao disponho dessa informacao|nao sei a resposta",
  ar: "ليس لدي هذه المعلومة|ليست لدي هذه المعلومة|ليس لدي هذه المعلومات|ليست لدي هذه المعلومات|ليس لدي معلومات|ليست لدي معلومات|لا املك هذه المعلومة|لا املك هذه المعلومات|لا اعرف الجواب|لا اعرف الاجابة",
  ha: "ba ni da wannan bayani|ba ni da bayani|bani da bayani|ba ni da labarin|ban san amsar",
  yo: "mi o ni alaye|n ko ni alaye|emi ko ni alaye|mi o mo idahun|n ko mo idahun",
  am: "ይህ መረጃ የለኝም|ያ መረጃ የለኝም|ይህን መረጃ የለኝም|መረጃው የለኝም|መረጃ የለኝም|መልሱን አላውቅም",
  zu: "anginalo lolo lwazi|anginalo lolu lwazi|anginalwazi|anginayo leyo mininingwane|angiyazi impendulo",
};
