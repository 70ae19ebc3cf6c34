/** Numbers, money and times as a language writes them. */
import type { Currency } from "@ongea/contract";
import type { Language } from "./languages.ts";
import { LANGUAGE_FACTS } from "./languages.ts";
import type { Grammar, Values } from "./message.ts";

/** What Intl leaves to us: no browser knows all nine languages' names of months. */
export interface TimeWords {
  /** Twelve, parted by commas. */
  months: string;
  say(key: "today" | "ago_now" | "ago_minutes" | "ago_hours" | "ago_days" | "duration", values: Values): string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST_DAYS_AGO = 30;
/** Less than that is nothing. */
const MOST_DIGITS = 5;

export interface Formats extends Grammar {
  /** 0.985 → 98.5% */
  percent(part: number): string;
  /**
   * Cents and the like, the one way in which amounts are written: two digits after the point, and as many as show two that count where it is less
   * than a tenth ($0.06, $0.012, $0.0004), so that the same amount is the same in a list, on a page and in an estimate.
   */
  money(minorUnits: number, currency: Currency): string;
  /** 21 Nov 2026 */
  day(iso: string): string;
  /** today 09:38, or 20 Nov 2026, 09:38 */
  moment(iso: string, now?: Date): string;
  /** 5 minutes ago; a date when it is more than a month. */
  ago(iso: string, now?: Date): string;
  /** 3m 24s */
  duration(seconds: number): string;
}

export function createFormats(language: Language, words: TimeWords): Formats {
  const locales = [...LANGUAGE_FACTS[language].locales];
  const known = Intl.DateTimeFormat.supportedLocalesOf(locales[0] ?? "en").length > 0;
  const whole = once(() => new Intl.NumberFormat(locales));
  const part = once(() => new Intl.NumberFormat(locales, { style: "percent", maximumFractionDigits: 1 }));
  const plural = once(() => new Intl.PluralRules(locales));
  const ordinal = once(() => new Intl.PluralRules(locales, { type: "ordinal" }));
  const time = once(() => new Intl.DateTimeFormat(locales, { hour: "2-digit", minute: "2-digit" }));
  const date = once(() => new Intl.DateTimeFormat(locales, { day: "numeric", month: "short", year: "numeric" }));
  const amounts = new Map<string, Intl.NumberFormat>();

  const day = (at: Date): string =>
    known ? date().format(at) : `${at.getDate()} ${words.months.split(",")[at.getMonth()]} ${at.getFullYear()}`;
  const clock = (at: Date): string => (known ? time().format(at) : `${two(at.getHours())}:${two(at.getMinutes())}`);
  return {
    number: (value) => whole().format(value),
    category: (value, isOrdinal) => (isOrdinal ? ordinal() : plural()).select(value),
    percent: (value) => part().format(value),
    money: (minorUnits, currency) => {
      const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
      const digits = digitsOf(minorUnits / 100);
      const key = `${currency} ${digits}`;
      const format =
        amounts.get(key) ?? new Intl.NumberFormat(locales, { ...style, minimumFractionDigits: 2, maximumFractionDigits: digits });
      amounts.set(key, format);
      const text = format.format(minorUnits / 100);
      return LANGUAGE_FACTS[language].direction === "rtl" ? readFromLeft(text) : text;
    },
    day: (iso) => day(new Date(iso)),
    moment: (iso, now = new Date()) => {
      const at = new Date(iso);
      const isToday = at.toDateString() === now.toDateString();
      return isToday ? words.say("today", { time: clock(at) }) : `${day(at)}, ${clock(at)}`;
    },
    ago: (iso, now = new Date()) => {
      const passedMs = now.getTime() - new Date(iso).getTime();
      if (passedMs < MINUTE_MS) return words.say("ago_now", {});
      if (passedMs < HOUR_MS) return words.say("ago_minutes", { count: Math.floor(passedMs / MINUTE_MS) });
      if (passedMs < DAY_MS) return words.say("ago_hours", { count: Math.floor(passedMs / HOUR_MS) });
      if (passedMs < MOST_DAYS_AGO * DAY_MS) return words.say("ago_days", { count: Math.floor(passedMs / DAY_MS) });
      return day(new Date(iso));
    },
    duration: (seconds) => {
      const all = Math.max(0, Math.round(seconds));
      return words.say("duration", {
        minutes: Math.floor(all / 60),
        seconds: whole()
          .format(all % 60)
          .padStart(2, whole().format(0)),
      });
    },
  };
}

/** After the point, at most. */
function digitsOf(amount: number): number {
  const size = Math.abs(amount);
  if (size === 0 || size >= 0.1) return 2;
  return Math.min(MOST_DIGITS, 1 - Math.floor(Math.log10(size)));
}

/** An amount is not mirrored where text runs from the right: its symbol stays on its side. */
function readFromLeft(amount: string): string {
  return `\u2066${amount.replaceAll(/[\u200e\u200f\u061c]/gu, "")}\u2069`;
}

/** Made when it is first needed: each costs a slow telephone some milliseconds. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
