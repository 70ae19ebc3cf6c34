/**
 * Who sees which rows. PostgreSQL itself keeps workspaces apart: each table that belongs to one has a policy that compares the row's
 * workspace with a setting of the connection, and the server works as a role that owns nothing, so that no query escapes it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { isAway } from "./away.ts";
import type { Db } from "./db.ts";

export interface Tenancy {
  /** Rows of every workspace: for what happens before anybody is known, and for the installation's own work. */
  readonly everywhere: Db;
  /** Rows of one workspace. */
  of(workspaceId: string): Db;
  /** All or nothing: whatever the work asks of this workspace by `of` happens in one transaction. Nothing of it may outlive the work. */
  together<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
}

const EVERYWHERE = "*";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SQL for the end of a migration that makes a table with a column `workspace_id` (or for workspaces themselves, `id`). */
export function tenantTable(table: string, column = "workspace_id"): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_of_workspace on ${table} using (
      ${column} = (select nullif(current_setting('ongea.workspace', true), '')::uuid)
      or (select current_setting('ongea.everywhere', true)) = 'on'
    );`;
}

/** What a connection must be told before it may see anything. */
export function tenancyOn(pool: pg.Pool): Tenancy {
  /** What each connection was told last. */
  const told = new WeakMap<pg.PoolClient, string>();

  async function connect(scope: string, mayTryAgain = true): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (told.get(client) === scope) return client;
    try {
      told.delete(client);
      const everywhere = scope === EVERYWHERE;
      await client.query("select set_config('ongea.workspace', $1, false), set_config('ongea.everywhere', $2, false)", [
        everywhere ? "" : scope,
        everywhere ? "on" : "off",
      ]);
      told.set(client, scope);
      return client;
    } catch (error) {
      client.release(true);
      // It had been cut while nobody used it; nothing has been asked yet.
      if (mayTryAgain && isAway(error)) return connect(scope, false);
      throw error;
    }
  }

  /** As the database's driver wants it: something that lends connections and runs queries. */
  class ScopedPool {
    readonly scope: string;
    constructor(scope: string) {
      this.scope = scope;
    }
    connect(): Promise<pg.PoolClient> {
      return connect(this.scope);
    }
    async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
      const client = await connect(this.scope);
      try {
        const result = await client.query(config, values);
        client.release();
        return result;
      } catch (error) {
        client.release(isAway(error));
        throw error;
      }
    }
  }

  const ambient = new AsyncLocalStorage<{ workspaceId: string; db: Db | undefined }>();
  const open = (scope: string): Db => drizzle(new ScopedPool(scope) as unknown as pg.Pool);
  const of = (workspaceId: string): Db => {
    if (!UUID.test(workspaceId)) throw new Error("Not the id of a workspace");
    const around = ambient.getStore();
    return (around?.workspaceId === workspaceId ? around.db : undefined) ?? open(workspaceId);
  };
  return {
    everywhere: open(EVERYWHERE),
    of,
    together: (workspaceId, work) =>
      of(workspaceId).transaction(async (db) => {
        const around: { workspaceId: string; db: Db | undefined } = { workspaceId, db };
        try {
          return await ambient.run(around, work);
        } finally {
          around.db = undefined;
        }
      }),
  };
}
