/** Whatever happened in a call, its request is one that the strictest server takes. */
import type { Message, ThinkRequest } from "@ongea/conversation";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAnthropicModel } from "./anthropic/model.ts";
import { createGeminiModel } from "./gemini/model.ts";
import { createOllamaModel } from "./ollama/model.ts";
import { createOpenAiModel } from "./openai/chat.ts";
import { anthropicEvents, streams } from "./testing/anthropic-answers.ts";
import { ollamaLines, streamsLines } from "./testing/ollama-answers.ts";
import { geminiEvents } from "./testing/gemini-answers.ts";
import { chat, refusalOf, startOpenAiServer, type OpenAiServer } from "./testing/openai-server.ts";

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());

const text = fc.constantFrom("Friday at ten", "", "  ", "…", "Ndiyo", "It is — well\n", "👋");
const id = fc.constantFrom("a", "a", "call:0", "functions.book:0", "toolu_01A2b3C4d5E6f7G8h9J0k1L2m3N4p5Q6r7S8-agreed-12");
const name = fc.constantFrom("book", "end_call");
const note = {
  language: "sw",
  localTime: "2026-11-21T09:41:00+03:00",
  passages: [{ id: "1", source: "faq", text: "We open at 8." }],
};
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("caller" as const), text, note: fc.constant(note) }),
  fc.record({ role: fc.constant("caller" as const), text }),
  fc.record({ role: fc.constant("assistant" as const), text, cut: fc.boolean() }),
  fc.record({
    role: fc.constant("tool-call" as const),
    id,
    name,
    arguments: fc.constantFrom("", "{}", '{"day":"friday"}', "[broken", "[1]"),
  }),
  fc.record({ role: fc.constant("tool-result" as const), id, name, result: text }),
);
const begun = fc.record({
  instructions: text,
  knowledge: fc.constant([]),
  messages: fc.array(message, { maxLength: 14 }),
  tools: fc.constantFrom(
    [],
    [
      {
        name: "book",
        description: "Books. ".repeat(400),
        parameters: {},
        waitMessage: "One moment.",
        hasEffect: true,
        limitMs: 900,
      },
      { name: "end_call", description: "", parameters: { type: "object", properties: {}, additionalProperties: false } },
      {
        name: "look",
        description: "Looks.",
        parameters: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: {
            day: { $ref: "#/definitions/Day", description: "When" },
            kind: { const: "a" },
            n: { exclusiveMinimum: 0 },
          },
          definitions: { Day: { type: "string", pattern: "^2" } },
          additionalProperties: false,
        },
      },
    ],
  ),
  language: fc.constantFrom("en", "sw-KE"),
  localTime: fc.constant("2026-11-21T09:41:00+03:00"),
  settings: fc.constantFrom(
    { maxTokens: 200, temperature: 1.4, topP: 0.9 },
    { maxTokens: 1, temperature: 0, presencePenalty: 1 },
  ),
  callerNumber: fc.constantFrom("+254722000111", "anonymous"),
});
const request: fc.Arbitrary<ThinkRequest> = fc
  .tuple(begun, fc.boolean())
  .map(([asked, must]) => (must ? { ...asked, instructions: "Choose.", toolChoice: "required" } : asked));

const ADAPTERS = [
  [
    "OpenAI and the templates of Mistral and Gemma",
    () => createOpenAiModel({ baseUrl: server.baseUrl, model: "m" }),
    chat([{ content: "Yes." }]),
  ],
  [
    "Anthropic",
    () => createAnthropicModel({ baseUrl: new URL(server.baseUrl).origin, apiKey: "k", model: "m" }),
    streams(anthropicEvents([{ text: ["Yes."] }])),
  ],
  [
    "Gemini",
    () => createGeminiModel({ baseUrl: `${new URL(server.baseUrl).origin}/v1beta`, apiKey: "k", model: "gemini-3.8-flash" }),
    streams(geminiEvents([["Yes."]])),
  ],
  [
    "Ollama",
    () => createOllamaModel({ baseUrl: `${new URL(server.baseUrl).origin}/api`, model: "m" }),
    streamsLines(ollamaLines(["Yes."])),
  ],
] as const;

