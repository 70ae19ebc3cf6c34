import type pg from "pg";
import { EVERYWHERE, openScopes, SCOPE_SETTING, sealedScope } from "./scope.ts";

/** One step of the schema; ids sort in the order in which they are applied and never change. */
export interface Migration {
  id: string;
  sql: string;
}

/** Any number that no other program on the same database is likely to choose. */
const LOCK_KEY = 7_305_511_942;

/**
 * Brings the schema up to date, each step in a transaction of its own, one server at a time. The role that the server works as
 * (absent: the same as the owner) may afterwards read and write, but own nothing.
 */
export async function migrate(client: pg.ClientBase, migrations: readonly Migration[], appRole?: string): Promise<string[]> {
  await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
  try {
    await client.query(
      "create table if not exists migrations (id text primary key, applied_at timestamptz not null default now())",
    );
    const key = await openScopes(client);
    // Steps that change rows of workspaces see all of them; those of older installations by the word that they knew.
    await client.query("select set_config($1, $2, false), set_config('ongea.everywhere', 'on', false)", [
      SCOPE_SETTING,
      sealedScope(EVERYWHERE, key),
    ]);
    const { rows } = await client.query<{ id: string }>("select id from migrations");
    const applied = new Set(rows.map((row) => row.id));
    const fresh = migrations.filter((migration) => !applied.has(migration.id));
    for (const migration of fresh) await apply(client, migration);
    if (appRole) await grant(client, appRole);
    return fresh.map((migration) => migration.id);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK_KEY]);
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await client.query("insert into migrations (id) values ($1)", [migration.id]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`The migration ${migration.id} failed`, { cause: error });
  }
}

async function grant(client: pg.ClientBase, role: string): Promise<void> {
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
  await client.query(`grant usage on all sequences in schema public to ${role}`);
  await client.query(`revoke all on table migrations, scope_key from ${role}`);
}
