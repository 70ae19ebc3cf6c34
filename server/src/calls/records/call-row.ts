/** Calls as rows, and what is written of them. */
import type { Entry } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { executions } from "./tables.ts";

export type CallRow = typeof executions.$inferSelect;
export type NewCall = typeof executions.$inferInsert;
export type CallChange = Partial<Omit<NewCall, "id" | "workspaceId">>;

/** Which call, and whose. */
export interface CallKey {
  id: string;
  workspaceId: string;
}

/** What else is written down when calls of one workspace are over; what it returns is done when everything is stored. */
export type Ended = (db: Db, workspaceId: string, calls: readonly CallRow[]) => Promise<() => void>;

/** What happened in a call, to be stored together. It may be stored twice: the second time changes nothing. */
export interface CallWrite {
  /** The call has begun, with this row. */
  begin?: NewCall | undefined;
  change?: CallChange | undefined;
  entries?: readonly StoredEntry[] | undefined;
  /** What masked entries were before, sealed. */
  whole?: readonly { position: number; sealed: string }[] | undefined;
  /** The last change. */
  finish?: CallChange | undefined;
}

export interface WriteOfCall {
  call: CallKey;
  write: CallWrite;
}

export interface StoredEntry {
  position: number;
  entry: Entry;
}