test.each(ADAPTERS)("%s: no request of any call is refused", async (_name, create, answer) => {
  server.answer = answer;
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      server.refused.length = 0;
      const said: string[] = [];
      try {
        for await (const thought of create().think(asked, new AbortController().signal)) said.push(thought.kind);
      } catch (cause) {
        throw new Error(`${JSON.stringify(server.refused)} of ${server.requests.at(-1)?.body.toString()}`, { cause });
      }
      return said.includes("text") && server.refused.length === 0;
    }),
    { numRuns: 1_000 },
  );
});

const user = { role: "user", content: "Hello" };
const call = (id: string) => ({ id, type: "function", function: { name: "book", arguments: "{}" } });
const OPENAI: readonly (readonly [string, object, RegExp])[] = [
  ["a field of ours", { messages: [user], waitMessage: "x" }, /Unknown parameter: 'waitMessage'/],
  [
    "a field of ours in a tool",
    { messages: [user], tools: [{ type: "function", function: { name: "a", limitMs: 1 } }] },
    /Unknown parameter: 'tools\[0\]\.function\.limitMs'/,
  ],
  ["an assistant that begins", { messages: [{ role: "assistant", content: "Hi" }, user] }, /must alternate/],
  ["a caller who speaks twice", { messages: [user, user] }, /must alternate/],
  [
    "a call without a result",
    { messages: [user, { role: "assistant", content: null, tool_calls: [call("call00001")] }] },
    /did not have response/,
  ],
  [
    "a result without a call",
    { messages: [user, { role: "tool", tool_call_id: "call00001", content: "x" }] },
    /must be a response/,
  ],
  [
    "an id of another model",
    {
      messages: [
        user,
        { role: "assistant", content: null, tool_calls: [call("toolu_1")] },
        { role: "tool", tool_call_id: "toolu_1", content: "" },
      ],
    },
    /length 9/,
  ],
];
const use = (id: string) => ({ type: "tool_use", id, name: "book", input: {} });
const asks = { role: "user", content: [{ type: "text", text: "Hello" }] };
const ANTHROPIC: readonly (readonly [string, object, RegExp])[] = [
  [
    "a field of ours",
    { messages: [asks], tools: [{ name: "a", input_schema: { type: "object" }, limitMs: 1 }] },
    /tools\.0\.limitMs: Extra inputs/,
  ],
  ["an assistant that begins", { messages: [{ ...asks, role: "assistant" }] }, /first message must use/],
  ["empty words", { messages: [{ role: "user", content: [{ type: "text", text: " " }] }] }, /non-whitespace/],
  [
    "a call without a result",
    { messages: [asks, { role: "assistant", content: [use("a")] }, asks] },
    /without `tool_result` blocks immediately after: a/,
  ],
];

test.each(OPENAI)("the OpenAI peer refuses %s", (_what, asked, says) => {
  const refusal = refusalOf("/v1/chat/completions", Buffer.from(JSON.stringify({ model: "m", ...asked })));
  expect(refusal).toMatchObject({
    status: 400,
    body: { error: { type: "invalid_request_error", message: expect.stringMatching(says) } },
  });
});

