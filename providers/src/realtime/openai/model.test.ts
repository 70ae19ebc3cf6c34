import type { Recogniser, ThinkRequest } from "@ongea/conversation";
import type { Behaviour, Subject } from "@ongea/conversation/conformance";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  startOpenAiRealtimeServer,
  type OpenAiRealtimeServer,
  type RealtimeFaults,
} from "../../testing/openai-realtime-server.ts";
import { callOn, llmCases, OPENING, pass, SOUND, sttCases, textOf, WHOLE } from "../../testing/realtime-call.ts";
import { createOpenAiRealtime } from "./model.ts";

const REQUEST: ThinkRequest = { ...OPENING, messages: [{ role: "caller", text: "Hello" }] };
const OPTIONS = { apiKey: "sk-secret", model: "gpt-realtime" };

let server: OpenAiRealtimeServer;
beforeEach(async () => {
  server = await startOpenAiRealtimeServer();
});
afterEach(() => server.close());

function call(options: { answerTimeoutMs?: number; connectTimeoutMs?: number } = {}) {
  return callOn(createOpenAiRealtime({ ...OPTIONS, baseUrl: `${server.baseUrl}/v1`, ...options }));
}

const lastCreate = () => server.events.findLast((event) => event.type === "response.create")?.response;

describe("OpenAI Realtime as STT", () => {
  const on = async (faults: RealtimeFaults = {}): Promise<Subject<Recogniser>> => {
    const own = await startOpenAiRealtimeServer();
    own.faults = faults;
    const { recogniser } = createOpenAiRealtime({ ...OPTIONS, baseUrl: `${own.baseUrl}/v1`, answerTimeoutMs: 700 });
    return { adapter: recogniser, pass, close: () => own.close() };
  };
  test.each(sttCases(on, { failsTranscription: true }))("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("OpenAI Realtime as LLM", () => {
  const FAULTS: Readonly<Partial<Record<Behaviour, RealtimeFaults>>> = {
    answers: {},
    slowly: { pieceMs: 120 },
    stalls: { answers: "stalls" },
    "fails-at-once": { answers: "expires" },
    "fails-after-first": { answers: "breaks" },
  };
  const cases = llmCases(["answers", "slowly", "fails-at-once", "fails-after-first"], (behaviour) => {
    server.faults = FAULTS[behaviour] ?? {};
    return call().languageModel;
  });
  test.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined(), 60_000);
});

