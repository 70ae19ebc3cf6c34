import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../migrations.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { createWorkspaces, type StoredWorkspace } from "../../workspaces/index.ts";

let database: TestDatabase;
let ours: StoredWorkspace;
let theirs: StoredWorkspace;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const workspaces = createWorkspaces(database);
  ours = await workspaces.create({ name: "Ours", kind: "real", currency: "KES" });
  theirs = await workspaces.create({ name: "Theirs", kind: "real", currency: "NGN" });
  for (const { id } of [ours, theirs])
    await database.of(id).execute(sql`insert into numbers (number, workspace_id) values (${`+2547${id.slice(0, 4)}`}, ${id})`);
});

afterAll(() => database.close());

test("every table that has a workspace forces row-level security, for reading and for writing", async () => {
  const { rows } = await database.everywhere.execute<{ name: string; forced: boolean; policies: number }>(sql`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polcmd = '*') as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull)`);
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows.filter(({ forced, policies }) => !forced || policies !== 1)).toEqual([]);
});

test("a query that forgets the workspace sees its own rows only, also after another workspace used the connection", async () => {
  for (const { id } of [ours, theirs, ours, theirs]) {
    const { rows } = await database.of(id).execute<{ id: string }>(sql`select workspace_id as id from numbers`);
    expect(rows).toEqual([{ id }]);
  }
});

test("a row can neither be written into another workspace nor moved there", async () => {
  const db = database.of(ours.id);
  await expect(
    db.execute(sql`insert into numbers (number, workspace_id) values ('+254799', ${theirs.id})`),
  ).rejects.toMatchObject({ cause: { code: "42501" } });
  await expect(db.execute(sql`update numbers set workspace_id = ${theirs.id}`)).rejects.toMatchObject({
    cause: { code: "42501" },
  });
  const { rowCount } = await db.execute(sql`delete from numbers where workspace_id = ${theirs.id}`);
  expect(rowCount).toBe(0);
});

test("many at once on few connections never see each other's rows", async () => {
  const asks = Array.from({ length: 200 }, (_, index) => [ours, theirs][index % 2]!.id);
  const seen = await Promise.all(
    asks.map((id) =>
      database.of(id).transaction(async (transaction) => {
        const { rows } = await transaction.execute<{ id: string }>(sql`select workspace_id as id from numbers`);
        return rows.every((row) => row.id === id) && rows.length === 1;
      }),
    ),
  );
  expect(seen).not.toContain(false);
});

test("what is not the id of a workspace opens nothing, and an unknown one sees nothing", async () => {
  expect(() => database.of("' or true --")).toThrow("Not the id of a workspace");
  const { rows } = await database.of(randomUUID()).execute(sql`select * from numbers`);
  expect(rows).toEqual([]);
});
