/** Hours of a day that a sentence says plainly, in English, Swahili or French: "Monday to Friday from 8 am to 5 pm", "saa mbili asubuhi". Pure. */

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface SpokenHours {
  days: Weekday[];
  /** "09:00-17:00" */
  said: string;
}

/** Where the hours of some days end and those of others begin. */
export const SENTENCES = /(?<=[.;!?])\s|\n|, (?:and (?=on\b)|na (?=juma|alhamisi|ijumaa)|et (?=(?:le|du)\b))/i;

type Groups = readonly (string | undefined)[];

interface HoursLanguage {
  /** Each word for a day, in lower case, without accents. */
  days: Readonly<Record<string, Weekday>>;
  /** Between two days or two clocks. */
  to: string;
  /** A clock: hour, minutes, part of the day, as the groups that {@link Tongue.minuteOf} takes. */
  clock: string;
  /** Of the day; undefined where half a day may be meant, or no clock. `other` is the other end. */
  minuteOf(groups: Groups, other: Groups): number | undefined;
}

const ENGLISH: HoursLanguage = {
  days: named(
    // A French "mon" is no Monday.
    "mondays?|mon(?=\\s*(?:to|through|until|from|[-–:,\\d]))",
    "tues?(?:days?)?",
    "wed(?:nesdays?)?",
    "thu(?:rs?)?(?:days?)?",
    "fri(?:days?)?",
    "sat(?:urdays?)?",
    "sun(?:days?)?",
  ),
  to: "to|through|until|till|-|–",
  clock: "(\\d{1,2})(?:[:.](\\d\\d))?\\s*(a\\.?m\\.?|p\\.?m\\.?|in the morning|in the afternoon|in the evening|o'clock)?",
  minuteOf([hour, minute, half = ""]) {
    const isLate = /^p|afternoon|evening/.test(half);
    const isEarly = /^a|morning/.test(half);
    if (!isLate && !isEarly && minute === undefined && Number(hour) <= 12) return undefined;
    return timeOf((Number(hour) % (isLate || isEarly ? 12 : 24)) + (isLate ? 12 : 0), Number(minute ?? 0));
  },
};

/** "8h", "8 h 30", "8 heures 30", "17:30"; on paper the clock has 24 hours, with "du matin" or "de l'apres-midi" it has twelve. */
const FRENCH: HoursLanguage = {
  days: named("lundis?", "mardis?", "mercredis?", "jeudis?", "vendredis?", "samedis?", "dimanches?"),
  to: "a|au|jusqu'a|-|–",
  clock: "(midi|minuit|\\d{1,2})\\s*(?:(heures?|h|:)\\s*(\\d\\d|et demie?)?)?\\s*(du matin|de l'apres-midi|du soir)?",
  minuteOf([hour = "", mark, minute, half], [, otherMark]) {
    const named = hour === "midi" ? 12 : hour === "minuit" ? 0 : undefined;
    const minutes = minute?.startsWith("et") ? 30 : Number(minute ?? 0);
    if (named !== undefined) return timeOf(named, minutes);
    // "de 8 a 17 heures", but not "8 a 17 personnes".
    if ((mark ?? otherMark) === undefined || (mark === ":" && minute === undefined)) return undefined;
    if (half === undefined) return timeOf(Number(hour), minutes);
    return Number(hour) > 12 ? undefined : timeOf((Number(hour) % 12) + (half === "du matin" ? 0 : 12), minutes);
  },
};

const NUMBERS = ["moja", "mbili", "tatu", "nne", "tano", "sita", "saba", "nane", "tisa", "kumi na moja", "kumi na mbili", "kumi"];
const HOURS: Readonly<Record<string, number>> = Object.fromEntries(
  NUMBERS.map((word, at) => [word, word === "kumi" ? 10 : at < 9 ? at + 1 : at + 2]),
);

/** Of each hour that is said, twelve (as zero) to eleven: counted from sunrise (d) or from sunset (n), or said by nobody. */
const PARTS: Readonly<Record<string, string>> = {
  alfajiri: "d-------nnnn",
  asubuhi: "ddddddd--nnn",
  mchana: "----ddddddd-",
  alasiri: "--------dddd",
  jioni: "nnn------ddd",
  usiku: "nnnnnnnnnnnn",
};

