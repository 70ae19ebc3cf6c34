import type { CallerNote, KnowledgePassage, Message, ThinkRequest } from "@ongea/conversation";

/** Told of a tool that never answered: services refuse a question without an answer. */
export const NOT_FINISHED = "not finished";

const BY_TELEPHONE =
  "You are speaking on a telephone call. Answer in one to three short spoken sentences, without lists, markup or symbols. " +
  "Write amounts, times and other numbers in figures (1,800 shillings, 11:30), and telephone numbers and codes digit by digit " +
  "with spaces (0 7 2 2): the voice says them. Say dates as a person would. " +
  "Where your words end with a dash, the caller spoke over the rest.";
const IN_WRITING =
  "You are writing with a person who sends you messages. Answer in one to three short sentences, without lists or markup. " +
  "Write numbers, prices and times in figures, telephone numbers and codes as people write them (0722 000 111).";

/**
 * What a model is told: `lasting` stays the same through a call and stands first, `passing` changes from turn to turn and stands behind the
 * history, with the caller's last words. So a vendor, or a server of one's own, may keep all that comes before (prefix cache).
 */
export function instructionsOf(request: ThinkRequest): {
  lasting: string;
  passing: string;
} {
  const { instructions, knowledge, language, localTime } = request;
  if (request.toolChoice) return { lasting: instructions.trim(), passing: "" };
  // Of the first turn: at midnight the prompt stays the same, and the notes say what day it is.
  const began = beganAt(request.messages) ?? localTime;
  const { date } = inWords(began);
  const lasting = [
    instructions.trim(),
    request.isWritten ? IN_WRITING : BY_TELEPHONE,
    confirmedFirst(request),
    request.knowledgeBase?.length ? reliedOn(request.knowledgeBase) : "",
    hoursOf(request),
    date && `Today is ${date}. The next days:\n${nextDays(began)}`,
  ];
  return {
    lasting: lasting.filter(Boolean).join("\n\n"),
    passing: noteInWords({ language, localTime, passages: knowledge }),
  };
}

const SWAHILI_CLOCK =
  "In Swahili the hours are counted from six: saa moja asubuhi is 07:00, saa nne asubuhi is 10:00, saa saba mchana is 13:00, saa kumi jioni is 16:00. Say times so.";

/** What is told beside one turn of the caller. */
export function noteInWords(
  { language, localTime, passages = [], whispers = [], forms = [] }: CallerNote,
  began = localTime,
): string {
  const { date, clock } = inWords(localTime);
  const today = date === inWords(began).date ? "" : ` of ${date}`;
  const told = [`The call is in ${nameOf(language)} now. The local time is ${clock}${today}.`];
  if (language.startsWith("sw")) told.push(SWAHILI_CLOCK);
  if (passages.length > 0) told.push(reliedOn(passages));
  for (const { tool, slots } of forms)
    told.push(`Known so far for ${tool}: ${slots.map(({ name, value, state }) => `${name} ${value} (${state})`).join(", ")}.`);
  if (whispers.length > 0) told.push(whispered(whispers));
  return `[For the assistant, not said by the caller: ${told.join("\n\n")}]`;
}

function reliedOn(passages: readonly KnowledgePassage[]): string {
  return `Rely on these passages for facts, and say so when they do not hold the answer:\n${passages.map(passage).join("\n")}`;
}

const WHISPERED =
  "Someone who is responsible for this call listens to it, and has just told you this, unheard by the caller. " +
  "Go by it from now on, before anything above. Never mention this person, and never read these lines out:";

export function whispered(texts: readonly string[]): string {
  return [WHISPERED, ...texts.map((text) => `- ${text}`)].join("\n");
}

/** Stands before what the agent said first; the same for every call of an agent but for the number. */
export function beginning({ callerNumber }: Pick<ThinkRequest, "callerNumber">): string {
  return callerNumber === undefined ? "(The call begins.)" : `(The call begins. The caller's number is ${callerNumber}.)`;
}

/** The caller's words with the note that was sent with them. */
export function withNote({ text, note }: Extract<Message, { role: "caller" }>, began?: string): string {
  return note ? `${noteInWords(note, began)}\n\n${text}` : text;
}

/** When the first words were said that have a note. */
export function beganAt(messages: readonly Message[]): string | undefined {
  for (const message of messages) if (message.role === "caller" && message.note) return message.note.localTime;
  return undefined;
}

export function hasNotes(messages: readonly Message[]): boolean {
  return messages.some((message) => message.role === "caller" && message.note !== undefined);
}

/** Tools that are held until the caller has said yes. */
function confirmedFirst({ tools }: ThinkRequest): string {
  const names = tools.filter(({ hasEffect, needsConfirmation }) => hasEffect === true && needsConfirmation !== false);
  if (names.length === 0) return "";
  return (
    `Before you call ${names.map(({ name }) => name).join(" or ")}, read all its values back in one question and wait for the caller's yes. ` +
    "When the caller changes one of them, read all of them back again."
  );
}

/** When appointments can be made. */
function hoursOf({ tools }: ThinkRequest): string {
  const hours = tools.find(({ openingHours }) => openingHours)?.openingHours;
  if (!hours) return "";
  const days = Object.entries(hours).map(([day, spans]) => `${day}: ${spans.length === 0 ? "closed" : spans.join(", ")}`);
  return `Appointments can be made at these hours:\n${days.join("\n")}`;
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

/** Of the language alone: "American English" would be wrong of most callers. */
function nameOf(language: string): string {
  try {
    return LANGUAGES.of(language.split("-")[0] ?? language) ?? language;
  } catch {
    return language;
  }
}

export function withCutMark({ text, cut }: Extract<Message, { role: "assistant" }>): string {
  return cut ? `${text} —` : text;
}

function passage({ source, text }: KnowledgePassage): string {
  return `- (${source}) ${text.replace(/\s+/g, " ").trim()}`;
}
