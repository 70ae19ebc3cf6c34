import type { Message, ThinkRequest, Thought } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ollamaLine, ollamaLines, ollamaRefuses, streamsLines } from "../testing/ollama-answers.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { createOllamaModel, type OllamaOptions } from "./model.ts";

const never = new AbortController().signal;
let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.refused.length = 0;
});

const request: ThinkRequest = {
  instructions: "You are the front desk of Lamu House.",
  knowledge: [],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [{ name: "book", description: "Books a table", parameters: { type: "object" }, limitMs: 900 }],
  language: "en-KE",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 0.4, topP: 0.9 },
};

const model = (more: Partial<OllamaOptions> = {}) =>
  createOllamaModel({ baseUrl: `${new URL(server.baseUrl).origin}/api`, model: "qwen3:4b", ...more });

async function thoughts(llm = model(), asked = request, signal = never): Promise<Thought[]> {
  const all: Thought[] = [];
  for await (const thought of llm.think(asked, signal)) all.push(thought);
  return all;
}

const failureOf = async (llm = model()): Promise<string> => {
  const failure: unknown = await thoughts(llm).then(
    () => "no failure",
    (error: unknown) => error,
  );
  return failure instanceof Error && "code" in failure ? `${String(failure.code)}: ${failure.message}` : String(failure);
};

const call = (day: unknown) => ({ function: { name: "book", arguments: day } });

describe("Ollama's mind", () => {
  test("streams its words without its thoughts, stays loaded, and asks for no key", async () => {
    server.answer = streamsLines(ollamaLines([{ thinking: "Is it open?" }, "Good ", "morning."]));
    expect(await thoughts()).toEqual([
      { kind: "text", text: "Good " },
      { kind: "text", text: "morning." },
      { kind: "usage", usage: { tokensIn: 1_100, tokensOut: 12 } },
    ]);
    const { path, headers, body } = server.requests[0]!;
    expect([path, headers.authorization, server.refused]).toEqual(["/api/chat", undefined, []]);
    expect(JSON.parse(body.toString())).toMatchObject({
      model: "qwen3:4b",
      messages: [{ role: "system" }, { role: "user", content: expect.stringMatching(/Hello$/) }],
      stream: true,
      think: false,
      keep_alive: "1h",
      options: { num_predict: 200, temperature: 0.4, top_p: 0.9 },
      tools: [{ type: "function", function: { name: "book", parameters: { type: "object", properties: {} } } }],
    });
  });

  test("a call that is required is JSON of the tool's schema", async () => {
    server.answer = streamsLines(ollamaLines(['{"day":', '"fri"}']));
    const [, tool] = await thoughts(model(), { ...request, toolChoice: "required" });
    expect(tool).toMatchObject({ kind: "tool", name: "book", arguments: '{"day":"fri"}' });
    const { format, tools } = JSON.parse(server.requests.at(-1)!.body.toString());
    expect([format, tools, server.refused]).toEqual([{ type: "object", properties: {} }, undefined, []]);
  });

  test("calls two tools at once, and is told their results by name, with arguments that are objects", async () => {
    server.answer = streamsLines(ollamaLines([{ content: "One moment.", tool_calls: [call({ day: "fri" }), call({})] }]));
    const calls = (await thoughts()).filter((one) => one.kind === "tool");
    expect(calls.map((one) => `${one.id} ${one.name} ${one.arguments}`)).toEqual(['call_0 book {"day":"fri"}', "call_1 book {}"]);
    const told = calls.flatMap(({ id, name, arguments: given }): Message[] => [
      { role: "tool-call", id, name, arguments: given },
      { role: "tool-result", id, name, result: "booked" },
    ]);
    await thoughts(model(), { ...request, messages: [...request.messages, { role: "assistant", text: "One moment." }, ...told] });
    const { messages } = JSON.parse(server.requests[1]!.body.toString()) as { messages: object[] };
    expect(messages.slice(2)).toEqual([
      { role: "assistant", content: "One moment.", tool_calls: [call({ day: "fri" })] },
      { role: "tool", tool_name: "book", content: "booked" },
      { role: "assistant", content: "", tool_calls: [call({})] },
      { role: "tool", tool_name: "book", content: "booked" },
    ]);
    expect(server.refused).toEqual([]);
  });

  test("a model that knows no thinking is asked without it from then on", async () => {
    server.answer = (response, body) =>
      "think" in (JSON.parse(body.toString()) as object)
        ? ollamaRefuses(400, '"gemma3" does not support thinking')(response, body)
        : streamsLines(ollamaLines(["Yes."]))(response, body);
    const llm = model();
    expect(await thoughts(llm)).toContainEqual({ kind: "text", text: "Yes." });
    await thoughts(llm);
    expect([server.requests.length, server.refused]).toEqual([3, []]);
  });

  test("is loaded before a call's first words, and a server that is not there breaks nothing", async () => {
    server.answer = streamsLines(ollamaLines([], "load"));
    model().warm?.();
    await expect.poll(() => server.requests.length).toBe(1);
    expect(JSON.parse(server.requests[0]!.body.toString())).toEqual({ model: "qwen3:4b", messages: [], keep_alive: "1h" });
    expect(server.refused).toEqual([]);
    model({ baseUrl: "http://127.0.0.1:9/api" }).warm?.();
  });

  test.each([0, 1, 2])("stops at once when the caller speaks, after %i words, and closes the connection", async (after) => {
    const before = server.brokenOff;
    server.answer = (response) => void response.write(ollamaLines(["Well, ", "I "]).slice(0, 2).join(""));
    const abort = new AbortController();
    if (after === 0) setTimeout(() => abort.abort(), 60);
    let heard = 0;
    for await (const _ of model().think(request, abort.signal)) if (++heard === after) abort.abort();
    await expect.poll(() => server.brokenOff).toBe(before + 1);
  });
});

