/** The SQL of calls that their number has rejected, to answer them otherwise. */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { CallKey, CallRow } from "../call-row.ts";
import { executions } from "../tables.ts";
import type { MissedCallTrait } from "./trait.ts";

export interface MissedCallStore {
  /** Until the transaction around it is done, nobody else judges missed calls of this number. */
  hold(db: Db, workspaceId: string, number: string): Promise<void>;
  /** Missed calls of this number that are answered, or will be: of this person within their pause, and of anybody within an hour. */
  answered(db: Db, call: CallRow, pauseMinutes: number): Promise<{ ofPerson: number; ofNumber: number }>;
  /** Returns it as it is now. */
  settle(db: Db, call: CallKey, outcome: Partial<MissedCallTrait>): Promise<CallRow | undefined>;
}

export function createMissedCallStore(): MissedCallStore {
  return {
    async hold(db, workspaceId, number) {
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`missed calls ${workspaceId} ${number}`}, 0))`);
    },
    async answered(db, { id, workspaceId, toNumber, person, createdAt }, pauseMinutes) {
      const counted = sql`workspace_id = ${workspaceId} and to_number = ${toNumber} and id <> ${id}
        and traits -> 'missed' ->> 'state' in ('waiting', 'answered')`;
      const at = createdAt.toISOString();
      const { rows } = await db.execute<{ of_person: number; of_number: number }>(sql`select
        (select count(*)::int from executions where ${counted} and person = ${person}
          and created_at > ${at}::timestamptz - make_interval(mins => ${pauseMinutes})) as of_person,
        (select count(*)::int from executions where ${counted} and created_at > ${at}::timestamptz - interval '1 hour') as of_number`);
      return { ofPerson: rows[0]?.of_person ?? 0, ofNumber: rows[0]?.of_number ?? 0 };
    },
    async settle(db, { id, workspaceId }, outcome) {
      const traits = sql`jsonb_set(traits, '{missed}', traits -> 'missed' || ${JSON.stringify(outcome)}::jsonb)`;
      const its = and(eq(executions.workspaceId, workspaceId), eq(executions.id, id), sql`traits ? 'missed'`);
      const [row] = await db.update(executions).set({ traits, updatedAt: new Date() }).where(its).returning();
      return row;
    },
  };
}
