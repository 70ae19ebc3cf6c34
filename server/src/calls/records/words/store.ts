/** What other domains keep of the words of calls: it goes with them. */
import { type SQL, sql } from "drizzle-orm";
import type { CallKey } from "../call-row.ts";

export interface CallWords {
  /** A statement that deletes what is kept of these calls; `calls`: a query or a list of their ids. */
  remove(calls: SQL): SQL;
  /** In the transaction of a redaction. Absent: all that is kept of the call is removed. */
  rewrite?(call: CallKey, rewrite: (text: string) => string): Promise<void>;
  /** How an export names it, and what is kept of one call, as a JSON value. */
  exported: { name: string; of(call: SQL): SQL };
}

/** Statements of one query, each under a name of its own. */
export function removals(statements: readonly SQL[]): SQL {
  return sql.join(
    statements.map((statement, n) => sql`${sql.raw(`removed_${n}`)} as (${statement})`),
    sql`, `,
  );
}
