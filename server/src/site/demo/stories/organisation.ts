import type { CountryName } from "../countries.ts";

/**
 * An organisation whose assistant takes or makes calls. A story is text, a line a turn: `A:` the assistant, `C:` the caller, `>` a tool
 * (`name arguments => result`), `~ 9` nine seconds in which somebody looks for something. `[this|that]` is one of the two by chance;
 * `{person}`, `{first}`, `{number}`, `{ref}`, `{amount}`, `{less}`, `{money}`, `{day}`, `{time}`, `{hour}`, `{place}`, `{other}` and `{count}` are filled in, the same
 * in a whole call.
 */
export interface Organisation {
  /** Of the assistant, as its people named it. */
  agent: string;
  type: "front_desk" | "customer_service" | "other";
  country: CountryName;
  /** As the journal marks its turns. */
  language: string;
  /** Calls that it makes rather than takes, 0…1: those whose story begins with the assistant. */
  outbound: number;
  welcome: string;
  /** What it is and knows, for its document. */
  about: string;
  stories: readonly string[];
  /** Short matters that come up beside the main one. */
  asides: readonly string[];
  closings: readonly string[];
}

/** By language: how the days of the week and the hours are said. */
export const DAYS: Readonly<Record<string, readonly string[]>> = {
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  sw: ["Jumatatu", "Jumanne", "Jumatano", "Alhamisi", "Ijumaa", "Jumamosi"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
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
  pt: ["oito e meia", "nove horas", "dez e um quarto", "onze horas", "duas da tarde", "três e meia", "quatro da tarde"],
};
export const TIMES = ["08:30", "09:00", "10:15", "11:00", "14:00", "15:30", "16:00"];
