import { AgentDocument, valueAt } from "@ongea/contract";
import { expect, test } from "vitest";
import { LANGUAGE_PATHS, PROVIDER_PATHS } from "./controls.ts";
import { freshDocument } from "./fresh-document.ts";

const tools = {
  llm_agent: { llm_config: { model: "gpt-4.1-mini" } },
  synthesizer: { provider_config: { voice: "Kajal" } },
  transcriber: { provider: "deepgram" },
};
const template = AgentDocument.parse({
  agent_config: { agent_name: "Desk", tasks: [{ task_type: "conversation", tools_config: tools }] },
});
const named = (connected: readonly string[]): unknown[] => {
  const document = freshDocument(template, new Set(connected));
  return [...PROVIDER_PATHS, LANGUAGE_PATHS.voice].map((path) => valueAt(document, path));
};

test("a new agent names no model, recogniser or voice of a service that nobody has connected", () => {
  expect(named([])).toEqual(["default", "default", "default", ""]);
});

test("what is connected stays as the template names it", () => {
  expect(named(["openai", "deepgram"])).toEqual(["openai", "default", "deepgram", ""]);
  expect(named(["openai", "polly", "deepgram"])).toEqual(["openai", "polly", "deepgram", "Kajal"]);
});
