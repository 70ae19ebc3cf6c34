import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { agentFileName, readAgentFile, writeAgentFile } from "./agent-file.ts";

const DOCUMENT = AgentDocument.parse({
  agent_config: { agent_name: "Mapokezi: ofisi", agent_welcome_message: "Habari,\nnikusaidie nini? Yes: no # 08:00" },
  agent_prompts: { task_1: { system_prompt: "You are the reception.\n\n- We open at 08:00.\n- እንኳን ደህና መጡ\n" } },
});

test.each(["json", "yaml"] as const)("an agent that was written as %s is read back the same", (kind) => {
  expect(readAgentFile(writeAgentFile(DOCUMENT, kind))).toEqual(DOCUMENT);
});

test("an agent as the API reads it is an agent, without what the server adds", () => {
  const { agent_config, agent_prompts } = DOCUMENT;
  const read = {
    ...agent_config,
    agent_prompts,
    id: crypto.randomUUID(),
    agent_status: "processed",
    version: 4,
    phone_numbers: ["+1"],
  };
  expect(readAgentFile(JSON.stringify(read))).toEqual(DOCUMENT);
});

test("references to secrets are in no file, and are not read from one", () => {
  const secret = "hidden:0123456789abcdef";
  const config = { ...DOCUMENT.agent_config, agent_welcome_message: secret };
  const document = { ...DOCUMENT, agent_config: config };
  expect(writeAgentFile(document, "yaml")).not.toContain(secret);
  expect(readAgentFile(JSON.stringify(document))?.agent_config.agent_welcome_message).toBe("");
});

test.each(["", "hello", "[1, 2]", "{", "a: [", "name: x", '{"agent_config": 7}', "a: &a [*a, *a]", "\u0000"])(
  "%j holds no agent",
  (text) => {
    expect(readAgentFile(text)).toBeUndefined();
  },
);

test("aliases that would grow without end are refused", () => {
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
  for (const [at, name] of [..."bcdefghi"].entries()) bomb.push(`${name}: &${name} [${`*${"abcdefghi"[at]}, `.repeat(9)}x]`);
  expect(readAgentFile(bomb.join("\n"))).toBeUndefined();
});

test("a file is named after its agent", () => {
  expect(agentFileName("Front desk / Nairobi", "yaml")).toBe("front-desk-nairobi.yaml");
  expect(agentFileName("የፊት ቢሮ", "json")).toBe("የፊት-ቢሮ.json");
  expect(agentFileName("//", "json")).toBe("agent.json");
});
