import { AgentDocument } from "@ongea/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createNumbers } from "./numbers.ts";
import { createNumberStore } from "./store.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

test("an assistant that is brought back answers its numbers again, but those that were given to another", async () => {
  const workspaceId = await openTestWorkspace(database);
  const numbers = createNumbers(database);
  const store = createNumberStore(database);
  const [first, second] = await Promise.all(["First", "Second"].map(named));
  for (const number of ["+254700000001", "+254700000002"]) await store.add(workspaceId, { number, agentId: first! });
  await numbers.release(workspaceId, first!);
  expect((await numbers.of(workspaceId)).size).toBe(0);
  await database.query("update numbers set agent_id = $1 where number = '+254700000002'", [second]);
  await numbers.giveBack(workspaceId, first!);
  expect(Object.fromEntries(await numbers.of(workspaceId))).toEqual({
    [first!]: ["+254700000001"],
    [second!]: ["+254700000002"],
  });

  async function named(agent_name: string): Promise<string> {
    const document = AgentDocument.parse({ agent_config: { agent_name } });
    return (await createAgents(database, "a secret of tests").create(workspaceId, document, { by: "Amina" })).id;
  }
});
