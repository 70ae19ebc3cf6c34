import type { Message, ThinkRequest, Thought } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anthropicEvents, event, streams } from "../testing/anthropic-answers.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { wireMessages } from "./messages.ts";
import { createAnthropicModel } from "./model.ts";

const SECRET = "sk-ant-canary-0123456789";
const never = new AbortController().signal;
let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const request: ThinkRequest = {
  instructions: "You are the front desk of Lamu House.",
  knowledge: [{ id: "k1", source: "faq", text: "Breakfast is from seven." }],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [{ name: "book", description: "Books a table", parameters: { type: "object" } }],
  language: "en-KE",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 1.4, topP: 0.9 },
};

const model = (timeouts: { connectTimeoutMs?: number; firstBytesTimeoutMs?: number; idleTimeoutMs?: number } = {}) =>
  createAnthropicModel({ baseUrl: new URL(server.baseUrl).origin, apiKey: SECRET, model: "claude-haiku-4-5", ...timeouts });

async function thoughts(llm = model(), signal = never): Promise<Thought[]> {
  const all: Thought[] = [];
  for await (const thought of llm.think(request, signal)) all.push(thought);
  return all;
}

const failureOf = async (llm = model()): Promise<string> => {
  const failure: unknown = await thoughts(llm).then(
    () => "no failure",
    (error: unknown) => error,
  );
  expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(SECRET);
  return failure instanceof Error && "code" in failure ? `${String(failure.code)}: ${failure.message}` : String(failure);
};

