/** What somebody who writes a prompt may want to know before a caller finds out. Pure. */
import { type AgentDocument, conversationOf } from "@ongea/contract";

export type Finding =
  /** Nobody fills it, unless the call's user data does. */
  | { kind: "variable"; name: string }
  /** It would be read aloud, sign by sign. */
  | { kind: "spoken"; text: string }
  /** The prompt says other hours of this day than the calendar has. */
  | { kind: "hours"; day: Day; said: string; kept: string };

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof DAYS)[number];

const MOST = 8;
/** Those that every call knows. */
const KNOWN: ReadonlySet<string> = new Set(
  "agent_id execution_id call_sid from_number to_number current_date current_time timezone".split(" "),
);
/** Marks of written text, stage directions, addresses. */
const NOT_SPOKEN = /\*\*[^*]+\*\*|^#+ .*$|^[ \t]{0,20}[-*] .*$|\[[^\]\n]{1,80}\]|<[^>\n]{1,80}>|https?:\/\/\S+/gm;

export function findingsIn(document: AgentDocument): Finding[] {
  const { system_prompt: prompt } = conversationOf(document);
  const { agent_welcome_message: welcome } = document.agent_config;
  return [...spokenIn(welcome), ...variablesIn(`${welcome}\n${prompt}`), ...hoursIn(prompt, document)].slice(0, MOST);
}

function spokenIn(welcome: string): Finding[] {
  return Array.from(welcome.matchAll(NOT_SPOKEN), ([text]) => ({ kind: "spoken" as const, text: text.trim() }));
}

function variablesIn(text: string): Finding[] {
  const names = new Set(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name));
  return [...names].filter((name) => !KNOWN.has(name)).map((name) => ({ kind: "variable", name }));
}

// --- hours ---------------------------------------------------------------------------------------------------------------------

const LONGEST_SENTENCE = 400;
const DAY = "(mon|tue|wed|thu|fri|sat|sun)[a-z]*";
const DAYS_SAID = new RegExp(`\\b${DAY}(?:\\s*(?:to|through|until|-|–)\\s*${DAY})?`, "gi");
const CLOCK = "(\\d{1,2})(?:[:.](\\d\\d))?\\s*(a\\.?m\\.?|p\\.?m\\.?|in the morning|in the afternoon|in the evening|o'clock)?";
const SPAN = new RegExp(`\\b${CLOCK}\\s*(?:to|until|till|-|–)\\s*${CLOCK}`, "i");

/** English only, and only what is said plainly: silence is better than a wrong remark. */
function hoursIn(prompt: string, document: AgentDocument): Finding[] {
  const kept = keptHours(document);
  if (!kept) return [];
  const found = new Map<Day, Finding>();
  for (const sentence of prompt.split(/(?<=[.;!?])\s|\n|, and (?=on\b)/)) {
    // Nobody says hours at such length; and what is looked for takes long in a long run of spaces.
    if (sentence.length > LONGEST_SENTENCE) continue;
    const span = SPAN.exec(sentence);
    const said = span && spanOf(span);
    if (!said) continue;
    for (const day of daysIn(sentence)) {
      const hours = kept[day] ?? [];
      const isSame = hours.length === 1 && hours[0] === said;
      if (!isSame && hours.length <= 1) found.set(day, { kind: "hours", day, said, kept: hours.join(", ") });
    }
  }
  return [...found.values()];
}

function keptHours(document: AgentDocument): Readonly<Partial<Record<Day, readonly string[]>>> | undefined {
  const tools = conversationOf(document).tools_config.api_tools;
  for (const { name } of tools?.tools ?? []) {
    const params = tools?.tools_params[name];
    if (typeof params === "object" && params !== null && "opening_hours" in params)
      return params.opening_hours as Readonly<Partial<Record<Day, readonly string[]>>>;
  }
  return undefined;
}

function daysIn(sentence: string): Day[] {
  return Array.from(sentence.matchAll(DAYS_SAID)).flatMap(([, from, to]) => {
    const first = DAYS.indexOf(from?.toLowerCase() as Day);
    const last = to === undefined ? first : DAYS.indexOf(to.toLowerCase() as Day);
    return last >= first ? DAYS.slice(first, last + 1) : [...DAYS.slice(first), ...DAYS.slice(0, last + 1)];
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
