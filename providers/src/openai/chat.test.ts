import type { ThinkRequest, Thought } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chat, chunkOf, refuses, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { createOpenAiModel } from "./chat.ts";

const SECRET = "sk-very-secret";
let server: OpenAiServer;

beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const request: ThinkRequest = {
  instructions: "You are the front desk of Lamu House.",
  knowledge: [{ id: "k1", source: "faq", text: "Breakfast is  from seven." }],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [
    { name: "book", description: "Books a table", parameters: { type: "object", properties: { day: { type: "string" } } } },
  ],
  language: "en-KE",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 0.3 },
};
const never = new AbortController().signal;

function model(timeouts: { connectTimeoutMs?: number; firstBytesTimeoutMs?: number; idleTimeoutMs?: number } = {}) {
  return createOpenAiModel({ baseUrl: server.baseUrl, apiKey: SECRET, model: "test", ...timeouts });
}

async function thoughts(llm = model(), signal = never, asked = request): Promise<Thought[]> {
  const all: Thought[] = [];
  for await (const thought of llm.think(asked, signal)) all.push(thought);
  return all;
}

function lastBody(): Record<string, unknown> {
  return JSON.parse(server.requests.at(-1)?.body.toString() ?? "{}") as Record<string, unknown>;
}

describe("a language model by base URL", () => {
  test("streams its words as they come, and is told the knowledge, the tools and the hour", async () => {
    server.answer = chat([{ role: "assistant", content: "" }, { content: "Good " }, { content: "morning." }]);
    expect(await thoughts()).toEqual([
      { kind: "text", text: "Good " },
      { kind: "text", text: "morning." },
    ]);
    const { path, headers } = server.requests[0] ?? {};
    expect(path).toBe("/v1/chat/completions");
    expect(headers?.authorization).toBe(`Bearer ${SECRET}`);
    const body = lastBody();
    expect(body).toMatchObject({ model: "test", stream: true, max_tokens: 200, temperature: 0.3 });
    const [told, asked] = body["messages"] as { role: string; content: string }[];
    expect(told).toMatchObject({ role: "system", content: expect.stringContaining("Today is Saturday, 21 November 2026.") });
    expect(asked?.content).toMatch(/^\[For the assistant.*09:41[^]*Breakfast is from seven[^]*\]\n\nHello$/);
    expect(told?.content).toContain("Sunday 2026-11-22\nMonday 2026-11-23\n");
    expect(told?.content).toMatch(/Saturday 2026-12-05$/);
    expect(body["tools"]).toMatchObject([{ type: "function", function: { name: "book" } }]);
  });

  test("sends of a tool what the protocol knows, and nothing of ours: strict servers refuse the rest", async () => {
    server.answer = chat([{ content: "Yes." }]);
    const [tool] = request.tools;
    const tools = [{ ...tool!, waitMessage: "One moment.", limitMs: 1_000, listsWithout: ["date"] }];
    await thoughts(model(), never, { ...request, tools });
    const sent = lastBody()["tools"] as { function: object }[];
    expect(sent.map((one) => [Object.keys(one), Object.keys(one.function)])).toEqual([
      [
        ["type", "function"],
        ["name", "description", "parameters"],
      ],
    ]);
  });

  test("roles take turns and the caller begins, as templates of some models want it", async () => {
    server.answer = chat([{ content: "Yes." }]);
    const messages = [
      { role: "assistant" as const, text: "Good morning." },
      { role: "assistant" as const, text: "Are you still there?" },
      { role: "caller" as const, text: "Yes" },
      { role: "caller" as const, text: "I am" },
    ];
    await thoughts(model(), never, { ...request, messages });
    const sent = lastBody()["messages"] as { role: string; content: string }[];
    expect(sent.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(sent[2]?.content).toBe("Good morning.\nAre you still there?");
    expect(sent[3]?.content).toMatch(/Yes\nI am$/);
  });

  test("tells what was counted, however the service tells it, and nothing where it does not", async () => {
    const counted = {
      prompt_tokens: 1_200,
      completion_tokens: 9,
      total_tokens: 1_209,
      prompt_tokens_details: { cached_tokens: 1_024 },
    };
    server.answer = (response) => {
      response.write(
        chunkOf({ content: "Yes" }, null).replace("}\n", `,"usage":{"prompt_tokens":1200,"completion_tokens":1}}\n`),
      );
      response.write(chunkOf({}, "stop"));
      response.end(`data: ${JSON.stringify({ choices: [], usage: counted })}\n\ndata: [DONE]\n\n`);
    };
    expect((await thoughts()).at(-1)).toEqual({ kind: "usage", usage: { tokensIn: 1_200, tokensOut: 9, tokensCached: 1_024 } });
    expect(lastBody()["stream_options"]).toEqual({ include_usage: true });
    server.answer = (response) => {
      response.write(chunkOf({ content: "Yes" }, "stop"));
      response.end(`data: {"choices":[],"usage":"a lot"}\n\ndata: [DONE]\n\n`);
    };
    expect(await thoughts()).toEqual([{ kind: "text", text: "Yes" }]);
  });

  test("asks a local server without a key", async () => {
    server.answer = chat([{ content: "Hi" }]);
    await thoughts(createOpenAiModel({ baseUrl: `${server.baseUrl}/`, model: "llama" }));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  });

  test("calls tools whose arguments arrive in pieces, several at once, with or without numbers", async () => {
    const piece = (index: number | undefined, id: string | undefined, name: string | undefined, json: string): object => ({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: json } }],
    });
    server.answer = chat(
      [
        piece(0, "a", "book", ""),
        piece(0, undefined, undefined, '{"day":'),
        piece(1, "b", "end_call", ""),
        piece(0, undefined, undefined, '"friday"}'),
      ],
      "tool_calls",
    );
    const calling = { kind: "calling" };
    expect(await thoughts()).toEqual([
      ...Array.from({ length: 4 }, () => calling),
      { kind: "tool", id: "a", name: "book", arguments: '{"day":"friday"}' },
      { kind: "tool", id: "b", name: "end_call", arguments: "{}" },
    ]);
    server.answer = chat([piece(undefined, undefined, "book", '{"day":"monday"}')], "tool_calls");
    expect(await thoughts()).toEqual([calling, { kind: "tool", id: "call_0", name: "book", arguments: '{"day":"monday"}' }]);
  });

  test("sends tool calls with their results, also one that never got any, and says where the caller cut in", async () => {
    server.answer = chat([{ content: "Done" }]);
    await thoughts(model(), never, {
      ...request,
      messages: [
        { role: "caller", text: "Friday" },
        { role: "assistant", text: "One moment." },
        { role: "tool-call", id: "a", name: "book", arguments: "{}" },
        { role: "tool-result", id: "a", name: "book", result: "booked" },
        { role: "tool-call", id: "b", name: "book", arguments: "" },
        { role: "assistant", text: "It is", cut: true },
      ],
    });
    expect((lastBody()["messages"] as { role: string }[]).slice(1)).toMatchObject([
      { role: "user", content: expect.stringMatching(/Friday$/) },
      { role: "assistant", content: "One moment.", tool_calls: [{ id: "call00001" }] },
      { role: "tool", tool_call_id: "call00001", content: "booked" },
      { role: "assistant", content: null, tool_calls: [{ id: "call00002", function: { arguments: "{}" } }] },
      { role: "tool", tool_call_id: "call00002", content: "not finished" },
      { role: "assistant", content: "It is —" },
      { role: "user", content: "…" },
    ]);
  });

  test("a call that is required is JSON of the tool's schema, which servers of one's own enforce; one that knows none gets the tool", async () => {
    const asked: ThinkRequest = { ...request, toolChoice: "required" };
    server.answer = chat([{ content: '{"day": ' }, { content: '"fri"}\n' }]);
    expect(await thoughts(model(), never, asked)).toEqual([
      { kind: "tool", id: "call_0", name: "book", arguments: '{"day": "fri"}' },
    ]);
    const json_schema = { name: "book", schema: { type: "object", properties: { day: { type: "string" } } } };
    expect(lastBody()["response_format"]).toEqual({ type: "json_schema", json_schema });
    expect(lastBody()["tools"]).toBeUndefined();
    server.answer = chat([{ content: "On Friday {" }]);
    expect(await thoughts(model(), never, asked)).toEqual([{ kind: "text", text: "On Friday {" }]);
    server.answer = chat([{ content: "" }]);
    expect(await thoughts(model(), never, asked)).toEqual([]);
    server.answer = (response, body) =>
      String(body).includes("response_format")
        ? refuses(400, "This model does not support response format `json_schema`", "response_format")(response, body)
        : chat([{ tool_calls: [{ index: 0, id: "a", function: { name: "book", arguments: "{}" } }] }])(response, body);
    expect(await thoughts(model(), never, asked)).toMatchObject([{ kind: "calling" }, { kind: "tool", name: "book" }]);
    expect(lastBody()["tool_choice"]).toBe("required");
  });

  test("does not speak a reasoning model's thoughts", async () => {
    server.answer = chat(["<th", "ink>Is it open", "? </thi", "nk>\n\nYes, ", "until nine."].map((content) => ({ content })));
    expect((await thoughts()).map((thought) => thought.kind === "text" && thought.text).join("")).toBe("Yes, until nine.");
  });

  test("stops at once when the caller speaks, and closes the connection", async () => {
    const before = server.brokenOff;
    server.answer = (response) => void response.write(chunkOf({ content: "Well, " }, null));
    const abort = new AbortController();
    const heard: Thought[] = [];
    for await (const thought of model().think(request, abort.signal)) {
      heard.push(thought);
      abort.abort();
    }
    expect(heard).toHaveLength(1);
    await expect.poll(() => server.brokenOff).toBe(before + 1);
  });

  test("puts the request differently when a model does not know a setting", async () => {
    server.answer = (response, body) => {
      const asked = body.toString();
      if (asked.includes("max_tokens"))
        return refuses(400, "Unsupported parameter: use max_completion_tokens", "max_tokens")(response, body);
      if (asked.includes("temperature")) return refuses(400, "temperature does not support 0.3 with this model")(response, body);
      return chat([{ content: "Yes" }])(response, body);
    };
    const llm = model();
    expect(await thoughts(llm)).toEqual([{ kind: "text", text: "Yes" }]);
    expect(server.requests).toHaveLength(3);
    await thoughts(llm);
    expect(server.requests).toHaveLength(4);
  });
});

