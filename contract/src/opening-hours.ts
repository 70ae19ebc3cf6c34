/** Opening hours that an assistant's prompt says, held against those of its calendar. Pure. */
import { conversationOf, type AgentDocument } from "./agent-document.ts";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The prompt says other hours of this day than the calendar has; `kept` is empty where it is closed. */
export interface OtherHours {
  day: Weekday;
  /** "09:00-17:00" */
  said: string;
  kept: string;
}

const LONGEST_SENTENCE = 400;
const DAY = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const DAYS_SAID = new RegExp(`\\b${DAY}(?:\\s*(?:to|through|until|-|–)\\s*${DAY})?`, "gi");
const CLOCK = "(\\d{1,2})(?:[:.](\\d\\d))?\\s*(a\\.?m\\.?|p\\.?m\\.?|in the morning|in the afternoon|in the evening|o'clock)?";
const SPAN = new RegExp(`\\b${CLOCK}\\s*(?:to|until|till|-|–)\\s*${CLOCK}`, "i");

/** English only, and only what is said plainly: silence is better than a wrong remark. */
export function otherHours(document: AgentDocument): OtherHours[] {
  const { system_prompt: prompt } = conversationOf(document);
  const kept = keptHours(document);
  if (!kept) return [];
  const found = new Map<Weekday, OtherHours>();
  for (const sentence of prompt.split(/(?<=[.;!?])\s|\n|, and (?=on\b)/)) {
    // Nobody says hours at such length; and what is looked for takes long in a long run of spaces.
    if (sentence.length > LONGEST_SENTENCE) continue;
    const span = SPAN.exec(sentence);
    const said = span && spanOf(span);
    if (!said) continue;
    for (const day of daysIn(sentence)) {
      const hours = kept[day] ?? [];
      const isSame = hours.length === 1 && hours[0] === said;
      if (!isSame && hours.length <= 1) found.set(day, { day, said, kept: hours.join(", ") });
    }
  }
  return [...found.values()];
}

function keptHours(document: AgentDocument): Readonly<Partial<Record<Weekday, readonly string[]>>> | undefined {
  const tools = conversationOf(document).tools_config.api_tools;
  for (const { name } of tools?.tools ?? []) {
    const params = tools?.tools_params[name];
    if (typeof params === "object" && params !== null && "opening_hours" in params)
      return params.opening_hours as Readonly<Partial<Record<Weekday, readonly string[]>>>;
  }
  return undefined;
}

function daysIn(sentence: string): Weekday[] {
  return Array.from(sentence.matchAll(DAYS_SAID)).flatMap(([, from, to]) => {
    const first = WEEKDAYS.indexOf(from?.toLowerCase() as Weekday);
    const last = to === undefined ? first : WEEKDAYS.indexOf(to.toLowerCase() as Weekday);
    return last >= first ? WEEKDAYS.slice(first, last + 1) : [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, last + 1)];
  });
}

/** Undefined where half a day may be meant. */
function spanOf([, from, fromMinute, fromHalf, to, toMinute, toHalf]: RegExpExecArray): string | undefined {
  const first = clockOf(Number(from), fromMinute, fromHalf);
  const second = clockOf(Number(to), toMinute, toHalf);
  return first === undefined || second === undefined || first >= second ? undefined : `${first}-${second}`;
}

function clockOf(hour: number, minute: string | undefined, half = ""): string | undefined {
  const isLate = /^p|afternoon|evening/i.test(half);
  const isEarly = /^a|morning/i.test(half);
  if (!isLate && !isEarly && minute === undefined && hour <= 12) return undefined;
  const whole = (hour % (isLate || isEarly ? 12 : 24)) + (isLate ? 12 : 0);
  return whole > 23 || Number(minute ?? 0) > 59 ? undefined : `${String(whole).padStart(2, "0")}:${minute ?? "00"}`;
}
