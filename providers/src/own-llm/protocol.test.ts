import { expect, test } from "vitest";
import { startOpenAiServer } from "../testing/openai-server.ts";
import { createModelAt } from "./model-at.ts";
import { baseUrlAt, modelListAt, protocolAt, serviceOf } from "./protocol.ts";

test.each([
  ["https://generativelanguage.googleapis.com", "gemini", "https://generativelanguage.googleapis.com/v1beta"],
  ["https://generativelanguage.googleapis.com/v1beta/", "gemini", "https://generativelanguage.googleapis.com/v1beta"],
  [
    "https://generativelanguage.googleapis.com/v1beta/openai/",
    "openai",
    "https://generativelanguage.googleapis.com/v1beta/openai/",
  ],
  ["https://generativelanguage.googleapis.com/v1", "gemini", "https://generativelanguage.googleapis.com/v1beta"],
  ["https://gateway.example.com/v1beta", "gemini", "https://gateway.example.com/v1beta"],
  ["https://api.openai.com/v1", "openai", "https://api.openai.com/v1"],
  ["http://10.0.0.4:8080/api", "openai", "http://10.0.0.4:8080/api"],
  ["http://127.0.0.1:11434", "ollama", "http://127.0.0.1:11434/api"],
  ["http://127.0.0.1:11434/api/", "ollama", "http://127.0.0.1:11434/api"],
  ["http://127.0.0.1:11434/v1/", "openai", "http://127.0.0.1:11434/v1/"],
  ["https://llm.example.com/ollama/api/chat", "ollama", "https://llm.example.com/ollama/api"],
])("%s speaks the protocol of %s", (address, protocol, base) => {
  expect([protocolAt(address), baseUrlAt(address)]).toEqual([protocol, base]);
  expect(serviceOf({ use: "openai", baseUrl: address })).toBe(protocol);
});

test.each(["/api/chat", "/v1beta", "/v1"])(
  "a private address that ends in %s is not reached unless it is allowed",
  async (path) => {
    const server = await startOpenAiServer();
    const baseUrl = `${new URL(server.baseUrl).origin}${path}`;
    const settings = { maxTokens: 9, temperature: 0 };
    const asked = { instructions: "", knowledge: [], messages: [], tools: [], language: "en", localTime: "", settings };
    const failure = async (allowedPrivate: readonly string[]): Promise<string> => {
      const llm = createModelAt({ baseUrl, apiKey: "k", model: "m", allowedPrivate });
      llm.warm?.();
      try {
        for await (const _ of llm.think(asked, AbortSignal.timeout(5_000)));
        return "none";
      } catch (error) {
        return String(error);
      }
    };
    expect(await failure([])).toContain("can't be reached");
    expect(server.requests).toEqual([]);
    expect(await failure(["127.0.0.1"])).toContain("answered 404");
    await server.close();
  },
);

test("a vendor keeps its name, wherever it is asked", () => {
  expect(serviceOf({ use: "anthropic", baseUrl: "https://generativelanguage.googleapis.com" })).toBe("anthropic");
  expect(serviceOf({ use: "openai" })).toBe("openai");
});

test("each lists its models in its own way, and takes its key so", () => {
  const gemini = modelListAt("https://generativelanguage.googleapis.com", "k");
  expect(gemini).toMatchObject({
    url: new URL("https://generativelanguage.googleapis.com/v1beta/models"),
    headers: { "x-goog-api-key": "k" },
    refusals: [400, 401, 403],
  });
  expect(gemini.modelsIn({ models: [{ name: "models/gemini-3.8-flash" }] })).toEqual(["gemini-3.8-flash"]);
  expect([gemini.modelsIn({}), gemini.modelsIn({ models: "x" }), gemini.modelsIn("no")]).toEqual([[], undefined, undefined]);
  const ollama = modelListAt("http://127.0.0.1:11434/api");
  expect([ollama.url.href, ollama.headers]).toEqual(["http://127.0.0.1:11434/api/tags", {}]);
  expect(ollama.modelsIn({ models: [{ name: "qwen3:4b", size: 9 }] })).toEqual(["qwen3:4b"]);
  const openai = modelListAt("http://127.0.0.1:8080/v1/");
  expect(openai).toMatchObject({ url: new URL("http://127.0.0.1:8080/v1/models"), headers: {} });
  expect([openai.modelsIn({ data: [{ id: "a" }] }), openai.modelsIn({ data: null }), openai.modelsIn(7)]).toEqual([
    ["a"],
    [],
    undefined,
  ]);
});
