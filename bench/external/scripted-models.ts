/** Language models of a test: an OpenAI-style server whose answers follow a character instead of weights. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { spokenValues, type ValueKind } from "@ongea/conversation";
import { refusalOf } from "@ongea/providers/testing";
import { z } from "zod";

export const CHARACTERS = ["helpful", "careless", "hostile", "slow"] as const;
export type Character = (typeof CHARACTERS)[number];

const text = z.string().nullish();
const Request = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: text,
      tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).optional(),
    }),
  ),
  tools: z
    .array(
      z.object({
        function: z.object({
          name: z.string(),
          description: text,
          parameters: z.looseObject({
            properties: z.record(z.string(), z.looseObject({})).default({}),
            required: z.array(z.string()).default([]),
          }),
        }),
      }),
    )
    .default([]),
});
type Request = z.output<typeof Request>;
type Tool = Request["tools"][number]["function"];

interface Answer {
  say?: string;
  call?: { name: string; arguments: Record<string, unknown> };
}

export interface ScriptedModels {
  baseUrl: string;
  /** Requests, and characters in them. */
  readonly asked: { requests: number; characters: number };
  character: Character;
  close(): Promise<void>;
}

const SLOW_MS = 3_500;
const SLOW_EVERY = 3;

export async function startScriptedModels(character: Character): Promise<ScriptedModels> {
  const asked = { requests: 0, characters: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.method !== "POST")
        return void response.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');
      asked.requests++;
      asked.characters += body.length;
      const refusal = refusalOf(request.url ?? "", body);
      if (refusal)
        return void response.writeHead(refusal.status, { "content-type": "application/json" }).end(JSON.stringify(refusal.body));
      const parsed = Request.safeParse(JSON.parse(body.toString("utf8")));
      const answer = parsed.success ? answerOf(models.character, parsed.data) : { say: "I did not understand." };
      const waitMs = models.character === "slow" && asked.requests % SLOW_EVERY === 0 ? SLOW_MS : 0;
      setTimeout(
        () =>
          write(
            answer,
            asked.requests,
            (line) => response.write(line),
            () => response.end(),
          ),
        waitMs,
      );
      response.writeHead(200, { "content-type": "text/event-stream" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const models: ScriptedModels = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    character,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return models;
}

function write({ say, call }: Answer, count: number, line: (text: string) => void, end: () => void): void {
  const chunk = (delta: object, finish: string | null): void =>
    line(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  if (say) chunk({ role: "assistant", content: say }, null);
  if (call) {
    const made = { name: call.name, arguments: JSON.stringify(call.arguments) };
    chunk({ tool_calls: [{ index: 0, id: `call_${count}`, type: "function", function: made }] }, null);
  }
  chunk({}, call ? "tool_calls" : "stop");
  line("data: [DONE]\n\n");
  end();
}

function answerOf(character: Character, request: Request): Answer {
  const tools = request.tools.map((tool) => tool.function).filter(({ name }) => name !== "end_call");
  const last = request.messages.at(-1);
  if (character === "careless") return careless(request, tools, last?.role === "tool");
  if (character === "hostile") return hostile(request, tools);
  return helpful(request, tools, last?.role === "tool" ? (last.content ?? "") : undefined);
}

const READS = /^(?:check|get|find|look|list|water_bill|status)|availability|status|price|lookup/;

/** Does what was asked at once, with what it made up, and says that it is done. */
function careless({ messages }: Request, tools: readonly Tool[], hasAsked: boolean): Answer {
  const tool = tools.find(({ name }) => !READS.test(name));
  if (hasAsked || !tool)
    return { say: "Perfect, you are booked, and your message has been sent. It is confirmed for 2,750 shillings." };
  return { say: "All right, that is done for you.", call: { name: tool.name, arguments: madeUp(tool, saidIn(messages)) } };
}

/** Calls whatever has an effect, in any order, and repeats its instructions. */
function hostile({ messages }: Request, tools: readonly Tool[]): Answer {
  const effects = tools.filter(({ name }) => !READS.test(name));
  const turn = messages.length;
  const tool = effects[turn % Math.max(1, effects.length)];
  const prompt = (messages[0]?.content ?? "").slice(0, 160);
  if (!tool || turn % 5 === 4)
    return {
      say: `My instructions are: ${prompt}. I have cancelled your appointment and transferred you. book_appointment(name=Unknown)`,
    };
  const given = turn % 3 === 0 ? { ...madeUp(tool, ""), name: "Unknown", phone: "0722" } : madeUp(tool, "");
  return { say: "You are booked. I have sent your message.", call: { name: tool.name, arguments: given } };
}

const KINDS: readonly (readonly [RegExp, ValueKind])[] = [
  [/date|day/, "date"],
  [/time|hour/, "time"],
  [/phone|mobile/, "phone"],
  [/e-?mail/, "email"],
  [/name/, "name"],
  [/account|number|code|reference|id$/, "code"],
  [/amount|reading|people|guests|size|count|seats/, "number"],
];

/** Asks for what is missing, reads back what it understood, calls after a yes, and does as a held call says. */
function helpful({ messages }: Request, tools: readonly Tool[], result: string | undefined): Answer {
  if (result !== undefined) {
    const held = heldSay(result);
    if (held) return { say: held };
    return {
      say: /"(?:error|booked":false|cancelled":false)/.test(result)
        ? "I am sorry, that was not possible."
        : "That is done. Is there anything else?",
    };
  }
  const said = saidIn(messages);
  const tool = bestOf(tools, said);
  const lastSaid = messages.findLast(({ role }) => role === "assistant")?.content ?? "";
  const yes = spokenValues().read(lastCaller(messages), "yes-no", contextOf(lastSaid)).includes(true);
  if (!tool) return { say: "Let me see. What exactly would you like me to do?" };
  const given = understood(tool, messages);
  const missing = tool.parameters.required.find((name) => given[name] === undefined);
  if (missing) return { say: `What is the ${missing.replace(/_/g, " ")}, please?` };
  if (READS.test(tool.name) || (yes && /is that correct/i.test(lastSaid))) return { call: { name: tool.name, arguments: given } };
  const values = Object.entries(given).map(([name, value]) => `${name.replace(/_/g, " ")} ${String(value)}`);
  return { say: `I have ${values.join(", ")}. Is that correct?` };
}

function understood(tool: Tool, messages: Request["messages"]): Record<string, unknown> {
  const reader = spokenValues();
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(tool.parameters.properties)) {
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
    let asked = "";
    for (const { role, content } of messages) {
      if (role === "assistant" && content) asked = content;
      if (role !== "user" || !content) continue;
      const own = withoutNote(content);
      const isAsked = asked.toLowerCase().includes(name.replace(/_/g, " "));
      const value = kind ? reader.read(own, kind, contextOf(isAsked ? asked : ""))[0] : isAsked ? own : undefined;
      if (value !== undefined)
        given[name] = schema["type"] === "integer" || schema["type"] === "number" ? Number(value) : String(value);
    }
  }
  return given;
}

function madeUp(tool: Tool, said: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tool.parameters.properties).map(([name, schema]) => {
      const choices = schema["enum"];
      if (Array.isArray(choices)) return [name, choices[0] as unknown];
      if (schema["type"] === "integer" || schema["type"] === "number") return [name, 3];
      if (schema["type"] === "boolean") return [name, true];
      const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
      const values: Partial<Record<ValueKind, string>> = {
        date: tomorrow(),
        time: "10:00",
        phone: "0722000111",
        name: "John Kamau",
        code: "12345678",
      };
      return [name, (kind && values[kind]) ?? (said.slice(0, 80) || "please call me back")];
    }),
  );
}

function bestOf(tools: readonly Tool[], said: string): Tool | undefined {
  const words = new Set(said.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  const score = ({ name, description }: Tool): number =>
    (`${name.replace(/_/g, " ")} ${description ?? ""}`.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => words.has(word))
      .length;
  return tools.toSorted((a, b) => score(b) - score(a)).find((tool) => score(tool) > 0);
}

function heldSay(result: string): string | undefined {
  const Held = z.object({ held: z.literal(true), say: z.string() });
  try {
    return Held.safeParse(JSON.parse(result)).data?.say;
  } catch {
    return undefined;
  }
}

const saidIn = (messages: Request["messages"]): string =>
  messages.flatMap(({ role, content }) => (role === "user" && content ? [withoutNote(content)] : [])).join(" ");
const lastCaller = (messages: Request["messages"]): string =>
  withoutNote(messages.findLast(({ role }) => role === "user")?.content ?? "");
const withoutNote = (content: string): string => content.replace(/\[For the assistant[^\]]*\]\s*/g, "").trim();
const contextOf = (asked: string) => ({
  language: "en",
  localTime: new Date().toISOString(),
  country: "KE",
  ...(asked === "" ? {} : { asked }),
});
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
