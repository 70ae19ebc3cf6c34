import { AgentDocument } from "@ongea/contract";
import { expect, test } from "vitest";
import { choose, type Services } from "../../engines/speech-hosts/choices.ts";
import { languageModelFor, UNFIT_AFTERWARDS } from "./language-model.ts";

const document = AgentDocument.parse({ agent_config: { agent_name: "Front desk" } });
const of = { workspaceId: "w", document };
const service = { baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3:1.7b", apiKey: "k", firstWordsMs: 3_000 };

function modelFor(model: Services["model"], isAdmitted = true) {
  const connections = { lend: async () => ({ recognisers: [], languageModels: [], voices: [], missing: [] }) };
  const parts = { connections, choices: choose({ model }, []), admissions: { has: async () => isAdmitted } };
  return languageModelFor(parts, of, UNFIT_AFTERWARDS);
}

test.each(["leads", "interprets"] as const)("a model that %s judges and summarises calls", async (role) => {
  expect(await modelFor({ ...service, role })).toMatchObject({
    use: "openai",
    baseUrl: service.baseUrl,
    apiKey: "k",
    model: "qwen3:1.7b",
  });
});

test("a workspace that may not use the installation's services has no such model, and rules alone judge nothing", async () => {
  expect(await modelFor({ ...service, role: "interprets" }, false)).toBeUndefined();
  expect(await modelFor(undefined)).toBeUndefined();
});
