/**
 * Queries whose text drizzle writes once, since to write it takes longer than to send it: for work that asks the same for each message.
 * PostgreSQL prepares each once on a connection (`prepared-statements.ts`).
 */
import { type Placeholder, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "./db.ts";
import { statementName } from "./prepared-statements.ts";

/** What drizzle needs of a connection. */
export interface QueryRunner {
  query(config: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

/** A query without its values. */
export type Statement<Values, Result> = (on: QueryRunner, values: Values) => Promise<Result>;

/** What drizzle has put together of a query. */
interface Written<Result> {
  toSQL(): { sql: string };
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> };
}

export function drizzleOn(asked: QueryRunner): NodePgDatabase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver uses `query` alone
  return drizzle(asked as unknown as pg.Client);
}

/** Whom the statement that is being sent is for: drizzle asks within the same step. */
let target: QueryRunner | undefined;
const routed = drizzleOn({
  query(config, values) {
    if (target === undefined) throw new Error("A statement was sent to nobody");
    return target.query(config, values);
  },
});

/** `value` stands where a value of this name will be. */
export function createStatement<Values extends Record<string, unknown>, Result>(
  write: (db: Db, value: (name: keyof Values & string) => Placeholder) => Written<Result>,
): Statement<Values, Result> {
  let prepared: ReturnType<Written<Result>["prepare"]> | undefined;
  return (on, values) => {
    if (prepared === undefined) {
      const written = write(routed, (name) => sql.placeholder(name));
      prepared = written.prepare(statementName(written.toSQL().sql) ?? "");
    }
    target = on;
    try {
      return prepared.execute(values);
    } finally {
      target = undefined;
    }
  };
}
