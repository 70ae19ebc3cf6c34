import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { withinReach } from "./reach.ts";
import { createWorkspaces, type StoredWorkspace } from "../../accounts/workspaces/store.ts";

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
      (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and a.attnotnull)`);
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows.filter(({ forced, policies }) => !forced || policies !== 1)).toEqual([]);
});

test("every table whose rows are an agent's shows a request that is held to some agents theirs alone", async () => {
  const { rows } = await database.everywhere.execute<{ name: string; held: boolean }>(sql`
    select c.relname as name, exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive) as held
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and (c.relname = 'agents'
      or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'agent_id' and not a.attisdropped))`);
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows.filter(({ held }) => !held)).toEqual([]);
  const scope = (agents: string[]) =>
    withinReach(agents, { once: () => undefined }, async () => {
      const { rows: seen } = await database.of(ours.id).execute<{ number: string }>(sql`select number from numbers`);
      return seen.length;
    });
  // A number that nobody answers is shown to everybody; one of another agent's to nobody who is held.
  expect(await scope([randomUUID()])).toBe(1);
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(ours.id);
  const [first, second] = await agents.all(ours.id);
  await database.of(ours.id).execute(sql`update numbers set agent_id = ${first!.id}`);
  expect([await scope([second!.id]), await scope([first!.id])]).toEqual([0, 1]);
  await database.of(ours.id).execute(sql`update numbers set agent_id = null`);
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

test("no query opens another workspace, or all of them, by setting what the server sets", async () => {
  const all = sql`select name from workspaces`;
  await database.of(ours.id).transaction(async (db) => {
    const { rows: mine } = await db.execute<{ scope: string }>(sql`select current_setting('ongea.scope') as scope`);
    const seal = mine[0]?.scope.split(":")[1];
    for (const [setting, value] of [
      ["ongea.everywhere", "on"],
      ["ongea.workspace", theirs.id],
      ["ongea.scope", "*"],
      ["ongea.scope", `*:${seal}`],
      ["ongea.scope", theirs.id],
      ["ongea.scope", `${theirs.id}:${seal}`],
    ]) {
      await db.execute(sql`select set_config(${setting}, ${value}, true)`);
      const { rows } = await db.execute<{ name: string }>(all);
      expect(rows.filter(({ name }) => name !== "Ours")).toEqual([]);
    }
  });
  await expect(database.everywhere.execute(sql`select * from scope_key`)).rejects.toThrow();
});

test("where people are signed in, their passwords and their visits are shown to no query of a workspace", async () => {
  await database.everywhere.execute(
    sql`insert into visits (token_hash, workspace_id, expires_at) values ('x', ${ours.id}, now() + interval '1 day')`,
  );
  for (const table of ["sessions", "visits", "accounts", "verifications", "passkeys", "second_factors"]) {
    const { rows } = await database.everywhere.execute<{ forced: boolean }>(
      sql`select relrowsecurity and relforcerowsecurity as forced from pg_class where oid = ${table}::regclass`,
    );
    expect([table, rows[0]?.forced]).toEqual([table, true]);
  }
  expect((await database.of(ours.id).execute(sql`select * from visits`)).rows).toEqual([]);
  expect((await database.everywhere.execute(sql`select * from visits`)).rows).toHaveLength(1);
});

test("a transaction that fails leaves nothing, whatever a build calls our classes", async () => {
  const failing = database.of(ours.id).transaction(async (db) => {
    await db.execute(sql`update workspaces set name = 'Changed'`);
    await db.transaction(async (inner) => void (await inner.execute(sql`update workspaces set name = 'Changed twice'`)));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect((await database.of(ours.id).execute(sql`select name from workspaces`)).rows).toEqual([{ name: "Ours" }]);
});

test("two questions at once within a transaction are answered in turn, and one that outlives it is refused", async () => {
  const warned: string[] = [];
  const hear = (warning: Error): void => void warned.push(warning.message);
  process.on("warning", hear);
  let late: (() => Promise<unknown>) | undefined;
  const answers = await database.together(ours.id, async () => {
    const db = database.of(ours.id);
    late = () => db.execute(sql`select 1`);
    return Promise.all([1, 2, 3].map(async (n) => (await db.execute<{ n: number }>(sql`select ${n}::int as n`)).rows[0]?.n));
  });
  expect(answers).toEqual([1, 2, 3]);
  const failed = database.together(ours.id, async () => {
    const db = database.of(ours.id);
    await Promise.all([db.execute(sql`select 1 / 0`), db.execute(sql`select 2`)]);
  });
  await expect(failed).rejects.toThrow();
  await expect(late?.()).rejects.toThrow(/Failed query/);
  await new Promise(setImmediate);
  process.off("warning", hear);
  expect(warned).toEqual([]);
});

test("an installation from before has its policies changed for those that believe no query", async () => {
  const before = MIGRATIONS.filter(({ id }) => id !== "0036-sealed-scopes");
  const older = await openTestDatabase(before);
  try {
    const { id } = await createWorkspaces(older).create({ name: "Old", kind: "real", currency: "USD" });
    await older.of(id).execute(sql`insert into numbers (number, workspace_id) values ('+1', ${id})`);
    await older.asOwner(`drop policy numbers_of_workspace on numbers;
      create policy numbers_of_workspace on numbers using (
        workspace_id = (select nullif(current_setting('ongea.workspace', true), '')::uuid)
        or (select current_setting('ongea.everywhere', true)) = 'on')`);
    await older.asOwner(MIGRATIONS.find(({ id: step }) => step === "0036-sealed-scopes")?.sql ?? "");
    const seen = async (workspaceId: string) =>
      (
        await older
          .of(workspaceId)
          .execute(sql`select number from numbers where set_config('ongea.everywhere', 'on', false) = 'on'`)
      ).rows;
    expect(await seen(id)).toEqual([{ number: "+1" }]);
    expect(await seen(randomUUID())).toEqual([]);
  } finally {
    await older.close();
  }
});
