import { randomUUID } from "node:crypto";
import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { createKnowledgeOfAgents } from "../plan/knowledge.ts";
import type { TestedAgentParts } from "../tests/tested-agent.ts";
import { answerOf } from "./answer-route.ts";

const PASSAGES = [
  {
    itemId: "sheet",
    position: 0,
    title: "Loan sheet",
    heading: "Emergency loan",
    score: 1,
    page: 3,
    lastPage: 4,
    text: "Emergency loan\n\nThe emergency loan costs 2 percent a month. It is paid out within 24 hours.",
  },
];

function parts({ lent = {}, models = [{ use: "guided" }] }: { lent?: object; models?: readonly object[] } = {}) {
  const nothing = { recognisers: [], languageModels: [], voices: [], problems: [] };
  return {
    models: () => ({
      connections: { lend: async () => ({ ...nothing, ...lent }) },
      choices: { recognisers: [], voices: [], languageModels: models.map((settings) => ({ settings, languages: ["en"] })) },
      admissions: { has: async () => true },
    }),
    knowledge: createKnowledgeOfAgents({ mayKnow: () => true, find: async () => PASSAGES, whole: async () => PASSAGES }),
    timeZone: "Africa/Nairobi",
    country: "KE",
  } as unknown as TestedAgentParts;
}

function agent(prompt = "You answer for Mavuno SACCO.") {
  const document = AgentDocument.parse({
    agent_config: { agent_name: "Mavuno", agent_welcome_message: "Hello." },
    agent_prompts: { task_1: { system_prompt: prompt } },
  });
  return { id: randomUUID(), workspaceId: randomUUID(), document, saved: document, version: 1 };
}

test("the rules answer a question from the knowledge with a whole sentence, and name what it comes from", async () => {
  const said = await answerOf(agent(), "What does the emergency loan cost?", parts());
  expect(said).toMatchObject({ model: null, sources: ["Loan sheet, p. 3–4"], language: "en-US" });
  expect(said.text).toMatch(/^The emergency loan costs 2 percent a month\./);
});

test("what nothing is known of is said so, and signs alone are answered", async () => {
  const said = await answerOf(agent(), "Do you sell bicycles?", parts());
  expect(said.text).not.toContain("loan costs");
  expect(said.sources).toEqual([]);
  expect((await answerOf(agent(), "???", parts())).text?.length).toBeGreaterThan(0);
});

test("a language model is named instead of an answer, and not asked", async () => {
  const settings = { use: "openai", baseUrl: "http://127.0.0.1:9/v1", apiKey: "secret", model: "gpt-4.1-mini" };
  const unanswered = { text: null, sources: [], language: "en-US" };
  expect(await answerOf(agent(), "When?", parts({ models: [settings] }))).toEqual({ ...unanswered, model: "gpt-4.1-mini" });
  const local = { use: "local", model: "smol" };
  expect(await answerOf(agent(), "When?", parts({ models: [local, { use: "guided" }] }))).toEqual({
    ...unanswered,
    model: "smol",
  });
  const realtime = { use: "openai", model: "gpt-realtime" };
  expect(await answerOf(agent(), "When?", parts({ lent: { realtime } }))).toEqual({ ...unanswered, model: "gpt-realtime" });
});
