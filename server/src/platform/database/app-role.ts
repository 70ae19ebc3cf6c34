import type pg from "pg";
import { CannotStart } from "../cannot-start.ts";

const ROLE = "ongea_app";

/**
 * On somebody's own PostgreSQL: a role that owns nothing and is bound by row-level security, which the server takes on after it has
 * brought the schema up to date. Undefined when this account may neither make nor take on one and is bound by row-level security
 * itself (the tables force it on their owner too). An account that would slip past it is refused.
 */
export async function roleThatOwnsNothing(client: pg.ClientBase): Promise<string | undefined> {
  await attempt(client, `create role ${ROLE} nologin nosuperuser nobypassrls`);
  await attempt(client, `grant ${ROLE} to current_user`);
  if (await attempt(client, `set role ${ROLE}`)) {
    await client.query("reset role");
    await attempt(client, `grant usage on schema public to ${ROLE}`);
    return ROLE;
  }
  const { rows } = await client.query<{ slips: boolean }>(
    "select rolsuper or rolbypassrls as slips from pg_roles where rolname = current_user",
  );
  if (rows[0]?.slips)
    throw new CannotStart(
      `The account of DATABASE_URL is not bound by row-level security, which keeps workspaces apart. Let it take on the role ${ROLE}: create role ${ROLE}; grant ${ROLE} to that account.`,
    );
  return undefined;
}

async function attempt(client: pg.ClientBase, sql: string): Promise<boolean> {
  try {
    await client.query(sql);
    return true;
  } catch {
    return false;
  }
}
