/** A server that keeps what it has read of a request (prefix cache) reads little of the next: what is sent again is sent as it was. */
import { keysOf, withKnowledge, type KnowledgePassage, type ThinkRequest, type ToolDefinition } from "@ongea/conversation";
import { ScriptedConversation, type PlanChanges } from "@ongea/conversation/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnthropicModel } from "./anthropic/model.ts";
import { createGeminiModel } from "./gemini/model.ts";
import { createOllamaModel } from "./ollama/model.ts";
import { createOpenAiModel } from "./openai/chat.ts";
import { anthropicEvents, streams } from "./testing/anthropic-answers.ts";
import { ollamaLines, streamsLines } from "./testing/ollama-answers.ts";
import { geminiEvents } from "./testing/gemini-answers.ts";
import { chat, startOpenAiServer, type OpenAiServer } from "./testing/openai-server.ts";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());

const text = { type: "string" };
/** As long as those of agents are: 3,300 characters of tools. */
const HOW = "Dates are written YYYY-MM-DD and times HH:MM. Never guess what the caller did not say; ask for it. ".repeat(14);
const book: ToolDefinition = {
  name: "book_appointment",
  description: `Books an appointment. Ask for the day, the time and the name. ${HOW}`.slice(0, 1_000),
  parameters: { type: "object", properties: { date: text, time: text, name: text }, required: ["date", "time", "name"] },
  hasEffect: true,
  waitMessage: "One moment, please.",
  openingHours: { mon: ["08:00-17:00"], tue: ["08:00-17:00"] },
};
const check: ToolDefinition = {
  name: "check_availability_of_slots",
  description: `Says which times of a day are free. ${HOW}`.slice(0, 1_000),
  parameters: { type: "object", properties: { date: text }, required: ["date"] },
};
const PLAN: PlanChanges = {
  welcomeMessage: "Imani Clinic, good morning.",
  instructions: `You answer the telephone of Imani Clinic. ${"Be kind, and never promise what the doctor decides. ".repeat(30)}`,
  tools: [check, book],
};
const SAID = [
  "hello do you have parking",
  "and what does a check up cost",
  "good is there time on tuesday",
  "then book ten for mary otieno please",
  "yes that is right",
  "what should I bring",
];
const PASSAGES: readonly KnowledgePassage[] = [
  { id: "1", source: "faq", text: "Parking is free behind the house." },
  { id: "2", source: "prices", text: "A check-up costs 1,500 shillings." },
  { id: "3", source: "faq", text: "Bring the insurance card and the last results." },
];
const MONDAY = '{"date":"2026-11-24"}';
const BOOKED = '{"date":"2026-11-24","time":"10:00","name":"Mary Otieno"}';

/** All requests of one call, as its language model was given them. */
async function requestsOf(plan: PlanChanges, barge = false): Promise<ThinkRequest[]> {
  const requests: ThinkRequest[] = [];
  const call = new ScriptedConversation({
    plan: { ...PLAN, ...plan },
    answers: (request) => {
      requests.push(structuredClone(request));
      const { messages } = request;
      const last = messages.at(-1);
      const said = last?.role === "caller" ? last.text : "";
      const id = `call_${messages.length}`;
      if (said.includes("tuesday"))
        return [
          { kind: "text", text: "Let me  look. " },
          { kind: "tool", id, name: check.name, arguments: MONDAY },
        ];
      if (/book|yes/.test(said)) return [{ kind: "tool", id, name: book.name, arguments: BOOKED }];
      if (last?.role === "tool-result" && last.result.includes("held")) return "Tuesday at ten for Mary Otieno. Is that right?";
      return "Yes, of course. Is there anything else that I can do for you today?";
    },
    parts: ({ llm, clock }) => {
      const retriever = {
        find: (question: string) =>
          Promise.resolve(
            PASSAGES.filter(({ text: one }) =>
              question.split(" ").some((word) => word.length > 4 && one.toLowerCase().includes(word)),
            ),
          ),
      };
      const tools = { run: () => Promise.resolve({ ok: true, result: '{"booked":true,"free":["10:00","10:30"]}' }) };
      return { languageModels: [withKnowledge(llm, retriever, clock)], tools };
    },
  });
  await call.pass(3_000);
  for (const words of SAID) {
    await call.callerSays(words);
    await call.pass(barge && words.includes("tuesday") ? 1_500 : 9_000);
  }
  call.conversation.end("stopped");
  await call.pass(1_000);
  return requests;
}

