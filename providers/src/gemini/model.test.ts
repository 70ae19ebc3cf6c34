import type { Message, ThinkRequest, Thought } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { geminiEvent, geminiEvents, googleRefusal } from "../testing/gemini-answers.ts";
import { streams } from "../testing/anthropic-answers.ts";
import { startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";
import { createGeminiModel, type GeminiOptions } from "./model.ts";
import { geminiSchema } from "./schema.ts";

const SECRET = "AIza-canary-0123456789";
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
  knowledge: [{ id: "k1", source: "faq", text: "Breakfast is from seven." }],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [
    {
      name: "book",
      description: "Books a table",
      parameters: { type: "object", properties: { day: { type: "string" } }, $schema: "x" },
    },
    {
      name: "end_call",
      description: "Ends the call",
      parameters: { type: "object", properties: {}, additionalProperties: false },
    },
  ],
  language: "en-KE",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 0.4, topP: 0.9 },
};

const model = (more: Partial<GeminiOptions> = {}) =>
  createGeminiModel({ baseUrl: `${new URL(server.baseUrl).origin}/v1beta`, apiKey: SECRET, model: "gemini-3.8-flash", ...more });

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
  expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(SECRET);
  return failure instanceof Error && "code" in failure ? `${String(failure.code)}: ${failure.message}` : String(failure);
};

const bodyAt = (at: number) =>
  JSON.parse(server.requests.at(at)!.body.toString()) as {
    systemInstruction: { parts: { text: string }[] };
    contents: { role: string; parts: Record<string, unknown>[] }[];
    generationConfig: object;
    tools?: unknown;
  };

const book = (day: string, more: object = {}) => ({ functionCall: { name: "book", args: { day }, ...more } });

