/** The SQL of whole entries. They are written with the journal that they belong to, and go with it. */
import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { wholeEntries } from "./tables.ts";

export interface CallOfEntries {
  id: string;
  workspaceId: string;
}

export interface SealedEntry {
  position: number;
  sealed: string;
}

export interface WholeEntryStore {
  of(call: CallOfEntries): Promise<SealedEntry[]>;
}

export function createWholeEntryStore(tenancy: Tenancy): WholeEntryStore {
  return {
    of({ id, workspaceId }) {
      const { position, sealed } = wholeEntries;
      return tenancy
        .of(workspaceId)
        .select({ position, sealed })
        .from(wholeEntries)
        .where(and(eq(wholeEntries.workspaceId, workspaceId), eq(wholeEntries.callId, id)))
        .orderBy(asc(position));
    },
  };
}

/** Of calls for which `runs` holds: a write that is stored again later brings back nothing that was taken away meanwhile. */
export async function addWholeEntries(
  db: Db,
  workspaceId: string,
  whole: readonly (SealedEntry & { call_id: string })[],
  runs: (callId: SQL) => SQL,
): Promise<void> {
  if (whole.length === 0) return;
  await db.execute(sql`insert into whole_entries (workspace_id, call_id, position, sealed)
    select ${workspaceId}::uuid, given.call_id, given.position, given.sealed
    from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as given (call_id uuid, position integer, sealed text)
    where ${runs(sql`given.call_id`)} on conflict do nothing`);
}

/** `calls`: a query or a list of their ids. */
export const deleteWholeEntriesOf = (calls: SQL): SQL => sql`delete from whole_entries where call_id in (${calls})`;
