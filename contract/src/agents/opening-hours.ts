/**
 * Opening hours that an agent's prompt says, compared with those of its calendar. Pure. The editor and `doctor` share it, and the web sees
 * the contract alone: so it stands here and not in conversation/.
 */
import { z } from "zod";
import { conversationOf, type AgentDocument } from "./agent-document.ts";
import { isRecord } from "../wire/known-keys.ts";
import { findHours, SENTENCES, WEEKDAYS, type Weekday } from "./spoken-hours.ts";

export { WEEKDAYS, type Weekday } from "./spoken-hours.ts";

/** The prompt says other hours of this day than the calendar has; `kept` is empty where it is closed. */
export interface OtherHours {
  day: Weekday;
  /** "09:00-17:00" */
  said: string;
  kept: string;
}

/** Days that are written in another way are no business of a remark. */
const Spans = z.array(z.string()).catch([]);

const LONGEST_SENTENCE = 400;

/** English, Swahili and French, and only what is said plainly: silence is better than a wrong remark. */
export function otherHours(document: AgentDocument): OtherHours[] {
  const { system_prompt: prompt } = conversationOf(document);
  const kept = bookingHoursOf(document);
  if (!kept) return [];
  const found = new Map<Weekday, OtherHours>();
  for (const sentence of prompt.split(SENTENCES)) {
    // Nobody says hours at such length; and what is looked for takes long in a long run of spaces.
    if (sentence.length > LONGEST_SENTENCE) continue;
    for (const { days, said } of findHours(sentence)) {
      for (const day of days) {
        const hours = kept[day] ?? [];
        const isSame = hours.length === 1 && hours[0] === said;
        if (!isSame && hours.length <= 1) found.set(day, { day, said, kept: hours.join(", ") });
      }
    }
  }
  return [...found.values()];
}

/** Of the calendar that its tools book in; undefined: it books nothing. */
export function bookingHoursOf(document: AgentDocument): Readonly<Partial<Record<Weekday, readonly string[]>>> | undefined {
  const tools = conversationOf(document).tools_config.api_tools;
  for (const { name } of tools?.tools ?? []) {
    const params = tools?.tools_params[name];
    const hours = isRecord(params) ? params["opening_hours"] : undefined;
    if (isRecord(hours)) return Object.fromEntries(WEEKDAYS.map((day) => [day, Spans.parse(hours[day])]));
  }
  return undefined;
}
