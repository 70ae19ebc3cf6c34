import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { agentsWithDispositions, createOutcomeStore } from "./store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

const question = {
  name: "Outcome",
  question: "How did it end?",
  systemPrompt: null,
  category: "General",
  model: "gpt-4.1-mini",
  isSubjective: true,
  isObjective: false,
  subjectiveType: "text" as const,
  subjectiveTypeConfig: null,
  objectiveOptions: null,
  createdBy: "test",
};

test("questions and templates are a workspace's own: another one neither sees, changes nor removes them", async () => {
  const store = createOutcomeStore(database);
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const agent = randomUUID();
  const [id = ""] = await store.addDispositions(mine, [{ ...question, workspaceId: mine, agentIds: [agent] }]);
  const template = await store.addExtraction({
    workspaceId: mine,
    name: "Lead",
    jsonSchema: {},
    instructions: null,
    model: "gpt-4.1-mini",
    inputs: null,
    keys: null,
    display: true,
    supportsCustomQuestions: false,
  });
  const [foreign, foreignTemplate] = [
    { workspaceId: theirs, id },
    { workspaceId: theirs, id: template.id },
  ];
  expect(await store.disposition(foreign)).toBeUndefined();
  expect(await store.dispositions(theirs)).toEqual([]);
  await store.changeDisposition(foreign, { name: "Theirs" });
  expect(await store.removeDisposition(foreign)).toBeUndefined();
  expect(await store.extraction(foreignTemplate)).toBeUndefined();
  expect(await store.changeExtraction(foreignTemplate, { name: "Theirs" })).toBeUndefined();
  expect(await store.removeExtraction(foreignTemplate)).toBeUndefined();
  expect((await store.disposition({ workspaceId: mine, id }))?.name).toBe("Outcome");
  expect((await store.extraction({ workspaceId: mine, id: template.id }))?.name).toBe("Lead");
  expect(await agentsWithDispositions(database.of(theirs), theirs, [agent])).toEqual(new Set());
  expect(await store.removeDisposition({ workspaceId: mine, id })).toBe("Outcome");
  expect(await store.removeExtraction({ workspaceId: mine, id: template.id })).toBe("Lead");
});

test("the calls of an assistant about whom something is asked are looked at when they are over, those of others are not", async () => {
  const store = createOutcomeStore(database);
  const workspaceId = await openTestWorkspace(database);
  const [asked, other] = [randomUUID(), randomUUID()];
  await store.addDispositions(workspaceId, [{ ...question, workspaceId, agentIds: [asked] }]);
  expect(await agentsWithDispositions(database.of(workspaceId), workspaceId, [asked, other])).toEqual(new Set([asked]));
  expect(await store.dispositions(workspaceId, other)).toEqual([]);
  expect(await store.dispositions(workspaceId, asked)).toHaveLength(1);
});
