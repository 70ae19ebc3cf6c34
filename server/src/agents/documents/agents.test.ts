import { AgentDocument, conversationOf, RANGES } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "./agents.ts";
import { agentsAfterCalls } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

const BY = { by: "Amina" };

let database: TestDatabase;
let agents: Agents;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
});
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
});
afterAll(() => database.close());

test("an agent of which only the name is given has the defaults", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Evening line" }), BY);
  const agent = await agents.read(workspaceId, id);
  const { tools_config, task_config } = conversationOf(agent.document);
  expect(agent).toMatchObject({ status: "draft", version: 1, savedBy: "Amina" });
  expect(tools_config.llm_agent.llm_config).toMatchObject({ model: "gpt-3.5-turbo", max_tokens: 150, temperature: 0.1 });
  expect(tools_config.transcriber).toMatchObject({ model: "nova-3", sampling_rate: 16_000 });
  expect(tools_config.synthesizer.provider).toBe("polly");
  expect(task_config).toMatchObject({ hangup_after_silence: 10, call_terminate: 90 });
});

test("a stored document whose tasks are no list has none after a call, and the others of its workspace keep theirs", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Odd" }), BY);
  const later = await agents.create(workspaceId, document({ agent_name: "Two", tasks: [{}, { task_type: "extraction" }] }), BY);
  const told = async () => (await agentsAfterCalls(database.of(workspaceId), workspaceId, [id, later.id])).tasks;
  for (const tasks of ['{"0": {}}', '"none"', "null", "[]", "[{}]"]) {
    await database.asOwner(`update agents set config = jsonb_set(config, '{tasks}', '${tasks}') where id = '${id}'`);
    expect([tasks, await told()]).toEqual([tasks, new Set([later.id])]);
  }
});

test("the templates have the numbers of the specification", () => {
  for (const { document: template } of TEMPLATES) {
    const { tools_config, task_config, system_prompt } = conversationOf(template);
    expect(tools_config.llm_agent.llm_config).toMatchObject({ max_tokens: 332, temperature: 0.2 });
    expect(tools_config.synthesizer.buffer_size).toBe(232);
    expect(task_config).toMatchObject({ hangup_after_silence: 13, incremental_delay: 900, call_terminate: 180 });
    expect(system_prompt).toMatch(/at most 2 sentences/);
  }
});

test("keys that nobody knows are kept, also those of tasks after the call", async () => {
  const given = document({
    agent_name: "Kept",
    calling_guardrails: { call_start_hour: 9 },
    tasks: [
      { vendor: "x", task_config: { optimize_latency: true } },
      { task_type: "summarization", tools_config: { a: 1 } },
    ],
  });
  const { id } = await agents.create(workspaceId, given, BY);
  await agents.change({ workspaceId, id }, patch({ agent_welcome_message: "Karibu" }), BY);
  const { agent_config } = (await agents.read(workspaceId, id)).document;
  expect(agent_config).toMatchObject({
    agent_welcome_message: "Karibu",
    calling_guardrails: { call_start_hour: 9 },
    tasks: [
      { vendor: "x", task_config: { optimize_latency: true } },
      { task_type: "summarization", tools_config: { a: 1 } },
    ],
  });
});

test.each([
  ["task_config", "hangup_after_silence"],
  ["task_config", "incremental_delay"],
  ["task_config", "number_of_words_for_interruption"],
  ["task_config", "call_terminate"],
  ["task_config", "trigger_user_online_message_after"],
  ["task_config", "inbound_limit"],
  ["tools_config.transcriber", "endpointing"],
  ["tools_config.synthesizer", "buffer_size"],
  ["tools_config.llm_agent.llm_config", "max_tokens"],
  ["tools_config.llm_agent.llm_config", "temperature"],
] as const)("%s.%s is refused outside its range, with the field's place, and changes nothing", async (place, name) => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Ranges" }), BY);
  const { least, most } = RANGES[name];
  const path = [...place.split("."), name];
  const at = (value: number) => patch({ tasks: [path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)] });
  for (const value of [least - 1, most + 1])
    await expect(agents.change({ workspaceId, id }, at(value), BY)).rejects.toMatchObject({
      code: "request.invalid",
      detail: [{ loc: ["body", "agent_config", "tasks", 0, ...path], msg: `must be from ${least} to ${most}` }],
    });
  for (const value of [least, most]) await agents.change({ workspaceId, id }, at(value), BY);
  expect((await agents.read(workspaceId, id)).version).toBe(3);
});

test("of two who edit one agent, the second is told who was first and when, and nothing is overwritten", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Shared" }), BY);
  const key = { workspaceId, id };
  const replies = await Promise.allSettled([
    agents.replace(key, document({ agent_name: "Amina's" }), { by: "Amina", version: 1 }),
    agents.replace(key, document({ agent_name: "Baraka's" }), { by: "Baraka", version: 1 }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const agent = await agents.read(workspaceId, id);
  const refused = replies.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: "agent.changed_meanwhile" });
  const [{ msg }] = (refused.reason as { detail: [{ msg: string }] }).detail;
  expect(msg).toBe(`Version 2 was saved by ${agent.savedBy} at ${agent.updatedAt.toISOString()}`);
  expect(agent).toMatchObject({ version: 2, document: { agent_config: { agent_name: `${agent.savedBy}'s` } } });
});

