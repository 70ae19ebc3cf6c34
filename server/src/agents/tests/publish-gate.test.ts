import { AgentDocument, AgentTestDraft, type AgentTestResult } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "../documents/agents.ts";
import type { AgentKey } from "../documents/saving.ts";
import { createPublishGate, neededRun, suiteOf } from "./publish-gate.ts";
import { createAgentTestStore, type AgentTestRow, type AgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";

const AMINA = { by: "Amina" };
const NO_WORDS = { name: "", note: "" };
const GREETS = AgentTestDraft.parse({ name: "Greets", lines: ["Hello"], checks: [{ kind: "ended" }] });

let database: TestDatabase;
let agents: Agents;
let store: AgentTestStore;
let key: AgentKey;
let of: { workspaceId: string; agentId: string };

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createAgentTestStore(database);
  agents = createAgents(database, "a secret of tests", createPublishGate(store));
});
beforeEach(async () => {
  const workspaceId = await openTestWorkspace(database);
  key = { workspaceId, id: (await agents.create(workspaceId, saying("Live"), AMINA)).id };
  of = { workspaceId, agentId: key.id };
  await agents.setPublishing(key, { needsTests: true });
  await agents.saveDraft(key, saying("Drafted"), AMINA);
});
afterAll(() => database.close());

test("without tests, and before they ran on exactly this draft, nothing goes live", async () => {
  await expect(publish()).rejects.toMatchObject({ code: "agent_test.none" });
  await store.add(of, GREETS);
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_needed" });
  await ran(saying("Another draft"), "passed");
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_needed" });
  await ran(saying("Drafted"), "passed");
  expect(await publish()).toMatchObject({ version: 2, isChanged: true });
});

test("it is refused with the names of the tests that fail, until they pass", async () => {
  await store.add(of, GREETS);
  await ran(saying("Drafted"), "failed");
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_failed", fields: { failed_tests: ["Greets"] } });
  await ran(saying("Drafted"), "running");
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_running" });
  await ran(saying("Drafted"), "passed");
  expect(await publish()).toMatchObject({ version: 2 });
});

test("a test that is written anew or added must pass, too; a run of some tests is not enough", async () => {
  const greets = await store.add(of, GREETS);
  const other = await store.add(of, { ...GREETS, name: "Other" });
  await ran(saying("Drafted"), "passed", { tests: [greets] });
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_needed" });
  await ran(saying("Drafted"), "passed", { tests: [greets, other] });
  await store.change(of, other.id, { ...GREETS, name: "Changed" });
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_needed" });
});

test("a test that needs it must pass by voice, too; how the others went by voice does not count", async () => {
  const voice = { caller: "SLT (flite)", stt: "PocketSphinx" };
  const spoken = await store.add(of, { ...GREETS, name: "Spoken", needs_voice: true });
  await store.add(of, GREETS);
  const needed = () => neededRun(store, of, agents.fingerprint(saying("Drafted")));
  expect(await needed()).toMatchObject({ byVoice: false, tests: [{ id: spoken.id }, {}] });
  await ran(saying("Drafted"), "passed");
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_needed" });
  expect(await needed()).toMatchObject({ byVoice: true, tests: [{ id: spoken.id }] });
  await ran(saying("Drafted"), "failed", { voice, failing: ["Spoken"] });
  await expect(publish()).rejects.toMatchObject({ code: "agent.tests_failed", fields: { failed_tests: ["Spoken"] } });
  await ran(saying("Drafted"), "failed", { voice, failing: ["Greets"] });
  expect(await publish()).toMatchObject({ version: 2 });
});

test("it holds at every way in: what replaces, changes or restores the agent is refused as well", async () => {
  await store.add(of, GREETS);
  const patch = { agent_config: { agent_welcome_message: "Patched" }, agent_prompts: {} };
  await expect(agents.replace(key, saying("Replaced"), AMINA)).rejects.toMatchObject({ code: "agent.tests_needed" });
  await expect(agents.change(key, patch, AMINA)).rejects.toMatchObject({ code: "agent.tests_needed" });
  await agents.publish(key, { ...AMINA, isOverridden: true }, NO_WORDS);
  await expect(agents.restore(key, 1, AMINA)).rejects.toMatchObject({ code: "agent.tests_needed" });
  // What changes nothing needs no tests.
  expect(await agents.replace(key, saying("Drafted"), AMINA)).toMatchObject({ isChanged: false });
});

test("the order of a document's keys makes no other document", () => {
  const { agent_config, agent_prompts } = saying("Drafted");
  const turned = { agent_prompts, agent_config: Object.fromEntries(Object.entries(agent_config).toReversed()) };
  expect(agents.fingerprint(AgentDocument.parse(turned))).toBe(agents.fingerprint(saying("Drafted")));
  expect(agents.fingerprint(saying("Other"))).not.toBe(agents.fingerprint(saying("Drafted")));
});

const publish = () => agents.publish(key, AMINA, NO_WORDS);

interface Ran {
  tests?: readonly AgentTestRow[];
  voice?: AgentTestRunRow["voice"];
  /** Names; absent: all, where the run failed. */
  failing?: readonly string[];
}

async function ran(document: AgentDocument, state: AgentTestRunRow["state"], { tests, voice = null, failing }: Ran = {}) {
  const all = tests ?? (await store.tests(of));
  const suite = suiteOf(all);
  const tried = { version: null, fingerprint: agents.fingerprint(document), suite };
  const { id } = await store.addRun(of, { ...tried, model: "rules", voice, tests: all.length });
  await store.changeRun(of, id, {
    state,
    results: all.map((one) => resultOf(one, failing ? !failing.includes(one.draft.name) : state === "passed")),
  });
}

function resultOf({ id, draft: { name } }: AgentTestRow, passed: boolean): AgentTestResult {
  return { test_id: id, name, passed, failed_checks: [], problem: null, lines: [], turns: 1, duration_ms: 1 };
}

function saying(agent_welcome_message: string): AgentDocument {
  return AgentDocument.parse({ agent_config: { agent_name: "Desk", agent_welcome_message } });
}