describe("when the provider fails, the call is told what happened", () => {
  test.each([
    [401, "refused"],
    [404, "refused"],
    [429, "rate-limited"],
    [500, "unavailable"],
    [503, "unavailable"],
    [504, "timeout"],
  ])("status %i", async (status, code) => {
    server.answer = refuses(status, `the key ${SECRET} is bad`);
    const failure = await thoughts().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain(SECRET);
  });

  test("a slow one", async () => {
    server.answer = () => {};
    await expect(thoughts(model({ connectTimeoutMs: 50 }))).rejects.toMatchObject({ code: "timeout" });
    server.answer = (response) => void response.writeHead(200).flushHeaders();
    await expect(thoughts(model({ firstBytesTimeoutMs: 50 }))).rejects.toMatchObject({ code: "timeout" });
    server.answer = (response) => void response.write(chunkOf({ content: "I " }, null));
    await expect(thoughts(model({ idleTimeoutMs: 50 }))).rejects.toMatchObject({ code: "timeout" });
  });

  test("one that hangs up in the middle, or ends without saying so", async () => {
    server.answer = (response) => {
      response.write(chunkOf({ content: "I " }, null));
      setTimeout(() => response.destroy(), 20);
    };
    await expect(thoughts()).rejects.toMatchObject({ code: "unavailable" });
    server.answer = (response) => void response.end(chunkOf({ content: "I " }, null));
    await expect(thoughts()).rejects.toMatchObject({ code: "bad-answer" });
  });

  test.each([
    ["no JSON", "data: {nonsense\n\n"],
    ["another shape", 'data: {"choices":[{"delta":{"content":7}}]}\n\n'],
    ["an event without end", `data: ${"x".repeat(300_000)}`],
    ["an error in the stream", `data: {"error":{"message":"overloaded for ${SECRET}"}}\n\n`],
    ["broken arguments", chunkOf({ tool_calls: [{ index: 0, function: { name: "book", arguments: "{day" } }] }, "tool_calls")],
  ])("one that answers with %s", async (_, answer) => {
    server.answer = (response) => void response.end(answer);
    const failure: unknown = await thoughts().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ProviderFailure" });
    expect(String(failure)).not.toContain(SECRET);
  });

  test("one that never stops", async () => {
    server.answer = (response) => {
      const chunk = chunkOf({ content: "la ".repeat(5_000) }, null);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    await expect(thoughts()).rejects.toMatchObject({ code: "bad-answer" });
  });

  test("one that is not there", async () => {
    const llm = createOpenAiModel({ baseUrl: "http://127.0.0.1:9/v1", model: "x" });
    await expect(thoughts(llm)).rejects.toMatchObject({ code: "unavailable" });
  });
});
