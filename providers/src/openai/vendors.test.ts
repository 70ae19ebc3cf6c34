import type { ThinkRequest } from "@ongea/conversation";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { azureAccess } from "../azure/access.ts";
import { createLanguageModel, createRecogniser } from "../create.ts";
import { languageModelSettings, type LanguageModelSettings } from "../settings.ts";
import { listenWith } from "../testing/hear-utterance.ts";
import { chat, refuses, startOpenAiServer, type OpenAiServer } from "../testing/openai-server.ts";

const SECRET = "canary-0123456789abcdef";
const AZURE = `https://ongea.openai.azure.com|${SECRET}`;

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiServer();
});
afterAll(() => server.close());
beforeEach(() => void (server.requests.length = 0));

const request: ThinkRequest = {
  instructions: "You are the front desk of Lamu House.",
  knowledge: [],
  messages: [{ role: "caller", text: "Hello" }],
  tools: [],
  language: "en-KE",
  localTime: "2026-11-21T09:41:00+03:00",
  settings: { maxTokens: 200, temperature: 0.3 },
};

async function said(settings: LanguageModelSettings): Promise<string> {
  let text = "";
  for await (const thought of createLanguageModel(settings, {}).think(request, new AbortController().signal))
    if (thought.kind === "text") text += thought.text;
  return text;
}

test.each([
  [
    { use: "openrouter", model: "openai/gpt-4.1-mini" },
    "/v1/chat/completions",
    { authorization: `Bearer ${SECRET}`, "x-title": "Ongea" },
  ],
  [{ use: "groq", model: "llama-3.3-70b-versatile" }, "/v1/chat/completions", { authorization: `Bearer ${SECRET}` }],
  [{ use: "sarvam" }, "/v1/chat/completions", { authorization: `Bearer ${SECRET}`, "api-subscription-key": SECRET }],
] as const)("%j is asked at its address in its own way", async (settings, path, headers) => {
  server.answer = chat([{ content: "Yes" }]);
  expect(await said({ ...settings, apiKey: SECRET, baseUrl: server.baseUrl })).toBe("Yes");
  expect(server.requests[0]).toMatchObject({ path, headers });
});

test("Azure is asked by its key's header, at the address without versions or at that of a deployment", async () => {
  server.answer = chat([{ content: "Yes" }]);
  const baseUrl = new URL(server.baseUrl).origin;
  const azure = { use: "azure-openai", apiKey: AZURE, model: "front desk", baseUrl } as const;
  expect(await said(azure)).toBe("Yes");
  expect(await said({ ...azure, apiVersion: "2024-10-21" })).toBe("Yes");
  const [latest, versioned] = server.requests;
  expect(latest).toMatchObject({ path: "/openai/v1/chat/completions", headers: { "api-key": SECRET } });
  expect(latest?.headers.authorization).toBeUndefined();
  expect(versioned?.path).toBe("/openai/deployments/front%20desk/chat/completions?api-version=2024-10-21");
});

test("the key of an Azure connection names a resource of Azure and nothing else", () => {
  expect(azureAccess(AZURE)).toEqual({ endpoint: "https://ongea.openai.azure.com", apiKey: SECRET });
  expect(azureAccess(` https://ongea.openai.azure.com/openai/ | ${SECRET} `)?.endpoint).toBe("https://ongea.openai.azure.com");
  for (const wrong of [
    SECRET,
    `|${SECRET}`,
    "https://ongea.openai.azure.com|",
    `http://ongea.openai.azure.com|${SECRET}`,
    `https://127.0.0.1|${SECRET}`,
    `https://ongea.openai.azure.com.evil.example|${SECRET}`,
    `https://a:b@ongea.openai.azure.com|${SECRET}`,
    `https://ongea.openai.azure.com:8443|${SECRET}`,
    `${AZURE}|more`,
  ]) {
    expect(azureAccess(wrong)).toBeUndefined();
    const { error } = languageModelSettings.safeParse({ use: "azure-openai", apiKey: wrong, model: "m" });
    expect(String(error)).not.toContain(SECRET);
    expect(error).toBeDefined();
  }
});

test("Groq hears with Whisper", async () => {
  server.answer = (response) => void response.end(JSON.stringify({ text: "good morning" }));
  const ears = createRecogniser({ use: "groq", apiKey: SECRET, baseUrl: server.baseUrl }, {});
  expect((await listenWith(ears).hear(new Int16Array(16_000))).words.text).toBe("good morning");
  expect(server.requests[0]?.path).toBe("/v1/audio/transcriptions");
});

test("a service that repeats the key in its refusal does not make us tell it", async () => {
  server.answer = refuses(400, `Incorrect API key ${SECRET.slice(0, 12)}… provided: ${SECRET}; ${"x".repeat(160)}${SECRET}`);
  const failure = await said({ use: "groq", model: "m", apiKey: SECRET, baseUrl: server.baseUrl }).catch(String);
  expect(failure).toContain("the provider answered 400");
  expect(failure).not.toContain(SECRET.slice(0, 8));
  expect(failure).not.toContain(SECRET.slice(-8));
});
