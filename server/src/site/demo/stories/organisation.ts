import type { AgentDocument, Language, TemplateKey } from "@ongea/contract";
import type { CountryName } from "../countries.ts";

/**
 * What people call an organisation's agent about. A story is text, a line a turn: `A:` the agent, `D:` the agent from a document
 * (`title | words`), `C:` the caller, `>` a tool
 * (`name arguments => result`), `~ 9` nine seconds in which somebody looks for something. `[this|that]` is one of the two by chance;
 * `{person}`, `{first}`, `{number}`, `{ref}`, `{amount}`, `{less}`, `{money}`, `{day}`, `{time}`, `{hour}`, `{place}`, `{other}` and `{count}` are filled in, the same
 * in a whole call.
 */
export interface Story {
  /** That the agent was made from. */
  template: TemplateKey;
  /** As its people named it; without it as the template does. */
  agent?: string;
  country: CountryName;
  /** Calls that it makes rather than takes, 0…1: those whose story begins with the agent. */
  outbound: number;
  stories: readonly string[];
  /** Short matters that come up beside the main one. */
  asides: readonly string[];
  closings: readonly string[];
}

/** A story together with its template. */
export interface Organisation extends Story {
  agent: string;
  /** As the journal marks its turns. */
  language: Language;
  welcome: string;
  document: AgentDocument;
}

/** By language: how the days of the week and the hours are said. */
export const DAYS: Readonly<Record<string, readonly string[]>> = {
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  sw: ["Jumatatu", "Jumanne", "Jumatano", "Alhamisi", "Ijumaa", "Jumamosi"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
  ar: ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
  pt: ["segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"],
};
export const HOURS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "half past eight",
    "nine o'clock",
    "a quarter past ten",
    "eleven o'clock",
    "two o'clock",
    "half past three",
    "four o'clock",
  ],
  sw: ["saa mbili na nusu", "saa tatu", "saa nne na robo", "saa tano", "saa nane", "saa tisa na nusu", "saa kumi"],
  fr: ["huit heures et demie", "neuf heures", "dix heures et quart", "onze heures", "quatorze heures", "quinze heures trente"],
  ar: ["الثامنة والنصف", "التاسعة", "العاشرة والربع", "الحادية عشرة", "الثانية", "الثالثة والنصف", "الرابعة"],
  pt: ["oito e meia", "nove horas", "dez e um quarto", "onze horas", "duas da tarde", "três e meia", "quatro da tarde"],
};
export const TIMES = ["08:30", "09:00", "10:15", "11:00", "14:00", "15:30", "16:00"];
