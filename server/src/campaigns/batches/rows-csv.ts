/** The rows of a batch as CSV, in the wire's words. Pure. */
import type { BatchContact } from "@ongea/contract";
import { type Cell, csvHead, csvRow } from "../../platform/csv/rows.ts";

const COLUMNS: readonly (readonly [string, (row: BatchContact) => Cell])[] = [
  ["line", ({ line }) => line],
  ["number", ({ number }) => number],
  ["state", ({ state }) => state],
  ["outcome", ({ outcome }) => outcome],
  ["message_outcome", ({ message_outcome: outcome }) => outcome],
  ["reason", ({ problem, refusal, failure }) => problem ?? refusal ?? failure],
  ["attempts", ({ attempts }) => attempts],
  ["changed_at", ({ changed_at: at }) => at],
  ["not_before", ({ not_before: at }) => at],
  ["execution_id", ({ execution_id: id }) => id],
  ["thread_id", ({ thread_id: id }) => id],
];

export const ROWS_HEAD = csvHead(COLUMNS.map(([name]) => name));

export function rowLine(row: BatchContact): string {
  return csvRow(COLUMNS.map(([, read]) => read(row)));
}