const says = { role: "user", parts: [{ text: "Hello" }] };
const calls = { role: "model", parts: [{ functionCall: { name: "book", args: {} }, thoughtSignature: "c2ln" }] };
const result = { functionResponse: { name: "book", response: { output: "x" } } };
const declares = (parameters: object) => ({
  contents: [says],
  tools: [{ functionDeclarations: [{ name: "a", description: "A", parametersJsonSchema: parameters }] }],
});
const object = { type: "object", properties: { day: { type: "string" } } };
const GEMINI: readonly (readonly [string, object, RegExp])[] = [
  ["a field of ours", { contents: [says], waitMessage: "x" }, /Unknown name "waitMessage": Cannot find field/],
  [
    "a field of ours in a tool",
    { contents: [says], tools: [{ functionDeclarations: [{ name: "a", description: "A", limitMs: 1 }] }] },
    /Unknown name "limitMs" at 'tools\[0\]\.function_declarations\[0\]'/,
  ],
  ["a dialect of schemas", declares({ ...object, $schema: "x" }), /Unknown name "\$schema"/],
  ["a keyword that it does not read", declares({ ...object, minProperties: 1 }), /Unknown name "minProperties"/],
  ["a tool without properties", declares({ type: "object", properties: {} }), /an object with properties/],
  ["a role of others", { contents: [{ ...says, role: "assistant" }] }, /valid role/],
  ["a model that begins", { contents: [{ ...says, role: "model" }, says] }, /begin with a user role/],
  ["a model that has the last word", { contents: [says, { ...says, role: "model" }] }, /ending with a model turn/],
  ["empty words", { contents: [{ role: "user", parts: [{ text: "" }] }] }, /must not be empty/],
  ["a call after the model's words", { contents: [says, { ...says, role: "model" }, calls, says] }, /function call turn comes/],
  ["a call without a result", { contents: [says, calls, says] }, /number of function response parts/],
  ["a result without a call", { contents: [says, { role: "user", parts: [result] }] }, /function response turn comes/],
  [
    "two results of a call",
    { contents: [says, calls, { role: "user", parts: [result, result] }] },
    /number of function response/,
  ],
  ["words beside a result", { contents: [says, calls, { role: "user", parts: [result, ...says.parts] }] }, /ending with a model/],
  [
    "a call without its signature",
    { contents: [says, { role: "model", parts: [{ functionCall: { name: "book" } }] }, { role: "user", parts: [result] }] },
    /missing a thought_signature/,
  ],
];

test.each(GEMINI)("the Gemini peer refuses %s", (_what, asked, message) => {
  const path = "/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse";
  expect(refusalOf(path, Buffer.from(JSON.stringify(asked)))).toMatchObject({
    status: 400,
    body: { error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringMatching(message) } },
  });
});

const booking = { role: "assistant", content: "", tool_calls: [{ function: { name: "book", arguments: {} } }] };
const booked = { role: "tool", tool_name: "book", content: "x" };
const OLLAMA: readonly (readonly [string, object, RegExp])[] = [
  ["a field of ours", { messages: [user], waitMessage: "x" }, /unknown field "waitMessage"/],
  ["an option that it has not", { messages: [user], options: { max_tokens: 9 } }, /unknown field "options\.max_tokens"/],
  [
    "arguments as text",
    { messages: [user, { ...booking, tool_calls: [{ function: { name: "b", arguments: "{}" } }] }] },
    /arguments/,
  ],
  ["a result without the name of its tool", { messages: [user, booking, { role: "tool", content: "x" }] }, /tool_name/],
  ["a result without a call", { messages: [user, booked] }, /no call of book/],
  ["a call without a result", { messages: [user, booking] }, /has no result/],
  ["a caller right after a tool", { messages: [user, booking, booked, user] }, /right after a tool/],
  ["an assistant that begins", { messages: [{ role: "assistant", content: "Hi" }] }, /must alternate/],
  ["a time without a unit", { messages: [user], keep_alive: "1" }, /invalid duration/],
];

test.each(OLLAMA)("the Ollama peer refuses %s", (_what, asked, error) => {
  const refusal = refusalOf("/api/chat", Buffer.from(JSON.stringify({ model: "m", ...asked })));
  expect(refusal).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
});

test.each(ANTHROPIC)("the Anthropic peer refuses %s", (_what, asked, says) => {
  const refusal = refusalOf("/v1/messages", Buffer.from(JSON.stringify({ model: "m", max_tokens: 9, ...asked })));
  expect(refusal?.body).toMatchObject({
    type: "error",
    error: { type: "invalid_request_error", message: expect.stringMatching(says) },
  });
});
