import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contacts } from "../../contacts/people/tables.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openTestWorkspace } from "../testing/workspaces.ts";
import { createStatement } from "./statements.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

const NAMED = createStatement<{ name: string }, { name: string }[]>((db, value) =>
  db
    .select({ name: contacts.name })
    .from(contacts)
    .where(eq(contacts.name, value("name"))),
);
const add = (workspaceId: string, name: string) => database.of(workspaceId).insert(contacts).values({ workspaceId, name });
const found = async (workspaceId: string, name: string): Promise<string[]> =>
  (await database.ask(workspaceId, NAMED, { name })).map((row) => row.name);

test("a statement finds a workspace's own rows only, and many at the same time get their own answers", async () => {
  const [ours, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const names = Array.from({ length: 20 }, (_, n) => `person ${n}`);
  for (const name of names) await add(ours, name);
  expect(await Promise.all(names.map((name) => found(ours, name)))).toEqual(names.map((name) => [name]));
  expect(await Promise.all(names.map((name) => found(theirs, name)))).toEqual(names.map(() => []));
});

test("within a transaction a statement sees what was written there, and nothing of one that failed", async () => {
  const workspaceId = await openTestWorkspace(database);
  const failing = database.together(workspaceId, async () => {
    await add(workspaceId, "nobody");
    expect(await found(workspaceId, "nobody")).toEqual(["nobody"]);
    throw new Error("The work failed");
  });
  await expect(failing).rejects.toThrow("The work failed");
  expect(await found(workspaceId, "nobody")).toEqual([]);
});
