import { AgentDocument, afterCallOf } from "@ongea/contract";
import { expect, test } from "vitest";
import { later, withDetails, withTask } from "./later-tasks.ts";

const document = (tasks: readonly unknown[]) => AgentDocument.parse({ agent_config: { agent_name: "A", tasks } });

test("a task behind the call is switched on, written and switched off, and the others stay as they are", () => {
  const plain = document([{}, { task_type: "webhook", url: "https://x.example" }]);
  const on = document(withTask(plain, "extraction", true));
  expect(later(on, "extraction")).toBe("");
  expect(afterCallOf(on)).toEqual({});
  const written = document(withDetails(on, "extraction", "day: which day"));
  expect(afterCallOf(written)).toEqual({ extraction: "day: which day" });
  const both = document(withTask(written, "summarization", true));
  expect(afterCallOf(both)).toEqual({ summary: "", extraction: "day: which day" });
  const off = document(withTask(both, "extraction", false));
  expect(off.agent_config.tasks.map(({ task_type }) => task_type)).toEqual(["conversation", "webhook", "summarization"]);
});

test("what another program wrote in a task is kept when its details change", () => {
  const llm_agent = { agent_type: "x", llm_config: { model: "m", summarization_details: null } };
  const given = document([{}, { task_type: "summarization", tools_config: { llm_agent, more: 1 }, own: true }]);
  expect(withDetails(given, "summarization", "In Swahili.")[1]).toMatchObject({
    own: true,
    tools_config: { more: 1, llm_agent: { agent_type: "x", llm_config: { model: "m", summarization_details: "In Swahili." } } },
  });
});
