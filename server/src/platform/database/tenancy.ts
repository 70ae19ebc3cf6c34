/**
 * Who sees which rows. PostgreSQL itself keeps workspaces apart: each table that belongs to one has a policy that compares the row's
 * workspace with the sealed word of the connection (`scope.ts`), and the server works as a role that owns nothing, so that no query
 * escapes it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SQL } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isAway } from "./away.ts";
import type { Db } from "./db.ts";
import { prepareQuery } from "./prepared-statements.ts";
import type { ConnectionPool } from "./connection-pool.ts";
import type { Migration } from "./migrate.ts";
import { notice } from "./noticing.ts";
import { agentsInReach } from "./reach.ts";
import { type QueryRunner, drizzleOn, type Statement } from "./statements.ts";
import { EVERYWHERE, SCOPE_SETTING, scopeWithin, sealedScope } from "./scope.ts";

export interface Tenancy {
  /** Rows of every workspace: for what happens before anybody is known, and for the installation's own work. */
  readonly everywhere: Db;
  /** Rows of one workspace; within a request that is held to some agents (`withinReach`), theirs and those that are no agent's. */
  of(workspaceId: string): Db;
  /**
   * A question that is asked very often, of one workspace. PostgreSQL keeps its plan by the name on each connection, if knowing the values makes
   * no better one: they stand in `(select …)` then.
   */
  often(workspaceId: string, name: string, question: SQL): Promise<{ rows: Record<string, unknown>[] }>;
  /** A statement over rows of one workspace. */
  ask<Values, Result>(workspaceId: string, statement: Statement<Values, Result>, values: Values): Promise<Result>;
  /** All or nothing: whatever the work asks of this workspace by `of` happens in one transaction. Nothing of it may outlive the work. */
  together<T>(workspaceId: string, work: () => Promise<T>): Promise<T>;
  /** The same for work that asks `everywhere` too: of people, whom no workspace owns, and of workspaces that are being made. */
  togetherEverywhere<T>(work: () => Promise<T>): Promise<T>;
  /** SQL as a library writes it, over tables of its own: in the transaction around it, if there is one. */
  query(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** When the transaction around it holds; at once where there is none. */
  committed(act: () => void): void;
}

/** The transaction that the work around is in; nothing of it when that is over. */
interface Around {
  scope: string;
  db: Db | undefined;
  client: QueryRunner | undefined;
  /** To be done when the outermost transaction holds. */
  after: (() => void)[];
}

type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

/** No column of theirs decides who may see them: nobody may who asks for one workspace. */
const PEOPLES_TABLES = [
  "sessions",
  "accounts",
  "verifications",
  "second_factors",
  "passkeys",
  "used_codes",
  "visits",
  "invitation_codes",
  "leads",
  "repeats",
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SQL for the end of a migration that makes a table with a column `workspace_id` (or for workspaces themselves, `id`). */
export function tenantTable(table: string, column = "workspace_id"): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_of_workspace on ${table} using (
      ${column} = (select nullif(ongea_scope(), '*')::uuid)
      or (select ongea_scope()) = '*'
    );`;
}

/** SQL for a table whose rows belong to agents: who is held to some agents meets theirs, and no others. `ofNobody`: those of none, too. */
export function agentsTable(table: string, column = "agent_id", ofNobody = false): string {
  return `
    create policy ${table}_of_agents on ${table} as restrictive using (
      (select ongea_agents()) is null
      or ${ofNobody ? `${column} is null or ` : ""}${column} = any ((select ongea_agents())::uuid[])
    );`;
}

/** SQL for the end of a migration that makes a table which no query of a workspace may see: what belongs to people, or to the installation. */
export function installationTable(table: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_of_installation on ${table} using ((select ongea_scope()) = '*');`;
}

/** After all tables: older installations have policies that believe any query. */
export const tenancyMigrations: readonly Migration[] = [
  {
    id: "0036-sealed-scopes",
    sql: `do $do$
      declare policy record;
      begin
        for policy in select tablename, policyname from pg_policies
          where schemaname = 'public' and qual like '%ongea.everywhere%' and policyname = tablename || '_of_workspace'
        loop
          execute format('drop policy %I on %I', policy.policyname, policy.tablename);
          execute format(
            'create policy %I on %I using (%I = (select nullif(ongea_scope(), ''*'')::uuid) or (select ongea_scope()) = ''*'')',
            policy.policyname, policy.tablename, case policy.tablename when 'workspaces' then 'id' else 'workspace_id' end
          );
        end loop;
      end $do$;
      ${PEOPLES_TABLES.map(installationTable).join("")}`,
  },
];

type Lends = Pick<ConnectionPool, "connect">;

/** Lends connections that have been told for which rows they are, with the seal that `key` makes. */
function scopedConnections(lending: Lends, key: string): (scope: string) => Promise<pg.PoolClient> {
  /** What each connection was told last. */
  const told = new WeakMap<pg.PoolClient, string>();

  async function connect(scope: string, mayTryAgain = true): Promise<pg.PoolClient> {
    const client = await lending.connect(scope === EVERYWHERE ? "everywhere" : "workspace");
    if (told.get(client) === scope) return client;
    try {
      told.delete(client);
      await client.query("select set_config($1, $2, false)", [SCOPE_SETTING, sealedScope(scope, key)]);
      told.set(client, scope);
      return client;
    } catch (error) {
      client.release(true);
      // It had been cut while nobody used it; nothing has been asked yet.
      if (mayTryAgain && isAway(error)) return connect(scope, false);
      throw error;
    }
  }
  return connect;
}