describe("Gemini's mind", () => {
  test("streams its words, keeps its thoughts to itself, and is told first what stays the same", async () => {
    server.answer = streams(geminiEvents([[{ text: "Is it open?", thought: true }, "Good "], ["morning."]]));
    expect(await thoughts()).toEqual([
      { kind: "usage", usage: { tokensIn: 1_100, tokensCached: 1_000 } },
      { kind: "text", text: "Good " },
      { kind: "text", text: "morning." },
      { kind: "usage", usage: { tokensOut: 12 } },
    ]);
    const { path, headers } = server.requests[0]!;
    expect(path).toBe("/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse");
    expect(headers).toMatchObject({ "x-goog-api-key": SECRET });
    expect(headers.authorization).toBeUndefined();
    const asked = bodyAt(0);
    expect(asked).toMatchObject({
      contents: [{ role: "user", parts: [{}, { text: "Hello" }] }],
      generationConfig: { maxOutputTokens: 1_224, temperature: 0.4, topP: 0.9, thinkingConfig: { thinkingLevel: "low" } },
    });
    expect(asked.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: "book",
            description: "Books a table",
            parametersJsonSchema: { type: "object", properties: { day: { type: "string" } } },
          },
          { name: "end_call", description: "Ends the call" },
        ],
      },
    ]);
    expect(asked.systemInstruction.parts[0]?.text).not.toContain("09:41");
    expect(JSON.stringify(asked.contents[0])).toMatch(/09:41.*Breakfast is from seven/);
    expect(server.refused).toEqual([]);
  });

  test("two calls at once come back at once, with Gemini's ids and signature, however their results came", async () => {
    const llm = model();
    const first = { ...book("friday", { id: "a1" }), thoughtSignature: "c2lnbmVk" };
    server.answer = streams(geminiEvents([["One moment."], [first, book("sunday", { id: "a2" })]]));
    const calls = (await thoughts(llm)).filter((one) => one.kind === "tool");
    expect(calls.map((one) => `${one.name} ${one.arguments}`)).toEqual(['book {"day":"friday"}', 'book {"day":"sunday"}']);
    const told = calls.flatMap(({ id, name, arguments: given }): Message[] => [
      { role: "tool-call", id, name, arguments: given },
      { role: "tool-result", id, name, result: '{"booked":true}' },
    ]);
    await thoughts(llm, { ...request, messages: [...request.messages, { role: "assistant", text: "One moment." }, ...told] });
    const [, said, results] = bodyAt(1).contents;
    expect(said).toEqual({ role: "model", parts: [{ text: "One moment." }, first, book("sunday", { id: "a2" })] });
    const response = { output: '{"booked":true}' };
    expect(results?.parts).toEqual([
      { functionResponse: { id: "a1", name: "book", response } },
      { functionResponse: { id: "a2", name: "book", response } },
    ]);
    expect(server.refused).toEqual([]);
  });

  test("a call that it did not make, or whose signature is gone, is marked so; older models want no mark", async () => {
    server.answer = streams(geminiEvents([["Yes."]]));
    const messages: Message[] = [
      { role: "caller", text: "Book Friday" },
      { role: "tool-call", id: "call_0-agreed-3", name: "book", arguments: "[broken" },
    ];
    const unsigned = async (name: string): Promise<unknown> => {
      await thoughts(model({ model: name }), { ...request, messages });
      return bodyAt(-1).contents[1]?.parts[0];
    };
    const functionCall = { name: "book", args: {} };
    expect(await unsigned("models/gemini-3.8-flash")).toEqual({
      functionCall,
      thoughtSignature: "skip_thought_signature_validator",
    });
    expect(await unsigned("gemini-2.5-flash")).toEqual({ functionCall });
    expect(bodyAt(-1).generationConfig).toMatchObject({ maxOutputTokens: 200, thinkingConfig: { thinkingBudget: 0 } });
    expect(server.refused).toEqual([]);
  });

  test("puts the request differently when a model does not know a setting, and remembers it", async () => {
    server.answer = (response, body) => {
      const { generationConfig } = JSON.parse(body.toString()) as { generationConfig: object };
      if ("thinkingConfig" in generationConfig)
        return void googleRefusal(400, "Budget 0 is invalid. This model only works in thinking mode.")(response, body);
      if ("presencePenalty" in generationConfig)
        return void googleRefusal(400, "Penalty is not enabled for models/x")(response, body);
      return streams(geminiEvents([["Yes"]]))(response, body);
    };
    const llm = model();
    const asked = { ...request, settings: { ...request.settings, presencePenalty: 0.5, frequencyPenalty: 0.5 } };
    expect(await thoughts(llm, asked)).toContainEqual({ kind: "text", text: "Yes" });
    expect(server.requests).toHaveLength(3);
    await thoughts(llm, asked);
    expect(server.requests).toHaveLength(4);
    expect(server.refused).toEqual([]);
  });

  test.each([0, 1, 2])("stops at once when the caller speaks, after %i thoughts, and closes the connection", async (after) => {
    const before = server.brokenOff;
    const asked = server.requests.length;
    server.answer = (response) =>
      void response.write(
        geminiEvents([["Well, "], ["I "], ["do"]])
          .slice(0, 2)
          .join(""),
      );
    const abort = new AbortController();
    if (after === 0) setTimeout(() => abort.abort(), 60);
    const heard: Thought[] = [];
    for await (const thought of model().think(request, abort.signal)) {
      heard.push(thought);
      if (heard.length === after) abort.abort();
    }
    expect(heard.some(({ kind }) => kind === "tool")).toBe(false);
    await expect.poll(() => [server.requests.length, server.brokenOff]).toEqual([asked + 1, before + 1]);
  });
});

