/**
 * What a language contributes to reading values: its words, as data. The grammars of dates, times and amounts are the same for all languages.
 * Phrases stand apart by `|`; they are folded as speech is (`text.ts`), so accents may be written or left out.
 */

export type DayPart = "morning" | "noon" | "afternoon" | "evening" | "night" | "midnight";
export type TimeUnit = "second" | "minute" | "hour" | "day" | "night" | "week" | "fortnight" | "month" | "year" | "weekend";
/** `coming`: of a weekday the next one that there is, of a week the one after this. */
export type Direction = "next" | "this" | "last" | "coming";

/** Units to go on by. */
export function shiftOf(direction: Direction | undefined): number {
  return direction === "next" || direction === "coming" ? 1 : direction === "last" ? -1 : 0;
}

/** Words that join others and change what they mean. */
export type Marker =
  | "and"
  | "or"
  | "not"
  /** Refuses what stands before it. */
  | "not-before"
  /** "so", "let's": of several values the one after it is meant. */
  | "conclusion"
  /** "sixteen altogether", after what was counted up to it. */
  | "total"
  | "persons"
  | "less-quarter"
  /** "no", "sorry", "make that": what follows replaces what was said before. */
  | "correction"
  | "after-next"
  | "ago"
  /** "in three days", before the span. */
  | "in"
  /** "three days from now", after it. */
  | "from-now"
  | "after"
  | "before"
  | "since"
  | "from"
  | "until"
  | "between"
  | "starting"
  | "half"
  | "quarter"
  | "three-quarters"
  /** Minutes after the hour: "ten past". */
  | "past"
  /** Minutes before it, after them: "ten to". */
  | "to"
  /** Minutes before it, after the hour: "moins", "kasoro", "إلا". */
  | "less"
  | "point"
  /** "That one" is no number. */
  | "pronoun"
  | "minus"
  | "plus"
  | "at"
  | "about"
  /** Nouns that are counted: "people", "tickets". */
  | "counted"
  | "of"
  | "on"
  | "article"
  /** The word for clock time: "o'clock", "heures", "saa". */
  | "oclock"
  | "ish"
  | "am"
  | "pm"
  | "double"
  | "triple"
  | "dozen"
  | "couple"
  | "few"
  | "start"
  | "end"
  | "first"
  | "whole"
  | "workday"
  /** Before the number of a day: "tarehe", "le", "dia". */
  | "date"
  | "month-number"
  | "percent"
  | "number-sign"
  | "one-after"
  | "day-before"
  | "day-after"
  | "previous"
  | "eight-days"
  | "fifteen-days"
  | "one-person"
  | "self"
  | "none";

export interface Locale {
  /** BCP 47 without region. */
  tag: string;
  /** Words of units, teens, tens and whole hundreds by their value. */
  cardinals: Readonly<Record<number, string>>;
  /** 100 and above, of which there can be several: "two hundred". */
  multipliers: Readonly<Record<number, string>>;
  /** They come before what they count: "mia mbili". */
  multiplierFirst?: true;
  /** The word for ten takes a unit directly: "አሥራ ሁለት". */
  tenTakesUnit?: true;
  /** Units come before tens: "خمسة وعشرون". */
  unitsFirst?: true;
  /** Sixty and eighty take teens: "soixante-dix". */
  takesTeens?: true;
  /** The most that a hundred is counted by: "dix-neuf cents"; absent: 99. */
  mostHundreds?: number;
  /** "and" may be written onto the next word: "وعشرون". */
  joinPrefix?: string;
  ordinals: Readonly<Record<number, string>>;
  /** Sunday … Saturday. */
  weekdays: readonly string[];
  /** January … December. */
  months: readonly string[];
  /** Days from today: 1 is tomorrow. */
  days: Readonly<Record<number, string>>;
  /** Days from today that also name a part of it: "tonight". */
  dayParts?: Readonly<Record<string, readonly [days: number, part: DayPart]>>;
  /** MM-DD of holidays. */
  holidays: Readonly<Record<string, string>>;
  markers: Readonly<Partial<Record<Marker, string>>>;
  directions: Readonly<Record<Exclude<Direction, "coming">, string> & { coming?: string }>;
  parts: Readonly<Partial<Record<DayPart, string>>>;
  units: Readonly<Partial<Record<TimeUnit, string>>>;
  /** Whole spans in a word: "أسبوعان" is two weeks. */
  spans?: Readonly<Record<string, readonly [count: number, unit: TimeUnit]>>;
  /** Hours count from six: "saa tatu asubuhi" is nine. */
  countsFromSix?: true;
  /** The word for clock time stands before the hour: "saa tatu". */
  clockWordFirst?: true;
  /** Minutes follow the hour by "and": "nove e quinze". */
  minutesByAnd?: true;
  /** "half eight" is half past it. */
  halfBeforeHour?: true;
  /** "next Friday" is that of next week, also when this week's is still to come. */
  nextIsNextWeek?: true;
  /** ISO 4217. */
  currencies: Readonly<Record<string, string>>;
  /** Worth of a word as money: "a fiver". */
  amounts?: Readonly<Record<number, string>>;
  cents?: string;
  measures: Readonly<Partial<Record<"kg" | "g" | "l" | "ml", string>>>;
  answers: Answers;
  /** In a question: it is about what was. */
  pastQuestions: string;
  birthQuestions: string;
  /** Surely lead to the caller's own name … */
  nameLeads: string;
  /** … and do so where a name was asked for. */
  weakNameLeads?: string;
  familyLeads?: string;
  givenLeads?: string;
  /** Stand before a name: "Doctor". */
  titles: string;
  /** Not names, however they are written. */
  notNames: string;
  email: { at: string; dot: string; dash: string; underscore: string };
}

/** Words of agreement and refusal, each a whole phrase. */
export interface Answers {
  yes: string;
  no: string;
  /** Neither: "maybe", "it depends", a question back. */
  unsure: string;
  /** A yes with a change: "yes, but", "except". */
  partly: string;
  /** Right as it stands, also after a first "no": "no, that's right". */
  affirms: string;
  /** In a question: agreement after "no" is none ("Voulez-vous changer quelque chose ?" "Non, c'est bon."). */
  asksForChange?: string;
}
