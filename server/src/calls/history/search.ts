/** The list of calls by words that are looked for in them; a later domain finds them. */
import type { PageOf } from "../../platform/database/keyset.ts";
import type { TotalsRow } from "../records/counts/store.ts";
import type { CallFilter, CallKind, CallRow } from "../records/store.ts";

export interface CallQuery extends CallFilter {
  /** A number or words; undefined or empty: whatever was said. */
  q?: string | undefined;
}

export interface CallSums {
  row: TotalsRow | undefined;
  /** Of the calls that were found by words; undefined: none were looked for. */
  ids: readonly string[] | undefined;
  hasMore: boolean;
}

/** `text` is not empty. */
export interface CallSearch {
  list(workspaceId: string, text: string, wanted: CallFilter): Promise<PageOf<CallRow>>;
  /** What those add up to that a list without an end would show. */
  sums(workspaceId: string, text: string, kind: CallKind): Promise<CallSums>;
  /** Of each of these calls whose notes hold some of the words, the note that holds most of them. */
  matchingNotes(workspaceId: string, text: string, rows: readonly CallRow[]): Promise<Record<string, string>>;
}