describe("when Gemini fails, the call is told what happened", () => {
  test.each([
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [404, "refused"],
    [429, "rate-limited"],
    [500, "unavailable"],
    [503, "unavailable"],
    [504, "timeout"],
  ])("status %i", async (status, code) => {
    server.answer = googleRefusal(status, `the key ${SECRET}`);
    expect((await failureOf()).split(":")[0]).toBe(code);
  });

  test("a key that is none, which Google answers with 400", async () => {
    server.answer = googleRefusal(400, "API key not valid. Please pass a valid API key.", [{ reason: "API_KEY_INVALID" }]);
    expect(await failureOf()).toBe("refused: the provider refuses the key");
  });

  test("a limit is kept to as long as it says, in its header or as Google writes it", async () => {
    for (const [header, delay] of [
      ["9", undefined],
      [undefined, "9s"],
    ]) {
      const llm = model();
      server.answer = (response, body) => {
        if (header) response.setHeader("retry-after", header);
        return googleRefusal(
          429,
          "Quota exceeded",
          delay ? [{ "@type": "x/google.rpc.RetryInfo", retryDelay: delay }] : [],
        )(response, body);
      };
      expect(await failureOf(llm)).toMatch(/^rate-limited: the provider answered 429/);
      expect(await failureOf(llm)).toBe("rate-limited: the provider wants to be asked again in 9 s");
    }
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    ["its prompt blocked", geminiEvent({ promptFeedback: { blockReason: "SAFETY" } }), "refused"],
    ["nothing, for safety", geminiEvents([[]], "SAFETY").join(""), "refused"],
    ["nothing but its limit", geminiEvents([[]], "MAX_TOKENS").join(""), "bad-answer"],
    ["a call that it cannot write", geminiEvents([["Let me look. "], []], "MALFORMED_FUNCTION_CALL").join(""), "bad-answer"],
    ["no JSON", "data: {nonsense\n\n", "bad-answer"],
    ["another shape", 'data: {"candidates":7}\n\n', "bad-answer"],
    ["no event at all", "<html>Log in to this Wi-Fi</html>", "bad-answer"],
    ["an end in the middle", geminiEvents([["Well, "], ["I"]])[0]!, "bad-answer"],
    [
      "arguments that are no object",
      geminiEvents([[{ functionCall: { name: "book", args: ["friday"] } }]]).join(""),
      "bad-answer",
    ],
    ["a call without a name", geminiEvents([[{ functionCall: { args: {} } }]]).join(""), "bad-answer"],
    ["an event without end", `data: ${"x".repeat(300_000)}`, "bad-answer"],
    [
      "an error in the middle",
      `${geminiEvents([["Well, "], []])[0]}${geminiEvent({ error: { code: 503, message: SECRET } })}`,
      "unavailable",
    ],
    ["a limit in the middle", geminiEvent({ error: { code: 429, message: "Resource exhausted" } }), "rate-limited"],
  ])("one that answers with %s", async (_, answer, code) => {
    server.answer = (response) => void response.end(answer);
    expect((await failureOf()).split(":")[0]).toBe(code);
  });

  test("one that ends without a word says nothing, and what was said before a block stays said", async () => {
    server.answer = streams(geminiEvents([[]]));
    expect((await thoughts()).filter(({ kind }) => kind !== "usage")).toEqual([]);
    server.answer = streams(geminiEvents([["We open at eight."], []], "SAFETY"));
    expect(await thoughts()).toContainEqual({ kind: "text", text: "We open at eight." });
  });

  test("one that is slow, at each point, hangs up in the middle, or is not there", async () => {
    server.answer = () => {};
    expect(await failureOf(model({ connectTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.writeHead(200).flushHeaders();
    expect(await failureOf(model({ firstBytesTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => void response.write(geminiEvents([["Well, "], []])[0]);
    expect(await failureOf(model({ idleTimeoutMs: 50 }))).toMatch(/^timeout: /);
    server.answer = (response) => {
      response.write(geminiEvents([["Well, "], []])[0]);
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failureOf()).toMatch(/^unavailable: /);
    expect(await failureOf(model({ baseUrl: "http://127.0.0.1:9/v1beta" }))).toMatch(/^unavailable: /);
  });
});

test("of a schema stays what Gemini reads; a reference stands alone", () => {
  expect(
    geminiSchema({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        pattern: { type: "string", pattern: "^A", minLength: 2, default: "A", description: "How it looks" },
        kind: { const: "table" },
        when: { $ref: "#/definitions/Day", description: "The day" },
        flags: { type: "array", items: { enum: [true, "yes", 1] }, uniqueItems: true },
      },
      additionalProperties: false,
      definitions: { Day: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] } },
      allOf: [{ required: ["kind"] }],
    }),
  ).toEqual({
    type: "object",
    properties: {
      pattern: { type: "string", description: "How it looks" },
      kind: { enum: ["table"] },
      when: { $ref: "#/$defs/Day" },
      flags: { type: "array", items: { enum: ["yes", 1] } },
    },
    additionalProperties: false,
    $defs: { Day: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] } },
  });
});