test("every save keeps what was before; an earlier version is saved anew as the newest", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "One" }), BY);
  const key = { workspaceId, id };
  await agents.replace(key, document({ agent_name: "Two" }), { by: "Baraka" });
  expect(await agents.replace(key, document({ agent_name: "Two" }), BY)).toMatchObject({ version: 2, isChanged: false });
  await agents.restore(key, 1, BY);
  expect((await agents.versions(key)).map(({ version, savedBy }) => [version, savedBy])).toEqual([
    [3, "Amina"],
    [2, "Baraka"],
    [1, "Amina"],
  ]);
  const { document: second, inForce } = await agents.version(key, 2);
  expect([second.agent_config.agent_name, inForce.agent_config.agent_name]).toEqual(["Two", "One"]);
  await expect(agents.restore(key, 9, BY)).rejects.toMatchObject({ code: "agent.version_not_found" });
});

test("the versions of one agent do not grow without end", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Many" }), BY);
  for (let at = 0; at < 110; at++) await agents.change({ workspaceId, id }, patch({ agent_welcome_message: String(at) }), BY);
  const versions = await agents.versions({ workspaceId, id });
  expect(versions).toHaveLength(101);
  expect(versions[0]!.version).toBe(111);
});

test("of a large document fewer versions are kept", async () => {
  const prompt = { task_1: { system_prompt: "x".repeat(190_000) } };
  const { id } = await agents.create(workspaceId, document({ agent_name: "Large" }), BY);
  for (let at = 0; at < 30; at++)
    await agents.change({ workspaceId, id }, { agent_config: { agent_welcome_message: String(at) }, agent_prompts: prompt }, BY);
  expect((await agents.versions({ workspaceId, id })).length).toBeLessThan(25);
});

test("a document does not grow without end by small changes", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Grows" }), BY);
  const key = { workspaceId, id };
  const grow = (at: number) => agents.change(key, patch({ [`note_${at}`]: "x".repeat(150_000) }), BY);
  await grow(1);
  await grow(2);
  await expect(grow(3)).rejects.toMatchObject({ code: "request.too_large" });
  expect((await agents.read(workspaceId, id)).document.agent_config).not.toHaveProperty("note_3");
});

test("an agent that is deleted is gone, and what it did stays", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Gone" }), BY);
  await expect(agents.remove({ workspaceId, id }, 7)).rejects.toMatchObject({ code: "agent.changed_meanwhile" });
  await agents.remove({ workspaceId, id });
  await expect(agents.read(workspaceId, id)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(agents.remove({ workspaceId, id })).rejects.toMatchObject({ code: "agent.not_found" });
  expect(await agents.all(workspaceId)).toEqual([]);
  expect(await agents.find(workspaceId, "Gone")).toBeUndefined();
});

test("an agent that was deleted is brought back as it was, with its versions", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Missed" }), BY);
  const key = { workspaceId, id };
  await agents.change(key, patch({ agent_welcome_message: "Karibu" }), BY);
  await agents.remove(key);
  expect(await agents.deleted(workspaceId)).toMatchObject([{ id, name: "Missed" }]);
  expect(await agents.bringBack(key)).toEqual({ name: "Missed", isChanged: true });
  expect(await agents.bringBack(key)).toEqual({ name: "Missed", isChanged: false });
  expect(await agents.read(workspaceId, id)).toMatchObject({
    version: 2,
    document: { agent_config: { agent_welcome_message: "Karibu" } },
  });
  expect(await agents.versions(key)).toHaveLength(2);
  expect(await agents.deleted(workspaceId)).toEqual([]);
});

test("an agent that was deleted more than thirty days ago is not brought back, nor is another workspace's", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Long gone" }), BY);
  await agents.remove({ workspaceId, id });
  const theirs = { workspaceId: await openTestWorkspace(database), id };
  await expect(agents.bringBack(theirs)).rejects.toMatchObject({ code: "agent.not_found" });
  await database.query("update agents set deleted_at = now() - interval '31 days' where id = $1", [id]);
  expect(await agents.deleted(workspaceId)).toEqual([]);
  await expect(agents.bringBack({ workspaceId, id })).rejects.toMatchObject({ code: "agent.not_found" });
});

test("what a client has read can be written back as it is", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Back", version: 12, phone_numbers: ["1001"] }), BY);
  expect((await agents.read(workspaceId, id)).document.agent_config).not.toHaveProperty("phone_numbers");
});

test("nobody sees or changes an agent of another workspace", async () => {
  const { id } = await agents.create(workspaceId, document({ agent_name: "Ours" }), BY);
  const key = { workspaceId: await openTestWorkspace(database), id };
  await expect(agents.change(key, patch({ agent_name: "Theirs" }), BY)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(agents.versions(key)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(agents.remove(key)).rejects.toMatchObject({ code: "agent.not_found" });
});

test("one that is ordered twice under one id is made once", async () => {
  const id = "33333333-3333-8333-8333-333333333333";
  for (let time = 0; time < 2; time++) await agents.create(workspaceId, document({ agent_name: "Once" }), { ...BY, id });
  expect(await agents.all(workspaceId)).toHaveLength(1);
});

function document(config: Record<string, unknown>): AgentDocument {
  return AgentDocument.parse({ agent_config: config });
}

function patch(config: Record<string, unknown>) {
  return { agent_config: config, agent_prompts: {} };
}
