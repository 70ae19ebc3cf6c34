import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contacts } from "../../contacts/people/tables.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openTestWorkspace } from "../testing/workspaces.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

const named = (workspaceId: string, id: string) =>
  database.of(workspaceId).select({ name: contacts.name }).from(contacts).where(eq(contacts.id, id));

test("a question that is asked again and again is prepared once on its connection, and other work prepares none", async () => {
  const workspaceId = await openTestWorkspace(database);
  const prepared = async (): Promise<number> => {
    const { rows } = await database
      .of(workspaceId)
      .execute<{ count: number }>(
        sql`select count(*)::int as count from pg_prepared_statements where statement like '%"contacts"%'`,
      );
    return rows[0]?.count ?? 0;
  };
  const asked = () =>
    database.together(workspaceId, async () => {
      const before = await prepared();
      for (let n = 0; n < 3; n++) await named(workspaceId, randomUUID());
      return (await prepared()) - before;
    });
  expect(await asked()).toBe(0);
  expect(await withPreparedStatements(asked)).toBe(1);
});

test("a cached plan shows a workspace its own rows only, however often another one has asked by it", async () => {
  const [ours, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const [row] = await database.of(ours).insert(contacts).values({ workspaceId: ours, name: "Amina" }).returning();
  const seen = await withPreparedStatements(async () => {
    const found: string[] = [];
    for (let n = 0; n < 40; n++) {
      const [asker, shown] = n % 2 === 0 ? [ours, "ours"] : [theirs, "theirs"];
      for (const { name } of await named(asker, row!.id)) found.push(`${shown} ${name}`);
    }
    return found;
  });
  expect(seen).toEqual(Array.from({ length: 20 }, () => "ours Amina"));
});

test("a transaction that fails within a prepared statement is undone, and its connection goes on", async () => {
  const workspaceId = await openTestWorkspace(database);
  const add = (name: string) => database.of(workspaceId).insert(contacts).values({ workspaceId, name }).returning();
  await withPreparedStatements(async () => {
    for (let n = 0; n < 8; n++) {
      const work = database.together(workspaceId, async () => {
        const [row] = await add(`Person ${n}`);
        await database.of(workspaceId).insert(contacts).values({ id: row!.id, workspaceId });
      });
      await expect(work).rejects.toMatchObject({ cause: { code: "23505" } });
      await add("Amina");
    }
  });
  const { rows } = await database.of(workspaceId).execute(sql`select name from contacts where name like 'Person%'`);
  expect(rows).toEqual([]);
});
