/** The SQL of whole entries. They are written with the journal that they belong to (records/writes). */
import { and, asc, eq } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallKey } from "../records/store.ts";
import { wholeEntries } from "./tables.ts";

export interface SealedEntry {
  position: number;
  sealed: string;
}

export interface WholeEntryStore {
  of(call: CallKey): Promise<SealedEntry[]>;
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