describe("Anthropic's mind", () => {
  test("streams its words, and is told first what may be kept and then what changes", async () => {
    server.answer = streams(anthropicEvents([{ text: ["Good ", "morning."] }]));
    expect(await thoughts()).toEqual([
      { kind: "usage", usage: { tokensIn: 1_100, tokensCached: 1_000 } },
      { kind: "text", text: "Good " },
      { kind: "text", text: "morning." },
      { kind: "usage", usage: { tokensOut: 12 } },
    ]);
    const { path, headers, body } = server.requests[0]!;
    expect(path).toBe("/v1/messages");
    expect(headers).toMatchObject({ "x-api-key": SECRET, "anthropic-version": "2023-06-01" });
    expect(headers.authorization).toBeUndefined();
    const asked = JSON.parse(body.toString()) as Record<"system" | "messages", { text: string; cache_control?: unknown }[]>;
    expect(asked).toMatchObject({
      model: "claude-haiku-4-5",
      max_tokens: 200,
      temperature: 1,
      stream: true,
      messages: [{ role: "user", content: [{ type: "text" }, { type: "text", text: "Hello" }] }],
      tools: [{ name: "book", input_schema: { type: "object" } }],
    });
    expect(asked.system[0]).toMatchObject({ cache_control: { type: "ephemeral" } });
    expect(asked.system[0]?.text).not.toContain("09:41");
    expect(asked.system[0]?.text).toContain("Today is Saturday, 21 November 2026.");
    expect(asked.system).toHaveLength(1);
    expect(JSON.stringify(asked.messages[0])).toMatch(/09:41.*Breakfast is from seven/);
  });

  test("calls tools whose arguments arrive in pieces, several at once and without any", async () => {
    server.answer = streams(
      anthropicEvents(
        [
          { text: ["One moment."] },
          { id: "toolu_1", name: "book", json: ["", '{"day":', '"friday"}'] },
          { id: "toolu_2", name: "end_call", json: [] },
        ],
        "tool_use",
      ),
    );
    expect((await thoughts()).filter(({ kind }) => kind === "tool")).toEqual([
      { kind: "tool", id: "toolu_1", name: "book", arguments: '{"day":"friday"}' },
      { kind: "tool", id: "toolu_2", name: "end_call", arguments: "{}" },
    ]);
  });

  test("puts the request differently when a model does not know a setting, and remembers it", async () => {
    server.answer = (response, body) => {
      const asked = JSON.parse(body.toString()) as Record<string, unknown>;
      const disliked =
        "top_p" in asked
          ? "`temperature` and `top_p` cannot both be specified"
          : "temperature" in asked
            ? "`temperature` is deprecated for this model"
            : "";
      if (disliked)
        return void response
          .writeHead(400)
          .end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: disliked } }));
      return streams(anthropicEvents([{ text: ["Yes"] }]))(response, body);
    };
    const llm = model();
    expect(await thoughts(llm)).toContainEqual({ kind: "text", text: "Yes" });
    expect(server.requests).toHaveLength(3);
    await thoughts(llm);
    expect(server.requests).toHaveLength(4);
  });

  test("stops at once when the caller speaks, and closes the connection", async () => {
    const before = server.brokenOff;
    server.answer = (response) =>
      void response.write(
        anthropicEvents([{ text: ["Well, "] }])
          .slice(0, 4)
          .join(""),
      );
    const abort = new AbortController();
    const heard: Thought[] = [];
    for await (const thought of model().think(request, abort.signal)) {
      heard.push(thought);
      if (thought.kind === "text") abort.abort();
    }
    expect(heard.map(({ kind }) => kind)).toEqual(["usage", "text"]);
    await expect.poll(() => server.brokenOff).toBe(before + 1);
  });

  test("keeps its thoughts to itself and does not mind events that are new", async () => {
    server.answer = streams([
      event({ type: "message_start", message: {} }),
      event({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Is it open?" } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "x" } }),
      event({ type: "something_new", index: "x" }),
      event({ type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Yes." } }),
      event({ type: "message_stop" }),
    ]);
    expect(await thoughts()).toEqual([{ kind: "text", text: "Yes." }]);
  });
});

describe("the dialogue, as Anthropic wants it", () => {
  const said = (messages: readonly Message[]): string[] =>
    wireMessages(messages).map(
      ({ role, content }) =>
        `${role}: ${content.map((block) => ("text" in block ? block.text : "content" in block ? `→${block.tool_use_id} ${block.content}` : `${block.id}(${JSON.stringify(block.input)})`)).join(" | ")}`,
    );

  test("begins and ends with the caller, takes turns, and leaves no tool without an answer", () => {
    expect(
      said([
        { role: "assistant", text: "Good morning." },
        { role: "caller", text: "Friday" },
        { role: "caller", text: "at eight" },
        { role: "assistant", text: "One moment." },
        { role: "tool-call", id: "call:0", name: "book", arguments: '{"day":"friday"}' },
        { role: "tool-result", id: "call:0", name: "book", result: "" },
        { role: "tool-call", id: "b", name: "book", arguments: "[broken" },
        { role: "assistant", text: "It is", cut: true },
        { role: "tool-result", id: "b", name: "book", result: "late" },
        { role: "assistant", text: "  " },
      ]),
    ).toEqual([
      "user: (The call begins.)",
      "assistant: Good morning.",
      "user: Friday | at eight",
      'assistant: One moment. | call00001({"day":"friday"})',
      "user: →call00001 done",
      "assistant: call00002({})",
      "user: →call00002 not finished",
      "assistant: It is —",
      "user: …",
    ]);
    expect(said([])).toEqual(["user: (The call begins.)"]);
  });
});

describe("when Anthropic fails, the call is told what happened", () => {
  test.each([
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [413, "refused"],
    [429, "rate-limited"],
    [500, "unavailable"],
    [529, "rate-limited"],
  ])("status %i", async (status, code) => {
    server.answer = (response) =>
      void response
        .writeHead(status, { "retry-after": "7" })
        .end(JSON.stringify({ type: "error", error: { type: "x", message: `the key ${SECRET}` } }));
    expect((await failureOf()).split(":")[0]).toBe(code);
  });

  test("one that is overloaded in the middle, or breaks for another reason", async () => {
    const first = anthropicEvents([{ text: ["Well, "] }]).slice(0, 4);
    const error = (type: string): string => event({ type: "error", error: { type, message: `Overloaded ${SECRET}` } });
    server.answer = streams([...first, error("overloaded_error")]);
    expect(await failureOf()).toMatch(/^rate-limited: the provider broke off: Overloaded/);
    server.answer = streams([...first, error("api_error")]);
    expect(await failureOf()).toMatch(/^unavailable: /);
  });

  test("one that is slow, at each point", async () => {
    server.answer = () => {};
    expect(await failureOf(model({ connectTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.writeHead(200).flushHeaders();
    expect(await failureOf(model({ firstBytesTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.write(event({ type: "ping" }));
    expect(await failureOf(model({ idleTimeoutMs: 50 }))).toMatch(/^timeout: /);
  });

  test.each([
    ["no JSON", "data: {nonsense\n\n"],
    ["another shape", 'data: {"type":"content_block_delta","index":"x","delta":7}\n\n'],
    ["an end in the middle", event({ type: "message_start", message: {} })],
    ["broken arguments", anthropicEvents([{ id: "a", name: "book", json: ["{day"] }]).join("")],
    ["a tool without a name", anthropicEvents([{ id: "a", name: "", json: [] }]).join("")],
    ["a refusal without a word", anthropicEvents([], "refusal").join("")],
    ["an event without end", `data: ${"x".repeat(300_000)}`],
  ])("one that answers with %s", async (_, answer) => {
    server.answer = (response) => void response.end(answer);
    expect(await failureOf()).toMatch(/^(bad-answer|refused): /);
  });

  test("one that hangs up in the middle, or is not there", async () => {
    server.answer = (response) => {
      response.write(event({ type: "message_start", message: {} }));
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failureOf()).toMatch(/^unavailable: /);
    expect(await failureOf(createAnthropicModel({ baseUrl: "http://127.0.0.1:9", apiKey: SECRET, model: "m" }))).toMatch(
      /^unavailable: /,
    );
  });
});