interface Connections {
  /** A query alone: on any connection that may see these rows. */
  queriesOf(scope: string): QueryRunner;
  /** On one connection from its beginning to its end. The driver would guess by the name of a class whether it may lend one. */
  transaction<T>(scope: string, work: (db: Transaction, client: QueryRunner) => Promise<T>): Promise<T>;
}

/**
 * The driver takes one question at a time: whoever asks two at once within a transaction gets the answers in turn. One that outlives its
 * transaction is refused, for the connection is somebody else's by then.
 */
function oneAfterAnother(client: pg.PoolClient): QueryRunner & { over(): void } {
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;
  return {
    query(config, values) {
      if (isOver) return Promise.reject(new Error("The transaction is over"));
      const named = prepareQuery(config, values);
      const answer = last.then(() => client.query(named, values));
      last = answer.catch(() => undefined);
      return answer;
    },
    over: () => void (isOver = true),
  };
}

function connectionsOn(lending: Lends, key: string): Connections {
  const connect = scopedConnections(lending, key);
  return {
    queriesOf: (scope) => ({
      async query(config, values) {
        const client = await connect(scope).catch(noticed);
        try {
          const result = await client.query(prepareQuery(config, values), values);
          client.release();
          return result;
        } catch (error) {
          client.release(isAway(error));
          return noticed(error);
        }
      },
    }),
    async transaction(scope, work) {
      const client = await connect(scope).catch(noticed);
      const asked = oneAfterAnother(client);
      let isBroken = true;
      try {
        const result = await drizzleOn(asked).transaction((db) => work(db, asked));
        isBroken = false;
        return result;
      } catch (error) {
        isBroken = isAway(error);
        return noticed(error);
      } finally {
        asked.over();
        client.release(isBroken);
      }
    },
  };
}

function noticed(error: unknown): never {
  notice(error);
  throw error;
}

const dialect = new PgDialect();

export function tenancyOn(lending: Lends, key: string): Tenancy {
  const { queriesOf, transaction } = connectionsOn(lending, key);
  /** On which connection a transaction is. */
  const clients = new WeakMap<object, QueryRunner>();
  const ambient = new AsyncLocalStorage<Around>();
  const aroundIn = (scope: string): Db | undefined => {
    const around = ambient.getStore();
    return around?.scope === scope ? around.db : undefined;
  };
  const open = (scope: string): Db => {
    const db = drizzleOn(queriesOf(scope));
    db.transaction = (work) =>
      transaction(scope, (inner, client) => {
        clients.set(inner, client);
        return work(inner);
      });
    return db;
  };
  const inTransaction = async <T>(scope: string, db: Db, work: () => Promise<T>, after: Around["after"]): Promise<T> => {
    const around: Around = { scope, db, client: clients.get(db) ?? ambient.getStore()?.client, after };
    try {
      return await ambient.run(around, work);
    } finally {
      around.db = undefined;
      around.client = undefined;
    }
  };
  const whole = async <T>(scope: string, of: Db, work: () => Promise<T>): Promise<T> => {
    const outer = ambient.getStore();
    const after = outer?.db ? outer.after : [];
    const result = await of.transaction((db) => inTransaction(scope, db, work, after));
    if (after !== outer?.after) for (const act of after) act();
    return result;
  };
  const queries = queriesOf(EVERYWHERE);
  const alone = open(EVERYWHERE);
  const everywhere = asAround(alone, () => aroundIn(EVERYWHERE));
  const scopeOf = (workspaceId: string): string => {
    if (!UUID.test(workspaceId)) throw new Error("Not the id of a workspace");
    return scopeWithin(workspaceId, agentsInReach());
  };
  const within = (scope: string): Db | undefined => aroundIn(scope) ?? aroundIn(EVERYWHERE);
  const of = (workspaceId: string): Db => {
    const scope = scopeOf(workspaceId);
    return within(scope) ?? open(scope);
  };
  return {
    everywhere,
    of,
    often: (workspaceId, name, question) => {
      const scope = scopeOf(workspaceId);
      const { sql: text, params } = dialect.sqlToQuery(question);
      return within(scope)?.execute(question) ?? queriesOf(scope).query({ name, text }, params);
    },
    ask: (workspaceId, statement, values) => {
      const scope = scopeOf(workspaceId);
      const client = within(scope) && ambient.getStore()?.client;
      return statement(client ?? queriesOf(scope), values);
    },
    together: (workspaceId, work) => whole(scopeWithin(workspaceId, agentsInReach()), of(workspaceId), work),
    query: (text, values = []) => {
      const client = ambient.getStore()?.client;
      return client ? client.query({ text }, [...values]) : queries.query({ text }, [...values]);
    },
    togetherEverywhere: (work) => whole(EVERYWHERE, everywhere, work),
    committed: (act) => {
      const around = ambient.getStore();
      if (around?.db) around.after.push(act);
      else act();
    },
  };
}

/** Handed out once, to whoever asks of everything: at each question it looks whether a transaction is around it. */
function asAround(alone: Db, around: () => Db | undefined): Db {
  return new Proxy(alone, {
    get(_alone, name) {
      const db = around() ?? alone;
      const value: unknown = Reflect.get(db, name);
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}
