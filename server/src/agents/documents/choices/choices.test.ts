import { AgentDocument } from "@ongea/contract";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "../agents.ts";
import type { AgentKey } from "../saving.ts";

const AMINA = { by: "Amina" };
const NUMBER = { kind: "number", target: "+254301111111" } as const;

let database: TestDatabase;
let agents: Agents;
let key: AgentKey;
let answering: string | undefined;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
  for (const kind of ["number", "widget", "batch", "sender"] as const) agents.choices.join(kind, async () => answering);
});
beforeEach(async () => {
  const workspaceId = await openTestWorkspace(database);
  key = { workspaceId, id: (await agents.create(workspaceId, saying("First"), AMINA)).id };
  answering = key.id;
  await agents.replace(key, saying("Second"), AMINA);
});
afterAll(() => database.close());

test("who names a version hears it, also when another one goes live, until the live one is chosen again", async () => {
  expect(await heard(NUMBER)).toBe("Second");
  await choose(1);
  expect([await heard(NUMBER), await heard()]).toEqual(["First", "Second"]);
  await agents.replace(key, saying("Third"), AMINA);
  expect([await heard(NUMBER), await heard()]).toEqual(["First", "Third"]);
  expect((await agents.read(key.workspaceId, key.id, { chooser: NUMBER })).version).toBe(1);
  await choose(null);
  expect(await heard(NUMBER)).toBe("Third");
  expect(await agents.choices.list(key.workspaceId)).toEqual([]);
});

test("the live version can be named, too, and stays when the next one goes live", async () => {
  await choose(2);
  await agents.replace(key, saying("Third"), AMINA);
  expect(await heard(NUMBER)).toBe("Second");
});

test("a version that is named somewhere outlives those that are forgotten", async () => {
  await choose(1);
  for (let at = 0; at < 105; at++) await agents.replace(key, saying(`Next ${at}`), AMINA);
  const versions = (await agents.versions(key)).map(({ version }) => version);
  expect(versions).toContain(1);
  expect(versions).not.toContain(2);
  expect(await heard(NUMBER)).toBe("First");
});

test("a choice counts for the agent that it was made for, and for nobody else's number", async () => {
  await choose(1);
  const other = await agents.create(key.workspaceId, saying("Other"), AMINA);
  const led = await agents.read(key.workspaceId, other.id, { chooser: NUMBER });
  expect(led.document.agent_config.agent_welcome_message).toBe("Other");
  expect(await heard({ kind: "number", target: "+254302222222" })).toBe("Second");
});

test("what is not there cannot choose, and what is not kept cannot be chosen", async () => {
  await expect(choose(9)).rejects.toMatchObject({ code: "agent.version_not_found" });
  answering = undefined;
  await expect(choose(1)).rejects.toMatchObject({ code: "version_choice.no_target" });
  const odd = agents.choices.choose(key.workspaceId, { kind: "batch", target: "x'; --" }, { ...AMINA, version: 1 });
  await expect(odd).rejects.toMatchObject({ code: "version_choice.no_target" });
});

test("a batch is named by its id with dashes or without them", async () => {
  const id = randomUUID();
  const chooser = { kind: "batch", target: id.replaceAll("-", "") } as const;
  await agents.choices.choose(key.workspaceId, chooser, { ...AMINA, version: 1 });
  expect(await heard({ kind: "batch", target: id })).toBe("First");
});

test("what a sender uses is remembered for a moment, and a choice made here counts from the next message on", async () => {
  const chooser = { kind: "sender", target: randomUUID() } as const;
  const says = async (): Promise<string> =>
    (await agents.recent(key.workspaceId, key.id, chooser)).document.agent_config.agent_welcome_message;
  expect([await says(), await says()]).toEqual(["Second", "Second"]);
  await agents.choices.choose(key.workspaceId, chooser, { ...AMINA, version: 1 });
  expect(await says()).toBe("First");
  await agents.choices.choose(key.workspaceId, chooser, { ...AMINA, version: null });
  expect(await says()).toBe("Second");
});

const choose = (version: number | null) => agents.choices.choose(key.workspaceId, NUMBER, { ...AMINA, version });

const heard = async (chooser?: { kind: "number" | "batch"; target: string }): Promise<string> =>
  (await agents.read(key.workspaceId, key.id, { chooser })).document.agent_config.agent_welcome_message;

function saying(agent_welcome_message: string): AgentDocument {
  return AgentDocument.parse({ agent_config: { agent_name: "Desk", agent_welcome_message } });
}
