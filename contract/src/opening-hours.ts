/** Opening hours that an assistant's prompt says, held against those of its calendar. Pure. */
import { conversationOf, type AgentDocument } from "./agent-document.ts";
import { hoursSaid, SENTENCES, type Weekday } from "./said-hours.ts";

export { WEEKDAYS, type Weekday } from "./said-hours.ts";

/** The prompt says other hours of this day than the calendar has; `kept` is empty where it is closed. */
export interface OtherHours {
  day: Weekday;
  /** "09:00-17:00" */
  said: string;
  kept: string;
}

const LONGEST_SENTENCE = 400;

/** English, Swahili and French, and only what is said plainly: silence is better than a wrong remark. */
export function otherHours(document: AgentDocument): OtherHours[] {
  const { system_prompt: prompt } = conversationOf(document);
  const kept = keptHours(document);
  if (!kept) return [];
  const found = new Map<Weekday, OtherHours>();
  for (const sentence of prompt.split(SENTENCES)) {
    // Nobody says hours at such length; and what is looked for takes long in a long run of spaces.
    if (sentence.length > LONGEST_SENTENCE) continue;
    for (const { days, said } of hoursSaid(sentence)) {
      for (const day of days) {
        const hours = kept[day] ?? [];
        const isSame = hours.length === 1 && hours[0] === said;
        if (!isSame && hours.length <= 1) found.set(day, { day, said, kept: hours.join(", ") });
      }
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
