import { AgentDocument, CallSettings, conversationOf } from "@ongea/contract";
import { expect, test } from "vitest";
import type { StoredAgent } from "../documents/store.ts";
import { withSettings } from "./with-settings.ts";

const document = AgentDocument.parse({ agent_config: { agent_name: "Front desk" } });
const agent = { id: "1", document } as StoredAgent;

test("settings of one call stand where the assistant's own stand, which stays as it is", () => {
  const settings = CallSettings.parse({
    incremental_delay: 1_500,
    endpointing: 500,
    number_of_words_for_interruption: 5,
    temperature: 1,
    model: "other",
    transcriber_model: "ears",
    voice: "Kal",
  });
  const { task_config, tools_config } = conversationOf(withSettings(agent, settings).document);
  expect(task_config).toMatchObject({ incremental_delay: 1_500, number_of_words_for_interruption: 5, hangup_after_silence: 10 });
  expect(tools_config).toMatchObject({
    transcriber: { endpointing: 500, model: "ears" },
    llm_agent: { llm_config: { temperature: 1, model: "other", max_tokens: 150 } },
    synthesizer: { provider_config: { voice: "Kal", language: "en-US" } },
  });
  expect(agent.document).toEqual(AgentDocument.parse({ agent_config: { agent_name: "Front desk" } }));
  expect(AgentDocument.parse(withSettings(agent, settings).document)).toEqual(withSettings(agent, settings).document);
});

test("without any the assistant is the same", () => {
  expect(withSettings(agent)).toBe(agent);
  expect(withSettings(agent, {})).toBe(agent);
});

test("what is out of range, and what else an assistant has, is not taken", () => {
  expect(CallSettings.safeParse({ incremental_delay: 7 }).success).toBe(false);
  expect(CallSettings.safeParse({ api_tools: {} }).success).toBe(false);
});
