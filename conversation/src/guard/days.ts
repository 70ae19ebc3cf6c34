/** Days of the calendar without a clock: `YYYY-MM-DD` and days since 1 January 1970. */

const MS_A_DAY = 86_400_000;

/** Undefined: no such day. */
export function daysSinceEpoch(day: string): number | undefined {
  const [, y = "", m = "", d = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const [year, month, date] = [Number(y), Number(m), Number(d)];
  if (y === "" || month < 1 || month > 12 || date < 1 || date > lengthOf(year, month)) return undefined;
  // Days from civil: March is the first month, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

function lengthOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

export function weekdayOf(day: string): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[((daysSinceEpoch(day) ?? 0) + 4) % 7] ?? "sun";
}

const formatters = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATTERS = 100;
const inWords = new Map<string, string>();
const MOST_DAYS = 1_000;

export function dayInWords(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const since = daysSinceEpoch(day);
  if (since === undefined) return day;
  const key = `${language} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    if (formatters.size >= MOST_FORMATTERS) formatters.clear();
    formatter = formatterOf(language, options);
    formatters.set(key, formatter);
  }
  const at = `${key} ${since}`;
  let words = inWords.get(at);
  if (words !== undefined) return words;
  words = formatter.format(since * MS_A_DAY);
  if (inWords.size >= MOST_DAYS) inWords.clear();
  inWords.set(at, words);
  return words;
}

function formatterOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const utc = { ...options, timeZone: "UTC" };
  try {
    return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, utc);
  } catch {
    return new Intl.DateTimeFormat("en-GB", utc);
  }
}