describe("when Ollama fails, the call is told what happened", () => {
  test.each([
    [400, '"gemma3" does not support tools', "refused"],
    [404, "model 'qwen3:4b' not found", "refused"],
    [429, "too many requests", "rate-limited"],
    [500, "llama runner process has terminated", "unavailable"],
    [503, "server busy, please try again. maximum pending requests exceeded", "unavailable"],
  ])("status %i: %s", async (status, says, code) => {
    server.answer = ollamaRefuses(status, says);
    expect(await failureOf()).toBe(`${code}: the provider answered ${status}: ${says}`);
  });

  const [first = ""] = ollamaLines(["Well, "]);
  test.each([
    ["an error in the middle", `${first}${ollamaLine({ error: "an error was encountered" })}`, "unavailable"],
    ["nothing, for it is being loaded", ollamaLines([], "load").join(""), "unavailable"],
    ["no JSON", "{nonsense\n", "bad-answer"],
    ["a garbage line in the middle", `${first}\u0000\u0001\n`, "bad-answer"],
    ["another shape", '{"message":7}\n', "bad-answer"],
    ["a page of somebody else", "<html>Log in</html>", "bad-answer"],
    ["an end in the middle", first, "bad-answer"],
    ["half a line", first.slice(0, 40), "bad-answer"],
    ["arguments that are no object", ollamaLines([{ tool_calls: [call(["fri"])] }]).join(""), "bad-answer"],
    ["a call without a name", ollamaLines([{ tool_calls: [{ function: { arguments: {} } }] }]).join(""), "bad-answer"],
    ["a line without end", `{"message":"${"x".repeat(300_000)}`, "bad-answer"],
  ])("one that answers with %s", async (_, answer, code) => {
    server.answer = (response) => void response.end(answer);
    expect((await failureOf()).split(":")[0]).toBe(code);
  });

  test("one that ends without a word says nothing", async () => {
    server.answer = streamsLines(ollamaLines([]));
    expect((await thoughts()).filter(({ kind }) => kind !== "usage")).toEqual([]);
  });

  test("one that is slow, at each point, hangs up in the middle, or is not there", async () => {
    server.answer = () => {};
    expect(await failureOf(model({ connectTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.writeHead(200).flushHeaders();
    expect(await failureOf(model({ firstBytesTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.write(first);
    expect(await failureOf(model({ idleTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => {
      response.write(first);
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failureOf()).toMatch(/^unavailable: /);
    expect(await failureOf(model({ baseUrl: "http://127.0.0.1:9/api" }))).toMatch(/^unavailable: /);
  });
});
