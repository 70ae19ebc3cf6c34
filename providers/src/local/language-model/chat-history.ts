/** What was said, as a chat of llama.cpp's templates: system, then user and model in turn. */
import { z } from "zod";
import { whispered } from "../../thoughts/instructions.ts";
import { howToUse, wordForSpeech, type Offer } from "./tool-offers.ts";

const MAX_CHARACTERS = 60_000;
/** Of a tool's result: the context is small, and what was said must fit in too. */
const MOST_RESULT_CHARACTERS = 2_000;
/**
 * Of what was said the last 3,000 to 6,000 characters are told: reading a full context takes a processor longer than anybody waits, and is not given
 * up when the caller is gone. The beginning moves in steps, because what was read is read again after it has moved.
 */
const STEP_CHARACTERS = 3_000;

const text = z.string().max(MAX_CHARACTERS);
export const thinkRequest = z.object({
  instructions: text,
  knowledge: z.array(z.object({ text })).max(50),
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.object({
          role: z.literal("caller"),
          text,
          note: z.object({ whispers: z.array(text).max(50).optional() }).optional(),
        }),
        z.object({ role: z.literal("assistant"), text }),
        z.object({ role: z.literal("tool-call"), name: z.string().max(200), arguments: text }),
        z.object({ role: z.literal("tool-result"), name: z.string().max(200), result: text }),
      ]),
    )
    .max(500),
  tools: z
    .array(z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }))
    .max(200)
    .default([]),
  localTime: z.string().max(100).default(""),
  toolChoice: z.literal("required").optional(),
  settings: z.object({ maxTokens: z.number().int().min(1).max(4_096), temperature: z.number(), topP: z.number().optional() }),
});
export type Thinking = z.output<typeof thinkRequest>;

export type ChatItem = { type: "system"; text: string } | { type: "user"; text: string } | { type: "model"; response: string[] };

/** Tools that were called since the caller spoke last. */
export function usedTools({ messages }: Pick<Thinking, "messages">): Set<string> {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "caller") + 1);
  return new Set(since.flatMap((message) => (message.role === "tool-call" ? [message.name] : [])));
}

/** Ends with what is to be answered. With tools, what the model said begins as its replies do now: with a word for speech, or a tool's name. */
export function chatHistory(asked: Thinking, offers: readonly Offer[]): ChatItem[] {
  const speech = asked.tools.length > 0 ? wordForSpeech(asked.tools) : undefined;
  const items: ChatItem[] = [{ type: "system", text: systemText(asked, offers) }];
  const user = (text: string): void => {
    const last = items.at(-1);
    if (last?.type === "user") last.text += `\n${text}`;
    else items.push({ type: "user", text });
  };
  const model = (text: string): void => {
    const last = items.at(-1);
    if (last?.type === "model") last.response = [`${last.response.join("")}\n${text}`];
    else items.push({ type: "model", response: [text] });
  };
  for (const message of recent(asked.messages)) {
    const whispers = message.role === "caller" ? (message.note?.whispers ?? []) : [];
    if (whispers.length > 0) user(`[${whispered(whispers)}]`);
    if (message.role === "caller" && message.text) user(message.text);
    if (message.role === "assistant" && message.text) model(speech === undefined ? message.text : `${speech}: ${message.text}`);
    if (message.role === "tool-call" && speech !== undefined) model(`${message.name}: ${oneLine(message.arguments || "{}")}`);
    if (message.role === "tool-result" && speech !== undefined)
      user(`${message.name} has answered ${oneLine(message.result)}. Tell the caller.`);
  }
  if (items.at(-1)?.type !== "user") user("Hello");
  return items;
}

function recent(messages: Thinking["messages"]): Thinking["messages"] {
  let length = 0;
  const ends = messages.map((message) => (length += lengthOf(message)));
  const cut = Math.max(0, Math.floor(length / STEP_CHARACTERS) - 1) * STEP_CHARACTERS;
  return messages.filter((_, at) => (ends[at] ?? 0) > cut || at === messages.length - 1);
}

function lengthOf(message: Thinking["messages"][number]): number {
  if (message.role === "tool-call") return message.arguments.length;
  return message.role === "tool-result" ? Math.min(message.result.length, MOST_RESULT_CHARACTERS) : message.text.length;
}

/** What lasts through the call first: what is the same as the last time need not be read again. */
function systemText({ instructions, knowledge, tools, localTime, toolChoice }: Thinking, offers: readonly Offer[]): string {
  if (toolChoice) return instructions.trim();
  const facts = knowledge.map(({ text: fact }) => `- ${fact}`).join("\n");
  return [
    instructions.trim(),
    ...(offers.length > 0 ? [howToUse(wordForSpeech(tools), offers), dayOf(localTime)] : []),
    "Answer in one short spoken sentence.",
    facts && `Rely on these facts only:\n${facts}`,
  ]
    .filter(Boolean)
    .join("\n");
}

const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** "Tomorrow" must become a date. */
function dayOf(localTime: string): string {
  const day = localTime.slice(0, 10);
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? "" : `Today is ${DAY.format(at)}, ${day}.`;
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim().slice(0, MOST_RESULT_CHARACTERS);
}
