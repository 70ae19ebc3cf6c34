import type { KnowledgePassage, Message, ThinkRequest } from "@ongea/conversation";

/** Told of a tool that never answered: services refuse a question without an answer. */
export const NOT_FINISHED = "not finished";

/**
 * What a model is told: `lasting` stays the same through a call and stands first, `passing` changes from turn to turn and stands behind the
 * history, with the caller's last words. So a vendor, or a server of one's own, may keep all that comes before (prefix cache).
 */
export function instructionsOf({ instructions, knowledge, language, localTime }: ThinkRequest): {
  lasting: string;
  passing: string;
} {
  const { date, clock } = inWords(localTime);
  const lasting = [
    instructions.trim(),
    "You are speaking on a telephone call. Answer in one to three short spoken sentences, without lists, markup or symbols. " +
      "Say numbers, dates and times as a person would say them. Where your words end with a dash, the caller spoke over the rest.",
    date && `Today is ${date}. The next days:\n${nextDays(localTime)}`,
  ];
  const passing = [`The call is in ${nameOf(language)} now. The local time is ${clock}.`];
  if (knowledge.length > 0) {
    passing.push(
      `Rely on these passages for facts, and say so when they do not hold the answer:\n${knowledge.map(passage).join("\n")}`,
    );
  }
  return {
    lasting: lasting.filter(Boolean).join("\n\n"),
    passing: `[For the assistant, not said by the caller: ${passing.join("\n\n")}]`,
  };
}

/** `2026-11-21T09:41:00+03:00` is Saturday, 21 November 2026, and 09:41. */
function inWords(localTime: string): { date: string; clock: string } {
  const [day = "", time = ""] = localTime.split("T");
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return { date: "", clock: localTime };
  return { date: DATE.format(moment), clock: time.slice(0, 5) };
}

const DAYS_SHOWN = 14;

/** Models count weekdays wrongly: each of the next days with its date, a line each. */
function nextDays(localTime: string): string {
  const day = new Date(`${localTime.split("T")[0]}T00:00:00Z`);
  return Array.from({ length: DAYS_SHOWN }, () => {
    day.setUTCDate(day.getUTCDate() + 1);
    return `${WEEKDAY.format(day)} ${day.toISOString().slice(0, 10)}`;
  }).join("\n");
}

const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const DATE = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const LANGUAGES = new Intl.DisplayNames("en", { type: "language" });

function nameOf(language: string): string {
  try {
    return LANGUAGES.of(language) ?? language;
  } catch {
    return language;
  }
}

export function asWasHeard({ text, cut }: Extract<Message, { role: "assistant" }>): string {
  return cut ? `${text} —` : text;
}

function passage({ source, text }: KnowledgePassage): string {
  return `- (${source}) ${text.replace(/\s+/g, " ").trim()}`;
}
