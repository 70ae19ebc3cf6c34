import { AgentDocument } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "../agents.ts";
import type { AgentKey } from "../saving.ts";
import { armFor } from "./arm.ts";
import type { SplitResults } from "./splits.ts";

const AMINA = { by: "Amina" };
const NUMBER = { kind: "number", target: "+254301111111" } as const;
const GOAL = { kind: "tool", name: "book_appointment" } as const;

let database: TestDatabase;
let agents: Agents;
let key: AgentKey;
let counted: SplitResults;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
  agents.splits.join(async () => counted);
});
beforeEach(async () => {
  const workspaceId = await openTestWorkspace(database);
  key = { workspaceId, id: (await agents.create(workspaceId, saying("First"), AMINA)).id };
  agents.choices.join("number", async () => key.id);
  await agents.replace(key, saying("Second"), AMINA);
  counted = { used: { calls: 0, reached: 0 }, tried: { calls: 0, reached: 0 } };
});
afterAll(() => database.close());

test("so many percent of the people get the version that is tried, each the same one however their number is written", async () => {
  await start(30);
  const agent = await agents.read(key.workspaceId, key.id, { chooser: NUMBER });
  const heard = (person: string) => armFor(agent, person).document.agent_config.agent_welcome_message;
  const people = Array.from({ length: 2_000 }, (_none, at) => `+2547${String(10_000_000 + at * 37)}`);
  const tried = people.filter((person) => heard(person) === "First").length;
  expect(tried).toBeGreaterThan(520);
  expect(tried).toBeLessThan(680);
  for (const person of people.slice(0, 200)) {
    expect(heard(person)).toBe(heard(person));
    expect(heard(person.replace("+254", "0"))).toBe(heard(person));
  }
  const arms = new Set(Array.from({ length: 200 }, () => heard("anonymous")));
  expect(arms).toEqual(new Set(["First", "Second"]));
});

test("a call knows its test and what it got; the version that is tried is never forgotten meanwhile", async () => {
  const { split } = await start(99);
  const agent = armFor(await agents.read(key.workspaceId, key.id, { chooser: NUMBER }), "+254711000001");
  expect(agent.arm?.split).toBe(split.id);
  expect(agent).not.toHaveProperty("split");
  for (let at = 0; at < 102; at++) await agents.replace(key, saying(`Next ${at}`), AMINA);
  expect((await agents.versions(key)).map(({ version }) => version)).toContain(1);
});

test("one test runs at a place; it tries another version than the one that is used there, for an agent that is there", async () => {
  await expect(start(50, 2)).rejects.toMatchObject({ code: "split.same_version" });
  await expect(start(50, 9)).rejects.toMatchObject({ code: "agent.version_not_found" });
  const { split } = await start(50);
  await expect(start(20)).rejects.toMatchObject({ code: "split.running" });
  expect(await agents.splits.stop({ ...key, id: split.id })).toMatchObject({ isChanged: true });
  expect(await agents.splits.stop({ ...key, id: split.id })).toMatchObject({ isChanged: false });
  expect((await agents.read(key.workspaceId, key.id, { chooser: NUMBER })).split).toBeUndefined();
  await start(20);
  const elsewhere = await openTestWorkspace(database);
  await expect(agents.splits.stop({ workspaceId: elsewhere, id: split.id })).rejects.toMatchObject({ code: "split.not_found" });
});

test("it stops by itself when the goal is reached less often, after 30 calls of each, and once", async () => {
  const { split } = await start(50);
  const judge = () => agents.splits.judge({ workspaceId: key.workspaceId, id: split.id });
  counted = { used: { calls: 29, reached: 29 }, tried: { calls: 29, reached: 0 } };
  expect(await judge()).toBeUndefined();
  counted = { used: { calls: 40, reached: 20 }, tried: { calls: 40, reached: 15 } };
  expect(await judge()).toBeUndefined();
  counted = { used: { calls: 40, reached: 20 }, tried: { calls: 40, reached: 40 } };
  expect(await judge()).toBeUndefined();
  counted = { used: { calls: 40, reached: 30 }, tried: { calls: 40, reached: 8 } };
  const judged = await Promise.all([judge(), judge()]);
  expect(judged.filter((one) => one !== undefined)).toEqual([{ agentId: key.id, name: "Desk" }]);
  expect(await agents.splits.read({ workspaceId: key.workspaceId, id: split.id })).toMatchObject({ stoppedBecause: "harm" });
});

const start = (share: number, version = 1) =>
  agents.splits.start(key.workspaceId, { ...NUMBER, ...AMINA, version, share, goal: GOAL });

function saying(agent_welcome_message: string): AgentDocument {
  return AgentDocument.parse({ agent_config: { agent_name: "Desk", agent_welcome_message } });
}
