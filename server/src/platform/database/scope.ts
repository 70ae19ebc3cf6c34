/**
 * The word that opens rows. A connection says for which workspace it asks, or for all of them, with a seal that only this server can make:
 * the key stands in a table that its role may not read, and PostgreSQL checks the seal in a function that may. A query that sets the same
 * setting itself, for another workspace or for all, opens nothing.
 */
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";

/** Every workspace. */
export const EVERYWHERE = "*";
export const SCOPE_SETTING = "ongea.scope";

const NO_AGENT = "00000000-0000-0000-0000-000000000000";

/** Brings the key and the function about; returns the key. To be called as the tables' owner, one at a time. */
export async function openScopes(client: pg.ClientBase): Promise<string> {
  await client.query(
    "create table if not exists scope_key (only_one boolean primary key default true check (only_one), key text not null)",
  );
  await client.query("insert into scope_key (key) values ($1) on conflict do nothing", [randomBytes(32).toString("hex")]);
  // Bodies in SQL's own form are resolved now, whatever the names mean to whoever calls them later; and PostgreSQL asks the second one
  // without a call.
  await client.query(`create or replace function ongea_scope() returns text
    language sql stable security definer
    begin atomic
      select split_part(split_part(told, ':', 1), '/', 1) from (select current_setting('${SCOPE_SETTING}', true) as told) as setting
      where split_part(told, ':', 2) = (
        select encode(sha256(convert_to(key || ':' || split_part(told, ':', 1) || ':' || key, 'UTF8')), 'hex') from public.scope_key
      );
    end`);
  // What it says is believed only together with the workspace before it, which the seal covers too.
  await client.query(`create or replace function ongea_agents() returns uuid[]
    language sql stable
    return string_to_array(nullif(split_part(split_part(current_setting('${SCOPE_SETTING}', true), ':', 1), '/', 2), ''), ',')::uuid[]`);
  return readScopeKey(client);
}

export async function readScopeKey(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ key: string }>("select key from scope_key");
  return rows[0]?.key ?? "";
}

/** One workspace; of what belongs to agents only these agents' rows. */
export function scopeWithin(workspaceId: string, agentIds: readonly string[] | undefined): string {
  return agentIds === undefined ? workspaceId : `${workspaceId}/${agentIds.toSorted().join(",") || NO_AGENT}`;
}

/** What a connection says: the scope and its seal. */
export function sealedScope(scope: string, key: string): string {
  return `${scope}:${createHash("sha256").update(`${key}:${scope}:${key}`).digest("hex")}`;
}