/**
 * Swahili counts from sunrise and sunset: "saa mbili asubuhi" is 8 in the morning, "saa kumi na moja jioni" 17:00. Without a part of the day half a
 * day may be meant; figures with minutes and no "saa" (08:00) are the clock of everybody.
 */
const SWAHILI: HoursLanguage = {
  days: named("jumatatu", "jumanne", "jumatano", "alhamisi", "ijumaa", "jumamosi", "jumapili"),
  to: "hadi|mpaka|-|–",
  clock: `(?:saa\\s+(${NUMBERS.toSorted((a, b) => b.length - a.length).join("|")}|\\d{1,2})(?::(\\d\\d))?(?:\\s+(na nusu|na robo|kasoro robo))?\\s+(?:ya |za )?(asubuhi|alfajiri|mchana|alasiri|jioni|usiku)|(?<!saa\\s)(\\d{1,2}):(\\d\\d))`,
  minuteOf([word, figures, quarter, part = "", plainHour, plainMinute]) {
    if (plainHour !== undefined) return timeOf(Number(plainHour), Number(plainMinute));
    const hour = HOURS[word ?? ""] ?? Number(word);
    if (!(hour >= 1 && hour <= 12)) return undefined;
    const minutes = Number(figures ?? 0) + (quarter === "na nusu" ? 30 : quarter === "na robo" ? 15 : quarter ? -15 : 0);
    const isByNight = PARTS[part]?.[hour % 12];
    if (isByNight === undefined || isByNight === "-") return undefined;
    const minute = (360 + (hour % 12) * 60 + minutes + (isByNight === "n" ? 720 : 0)) % 1_440;
    return timeOf(Math.floor(minute / 60), minute % 60);
  },
};

const LANGUAGES = [ENGLISH, SWAHILI, FRENCH].map((language) => {
  const day = `(${Object.keys(language.days).join("|")})`;
  return {
    ...language,
    daysSaid: new RegExp(`\\b${day}\\b(?:\\s*(?:${language.to})\\s*(?:le\\s+)?${day}\\b)?`, "g"),
    span: new RegExp(`(?<![\\w:])${language.clock}\\s*(?:${language.to})\\s*${language.clock}(?![\\w:])`, "g"),
  };
});

/** Nothing where no hours are said, or where half a day may be meant. */
export function findHours(sentence: string): SpokenHours[] {
  const plain = sentence.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
  for (const { days: names, daysSaid, span, minuteOf } of LANGUAGES) {
    const spans = Array.from(plain.matchAll(span));
    // With a second one nobody knows which days it is for.
    const [found] = spans.length === 1 ? spans : [];
    if (!found) continue;
    const days = Array.from(plain.matchAll(daysSaid)).flatMap(([, from, to]) =>
      daysBetween(dayOf(names, from), dayOf(names, to)),
    );
    const groups = found.slice(1);
    const [from, to] = [groups.slice(0, groups.length / 2), groups.slice(groups.length / 2)];
    const first = minuteOf(from, to);
    const second = minuteOf(to, from);
    if (days.length > 0 && first !== undefined && second !== undefined && first < second)
      return [{ days, said: `${clock(first)}-${clock(second)}` }];
  }
  return [];
}

function named(...words: readonly string[]): Record<string, Weekday> {
  return Object.fromEntries(words.map((word, at) => [word, WEEKDAYS[at] ?? "mon"]));
}

function dayOf(names: HoursLanguage["days"], said: string | undefined): Weekday | undefined {
  return said === undefined ? undefined : Object.entries(names).find(([word]) => new RegExp(`^(?:${word})$`).test(said))?.[1];
}

function daysBetween(from: Weekday | undefined, to: Weekday | undefined): Weekday[] {
  if (from === undefined) return [];
  const first = WEEKDAYS.indexOf(from);
  const last = to === undefined ? first : WEEKDAYS.indexOf(to);
  return last >= first ? WEEKDAYS.slice(first, last + 1) : [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, last + 1)];
}

function timeOf(hour: number, minute: number): number | undefined {
  return hour > 23 || minute > 59 ? undefined : hour * 60 + minute;
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
