/** Whatever happens in a call, in whichever order: a realtime session sends nothing that the strictest server refuses. */
import type { Listening, Message, ThinkRequest } from "@ongea/conversation";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startGeminiLiveServer } from "../testing/gemini-live-server.ts";
import { startOpenAiRealtimeServer } from "../testing/openai-realtime-server.ts";
import { startUltravoxServer } from "../testing/ultravox-server.ts";
import { createGeminiLive } from "./gemini/model.ts";
import { createOpenAiRealtime } from "./openai/model.ts";
import type { RealtimeModel } from "./realtime-model.ts";
import { createUltravox } from "./ultravox/model.ts";

const text = fc.constantFrom("Friday at ten", "", "  ", "…", "heard 100 ms", "heard 200 ms", "👋");
const id = fc.constantFrom("a", "call:0", "toolu_01A2b3C4d5E6f7G8h9J0k1L2m3N4p5Q6r7S8-agreed-12");
const name = fc.constantFrom("book", "end_call");
const note = fc.constantFrom(
  { language: "sw", localTime: "2026-11-21T09:41:00+03:00" },
  {
    language: "en",
    localTime: "2026-11-21T09:42:00+03:00",
    whispers: ["Be brief."],
    passages: [{ id: "1", source: "faq", text: "At 8." }],
  },
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("caller" as const), text, note }),
  fc.record({ role: fc.constant("caller" as const), text }),
  fc.record({ role: fc.constant("assistant" as const), text, cut: fc.boolean() }),
  fc.record({ role: fc.constant("tool-call" as const), id, name, arguments: fc.constantFrom("", "{}", "[broken", "[1]") }),
  fc.record({ role: fc.constant("tool-result" as const), id, name, result: text }),
);
const TOOLS = [
  { name: "book", description: "Books. ".repeat(200), parameters: {}, waitMessage: "One moment.", hasEffect: true },
  { name: "end_call", description: "", parameters: { type: "object", properties: {}, additionalProperties: false } },
];
const request = fc.record({
  instructions: text,
  knowledge: fc.constant([]),
  messages: fc.array(message, { maxLength: 8 }),
  tools: fc.constantFrom([], TOOLS),
  language: fc.constantFrom("en", "sw-KE"),
  localTime: fc.constant("2026-11-21T09:41:00+03:00"),
  settings: fc.constantFrom({ maxTokens: 200, temperature: 1.4 }, { maxTokens: 100_000, temperature: 0 }),
});
type Step =
  | { kind: "begin" | "hear" | "pause" | "resume" | "end" | "wait" }
  | { kind: "think"; request: ThinkRequest; aborts: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("begin", "hear", "pause", "resume", "end", "wait") }),
  fc.record({ kind: fc.constant("think" as const), request, aborts: fc.boolean() }),
);
const SOUND = new Int16Array(1_600).fill(500);

/** As the conversation would, and in orders in which it would not. */
async function play({ recogniser, languageModel }: RealtimeModel, steps: readonly Step[]): Promise<void> {
  let utterance = 0;
  let pause = 0;
  const thinking: Promise<void>[] = [];
  languageModel.prepare?.({
    instructions: "You help.",
    knowledge: [],
    tools: TOOLS,
    language: "en",
    localTime: "",
    settings: { maxTokens: 9, temperature: 0 },
  });
  const listening: Listening = recogniser.listen({ language: "en", keywords: [] }, { partial() {}, settled() {}, failed() {} });
  const acts: Record<Exclude<Step["kind"], "think">, () => unknown> = {
    begin: () => listening.begin(++utterance),
    hear: () => listening.hear(SOUND),
    pause: () => listening.pause(utterance, ++pause),
    resume: () => listening.resume(utterance),
    end: () => listening.end(utterance),
    wait: () => new Promise((resolve) => setTimeout(resolve, 3)),
  };
  for (const one of steps) {
    if (one.kind !== "think") await acts[one.kind]();
    else {
      const abort = new AbortController();
      const think = async (): Promise<void> => {
        for await (const _ of languageModel.think(one.request, abort.signal)) if (one.aborts) abort.abort();
      };
      thinking.push(think().catch(() => {}));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 15));
  listening.close();
  await Promise.all(thinking);
}

test("OpenAI Realtime", async () => {
  const server = await startOpenAiRealtimeServer();
  server.reply = () => ({ words: ["One moment. "], calls: [{ name: "book", arguments: '{"day":"friday"}' }] });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      server.mistakes.length = 0;
      await play(createOpenAiRealtime({ apiKey: "k", model: "gpt-realtime", baseUrl: `${server.baseUrl}/v1` }), steps);
      // An answer may be over before its cancellation arrives.
      expect(server.mistakes.filter(({ code }) => code !== "response_cancel_not_active")).toEqual([]);
    }),
    { numRuns: 120 },
  );
  await server.close();
}, 60_000);

test("Gemini Live", async () => {
  const server = await startGeminiLiveServer();
  let answers = 0;
  server.reply = () =>
    ++answers % 2 === 0 ? { words: ["One moment. "] } : { calls: [{ name: "book", args: { day: "friday" } }] };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      server.refusals.length = 0;
      await play(createGeminiLive({ apiKey: "k", model: "gemini-3.8-live", baseUrl: server.baseUrl }), steps);
      expect(server.refusals).toEqual([]);
    }),
    { numRuns: 120 },
  );
  await server.close();
}, 60_000);

test("Ultravox", async () => {
  const server = await startUltravoxServer();
  let answers = 0;
  server.reply = () =>
    ++answers % 2 === 0 ? { words: ["One moment. "] } : { calls: [{ name: "book", parameters: { day: "friday" } }] };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      server.refusals.length = 0;
      await play(createUltravox({ apiKey: "k", model: "ultravox-v0.7", baseUrl: server.baseUrl }), steps);
      expect(server.refusals).toEqual([]);
    }),
    { numRuns: 120 },
  );
  await server.close();
}, 60_000);