const ADAPTERS = {
  openai: () => {
    server.answer = chat([{ content: "Yes." }]);
    return createOpenAiModel({ baseUrl: server.baseUrl, model: "m" });
  },
  anthropic: () => {
    server.answer = streams(anthropicEvents([{ text: ["Yes."] }]));
    return createAnthropicModel({ baseUrl: new URL(server.baseUrl).origin, apiKey: "k", model: "m" });
  },
  ollama: () => {
    server.answer = streamsLines(ollamaLines(["Yes."]));
    return createOllamaModel({ baseUrl: `${new URL(server.baseUrl).origin}/api`, model: "m" });
  },
  gemini: () => {
    server.answer = streams(geminiEvents([["Yes."]]));
    return createGeminiModel({ baseUrl: `${new URL(server.baseUrl).origin}/v1beta`, apiKey: "k", model: "gemini-3.8-flash" });
  },
};
const NAMES = keysOf(ADAPTERS);

interface Sent {
  messages?: unknown[];
  contents?: unknown[];
  system?: unknown;
  systemInstruction?: unknown;
  tools: unknown;
}

/** What the vendor reads of a request: tools and system prompt first, then the messages; marks of what to keep are no part of it. */
async function sent(adapter: keyof typeof ADAPTERS, request: ThinkRequest): Promise<{ fixed: string; whole: string }> {
  server.refused.length = 0;
  for await (const _ of ADAPTERS[adapter]().think(request, new AbortController().signal));
  expect(server.refused).toEqual([]);
  const {
    contents = [],
    messages = contents,
    systemInstruction,
    system = systemInstruction,
    tools,
  } = JSON.parse(server.requests.at(-1)!.body.toString(), (key, value: unknown) =>
    key === "cache_control" ? undefined : value,
  ) as Sent;
  const [prompt, said] = system === undefined ? [messages[0], messages.slice(1)] : [system, messages];
  const fixed = JSON.stringify([tools, prompt]);
  return { fixed, whole: fixed + said.map((one) => JSON.stringify(one).slice(0, -2)).join("") };
}

/** Of the request before, and of the next, how much both begin with. */
function shared(one: string, next: string): { ofBefore: number; ofNext: number } {
  let same = 0;
  while (same < one.length && one[same] === next[same]) same++;
  return { ofBefore: same / one.length, ofNext: same / next.length };
}

test.each(NAMES)(
  "%s: at least 90 %% of each request was sent before, word for word, from the second turn on",
  async (adapter) => {
    for (const barge of [false, true]) {
      const requests = await requestsOf({ callerNumber: "+254722000111" }, barge);
      expect(requests.length).toBeGreaterThan(SAID.length + 2);
      const bodies: Awaited<ReturnType<typeof sent>>[] = [];
      for (const request of requests) bodies.push(await sent(adapter, request));
      const shares = bodies.slice(1).map((body, at) => shared(bodies[at]!.whole, body.whole));
      expect(Math.min(...shares.map(({ ofBefore }) => ofBefore))).toBeGreaterThanOrEqual(0.99);
      expect(Math.min(...shares.map(({ ofNext }) => ofNext))).toBeGreaterThanOrEqual(0.9);
      expect(new Set(bodies.map(({ fixed }) => fixed)).size).toBe(1);
    }
  },
);

test("prompt and tools are the same bytes in every call of a day, whoever calls and at whatever hour, also over midnight", async () => {
  const calls = [
    await requestsOf({ callerNumber: "+254722000111" }),
    await requestsOf({ callerNumber: "+254733999000", startedAtLocal: "2026-11-21T23:59:40+03:00" }),
    await requestsOf({ direction: "browser" }),
  ];
  for (const adapter of NAMES) {
    const fixed = new Set<string>();
    for (const request of calls.flat()) fixed.add((await sent(adapter, request)).fixed);
    expect(fixed.size).toBe(1);
    expect([...fixed].join("")).not.toMatch(/254722|09:4|23:59/);
  }
  const { whole } = await sent("openai", calls[1]!.at(-1)!);
  expect(whole).toMatch(/23:5\d\.[^]*00:00 of Sunday, 22 November 2026/);
});
