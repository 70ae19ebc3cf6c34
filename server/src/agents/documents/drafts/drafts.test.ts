import { AgentDocument } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createAgents, type Agents } from "../agents.ts";
import type { AgentKey } from "../saving.ts";

const AMINA = { by: "Amina" };
const NO_WORDS = { name: "", note: "" };

let database: TestDatabase;
let agents: Agents;
let key: AgentKey;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  agents = createAgents(database, "a secret of tests");
});
beforeEach(async () => {
  const workspaceId = await openTestWorkspace(database);
  key = { workspaceId, id: (await agents.create(workspaceId, saying("Live"), AMINA)).id };
});
afterAll(() => database.close());

test("a saved draft changes nothing for callers until it is published", async () => {
  await agents.saveDraft(key, saying("Drafted"), AMINA);
  expect(await heard()).toBe("Live");
  expect(await heard({ isDraft: true })).toBe("Drafted");
  const published = await agents.publish(key, { by: "Baraka" }, { name: "Autumn", note: "Shorter greeting" });
  expect(published).toMatchObject({ version: 2, isChanged: true });
  expect(await heard()).toBe("Drafted");
  expect((await agents.readDraft(key)).draft).toBeUndefined();
  expect(await agents.versions(key)).toMatchObject([
    { version: 2, savedBy: "Baraka", name: "Autumn", note: "Shorter greeting" },
    { version: 1, savedBy: "Amina", name: "", note: "" },
  ]);
});

test("a call that tries the draft of an agent without one hears the live agent", async () => {
  expect(await heard({ isDraft: true })).toBe("Live");
  expect(await agents.read(key.workspaceId, key.id, { isDraft: true })).not.toHaveProperty("isDraft");
});

test("of two people who save the draft that they have read, the second is refused", async () => {
  const { revision } = await agents.saveDraft(key, saying("One"), { ...AMINA, revision: 0 });
  await expect(agents.saveDraft(key, saying("Two"), { by: "Baraka", revision: 0 })).rejects.toMatchObject({
    code: "agent.draft_changed_meanwhile",
    detail: [{ msg: expect.stringContaining("Amina") }],
  });
  await agents.saveDraft(key, saying("Two"), { by: "Baraka", revision });
  await expect(agents.publish(key, { ...AMINA, revision }, NO_WORDS)).rejects.toMatchObject({
    code: "agent.draft_changed_meanwhile",
  });
  expect(await heard()).toBe("Live");
});

test("a revision never comes back, also when the draft was discarded between", async () => {
  const first = await agents.saveDraft(key, saying("One"), AMINA);
  await agents.discardDraft(key);
  await expect(agents.discardDraft(key)).rejects.toMatchObject({ code: "agent.no_draft" });
  const again = await agents.saveDraft(key, saying("Two"), { ...AMINA, revision: 0 });
  expect(again.revision).toBeGreaterThan(first.revision);
});

test("a draft that is saved as it is already stays the same revision", async () => {
  const first = await agents.saveDraft(key, saying("One"), AMINA);
  expect(await agents.saveDraft(key, saying("One"), AMINA)).toMatchObject({ revision: first.revision, isChanged: false });
});

test("a draft is not published over a version that its publisher has not seen", async () => {
  await agents.saveDraft(key, saying("Drafted"), AMINA);
  await agents.replace(key, saying("Urgent"), { by: "Baraka" });
  await expect(agents.publish(key, { ...AMINA, version: 1 }, NO_WORDS)).rejects.toMatchObject({
    code: "agent.changed_meanwhile",
  });
  expect((await agents.readDraft(key)).draft).toMatchObject({ basedOn: 1 });
  expect(await agents.publish(key, { ...AMINA, version: 2 }, NO_WORDS)).toMatchObject({ version: 3 });
});

test("two publications of one draft make one version", async () => {
  await agents.saveDraft(key, saying("Drafted"), AMINA);
  const both = await Promise.allSettled([agents.publish(key, AMINA, NO_WORDS), agents.publish(key, AMINA, NO_WORDS)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await agents.read(key.workspaceId, key.id)).version).toBe(2);
});

test("without a draft nothing can be published", async () => {
  await expect(agents.publish(key, AMINA, NO_WORDS)).rejects.toMatchObject({ code: "agent.no_draft" });
});

test("an earlier version becomes the draft, and the live one stays", async () => {
  await agents.replace(key, saying("Second"), AMINA);
  await agents.restoreAsDraft(key, 1, AMINA);
  expect([await heard(), await heard({ isDraft: true })]).toEqual(["Second", "Live"]);
  await expect(agents.restoreAsDraft(key, 9, AMINA)).rejects.toMatchObject({ code: "agent.version_not_found" });
});

test("the words of a version follow it when the next one is published", async () => {
  await agents.describe(key, 1, { name: "First" });
  await agents.replace(key, saying("Second"), AMINA);
  await agents.describe(key, 1, { note: "Still in use elsewhere" });
  expect((await agents.versions(key)).map(({ name, note }) => [name, note])).toEqual([
    ["", ""],
    ["First", "Still in use elsewhere"],
  ]);
  for (const version of [1, 2]) await agents.describe(key, version, {});
  expect((await agents.versions(key)).map(({ name }) => name)).toEqual(["", "First"]);
  await expect(agents.describe(key, 7, {})).rejects.toMatchObject({ code: "agent.version_not_found" });
  await expect(agents.describe(key, 7, { name: "None" })).rejects.toMatchObject({ code: "agent.version_not_found" });
});

test("a secret that was entered in a draft is known by its reference, and sealed in the database", async () => {
  const withToken = (api_token: string) => AgentDocument.parse({ agent_config: { agent_name: "Kept", source: { api_token } } });
  await agents.saveDraft(key, withToken("very secret"), AMINA);
  const { rows } = await database.query("select config::text as config from agent_drafts where agent_id = $1", [key.id]);
  expect(JSON.stringify(rows)).not.toContain("very secret");
  const hidden = agents.hideSecrets((await agents.readDraft(key)).draft?.document);
  expect(JSON.stringify(hidden)).not.toContain("very secret");
  await agents.saveDraft(key, AgentDocument.parse(hidden), AMINA);
  await agents.publish(key, AMINA, NO_WORDS);
  expect((await agents.read(key.workspaceId, key.id)).document).toEqual(withToken("very secret"));
});

test("another workspace neither sees nor changes a draft", async () => {
  await agents.saveDraft(key, saying("Drafted"), AMINA);
  const theirs = { workspaceId: await openTestWorkspace(database), id: key.id };
  await expect(agents.readDraft(theirs)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(agents.publish(theirs, AMINA, NO_WORDS)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(agents.saveDraft(theirs, saying("Theirs"), AMINA)).rejects.toMatchObject({ code: "agent.not_found" });
});

const heard = async (at?: { isDraft: true }): Promise<string> =>
  (await agents.read(key.workspaceId, key.id, at)).document.agent_config.agent_welcome_message;

function saying(agent_welcome_message: string): AgentDocument {
  return AgentDocument.parse({ agent_config: { agent_name: "Front desk", agent_welcome_message } });
}