describe("a call with OpenAI Realtime", () => {
  test("the model is given the caller's own sound, what was heard of its answers, and the results of tools", async () => {
    const { say, think } = call();
    const first = await say(1);
    const second = await say(2, 600);
    server.transcript = () => "yes";
    expect(second).toBe("heard 600 ms");
    const thoughts = await think([
      { role: "assistant", text: "Good morning", cut: true },
      { role: "caller", text: first, note: { language: "en", localTime: REQUEST.localTime, whispers: ["Be brief."] } },
      { role: "tool-call", id: "a", name: "book", arguments: '{"day":"friday"}' },
      { role: "tool-result", id: "a", name: "book", result: "booked" },
      { role: "caller", text: "typed words" },
      { role: "caller", text: second },
    ]);
    expect(textOf(thoughts)).toBe(WHOLE);
    const input = lastCreate()?.input ?? [];
    expect(input.map((one) => one.type)).toEqual([
      "message",
      "message",
      "message",
      "item_reference",
      "function_call",
      "function_call_output",
      "message",
      "item_reference",
    ]);
    expect(JSON.stringify(input)).toContain("Good morning —");
    expect(JSON.stringify(input)).toContain("Be brief.");
    expect(JSON.stringify(input)).toContain("typed words");
    expect(lastCreate()).toMatchObject({ conversation: "none", output_modalities: ["text"], max_output_tokens: 100 });
    expect(server.mistakes).toEqual([]);
  });

  test("what it counts is told: tokens of text and of sound, what was cached, and the sound that was written down", async () => {
    const { say, think, used } = call();
    const thoughts = await think([{ role: "caller", text: await say(1) }]);
    const usage = { tokensIn: 100, tokensOut: 30, tokensCached: 40, soundTokensIn: 30, soundTokensOut: 0 };
    expect(thoughts.at(-1)).toEqual({ kind: "usage", usage });
    expect(used).toEqual([{ soundMs: expect.closeTo(1_000, -1) }]);
  });

  test("a tool that it calls reaches the conversation with whole arguments", async () => {
    server.reply = () => ({ words: ["One moment."], calls: [{ name: "book", arguments: '{"day":"friday"}' }] });
    const thoughts = await call().think([]);
    expect(thoughts.filter(({ kind }) => kind === "tool")).toMatchObject([{ name: "book", arguments: '{"day":"friday"}' }]);
    expect(thoughts.some(({ kind }) => kind === "calling")).toBe(true);
  });

  test("arguments that are no JSON are a bad answer, and the session goes on", async () => {
    const { think, failures } = call();
    server.reply = () => ({ calls: [{ name: "book", arguments: "{half" }] });
    await expect(think([])).rejects.toMatchObject({ code: "bad-answer" });
    server.reply = () => ({ words: ["Yes."] });
    expect(textOf(await think([]))).toBe("Yes.");
    expect(failures).toEqual([]);
  });

  test("an answer that nobody wants any more is cancelled, and the next one comes", async () => {
    server.faults = { pieceMs: 60 };
    const { languageModel, think } = call();
    const abort = new AbortController();
    for await (const thought of languageModel.think(REQUEST, abort.signal)) if (thought.kind === "text") abort.abort();
    await expect.poll(() => server.events.some(({ type }) => type === "response.cancel")).toBe(true);
    server.faults = {};
    expect(textOf(await think([]))).toBe(WHOLE);
  });

  test("an utterance that was noise is forgotten there", async () => {
    server.transcript = () => "";
    const { say, listening } = call();
    expect(await say(1)).toBe("");
    listening.end(1);
    await expect.poll(() => server.events.some(({ type }) => type === "conversation.item.delete")).toBe(true);
    expect(server.mistakes).toEqual([]);
  });

  test("odd, huge and empty events change nothing", async () => {
    server.faults = {
      babble: ["", "null", "[]", '{"type":"response.output_text.delta"}', "{", JSON.stringify({ type: "x".repeat(90_000) })],
    };
    const { say, think } = call();
    expect(await say(1)).toBe("heard 1000 ms");
    expect(textOf(await think([]))).toBe(WHOLE);
  });

  test.each([
    ["never sets the session up", { isSilent: true }, "timeout"],
    ["never writes down what was said", { isDeaf: true }, "timeout"],
    ["cannot write it down", { failsTranscription: true }, "refused"],
  ] as const)("where it %s, another one hears and answers", async (_what, faults, code) => {
    server.faults = faults;
    const { listening, failures, think } = call({ connectTimeoutMs: 1_500 });
    listening.begin(1);
    listening.hear(SOUND);
    listening.pause(1, 1);
    await expect.poll(() => failures.length, { timeout: 4_000 }).toBe(1);
    expect(failures[0]?.code).toBe(code);
    await expect(think([])).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["is refused", 401, "refused"],
    ["is asked too often", 429, "rate-limited"],
    ["is down", 503, "unavailable"],
  ] as const)("a session that %s is told as such", async (_what, status, code) => {
    server.status = status;
    const { failures } = call();
    await expect.poll(() => failures[0]?.code).toBe(code);
    expect(JSON.stringify(failures)).not.toContain("sk-secret");
  });

  test.each([
    ["fails", "unavailable", false],
    ["is-limited", "rate-limited", false],
    ["breaks", "unavailable", true],
    ["expires", "unavailable", true],
  ] as const)("an answer that %s is a failure; only a lost session ends its hearing", async (answers, code, isLost) => {
    server.faults = { answers };
    const { think, failures } = call();
    await expect(think([])).rejects.toMatchObject({ code });
    expect(failures.length).toBe(isLost ? 1 : 0);
  });
});
