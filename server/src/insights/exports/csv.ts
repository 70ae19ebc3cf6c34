/** Calls as CSV (RFC 4180) and as Parquet, in the wire's words. Pure. */
import type { Execution } from "@ongea/contract";
import { type Cell, csvHead, csvRow } from "../../platform/csv/rows.ts";
import type { ParquetColumn } from "./parquet.ts";

export interface ExportedCall {
  call: Execution;
  /** Whether it has come to what its batch is for; undefined: there is nothing to be reached, or not yet. */
  reached?: boolean | undefined;
  /** By name. */
  topic?: string | undefined;
}

const COLUMNS: readonly (readonly [string, (of: ExportedCall) => Cell])[] = [
  ["execution_id", ({ call }) => call.id],
  ["created_at", ({ call }) => call.created_at],
  ["call_type", ({ call }) => call.telephony_data.call_type],
  ["user_number", ({ call }) => call.user_number],
  ["agent_number", ({ call }) => call.agent_number],
  ["agent_name", ({ call }) => call.agent_name],
  ["status", ({ call }) => call.status],
  ["duration_seconds", ({ call }) => call.conversation_duration],
  ["cost_usd", ({ call }) => Math.round(call.total_cost * 10_000) / 1_000_000],
  ["hangup_by", ({ call }) => call.telephony_data.hangup_by],
  ["hangup_reason", ({ call }) => call.telephony_data.hangup_reason],
  ["transcript", ({ call }) => call.transcript],
  ["tags", ({ call }) => call.tags.join("|")],
  ["notes", ({ call }) => call.notes],
  ["batch_id", ({ call }) => call.batch_id],
  ["goal_reached", ({ reached }) => (reached === undefined ? null : String(reached))],
  ["topic", ({ topic }) => topic ?? null],
];

export const CSV_HEAD = csvHead(COLUMNS.map(([name]) => name));

export function csvLine(exported: ExportedCall): string {
  return csvRow(COLUMNS.map(([, read]) => read(exported)));
}

const TYPES: Readonly<Record<string, ParquetColumn<ExportedCall>["type"]>> = {
  created_at: "TIMESTAMP",
  duration_seconds: "DOUBLE",
  cost_usd: "DOUBLE",
  goal_reached: "BOOLEAN",
};

/** The columns of the CSV with types; nothing stands before what looks like a formula. */
export const PARQUET_COLUMNS: readonly ParquetColumn<ExportedCall>[] = COLUMNS.map(([name, cell]) => {
  const type = TYPES[name] ?? "STRING";
  return { name, type, read: (exported) => typed(cell(exported), type) };
});

function typed(value: Cell, type: ParquetColumn<ExportedCall>["type"]): string | number | boolean | Date | null {
  if (value === null || value === undefined) return null;
  if (type === "TIMESTAMP") return new Date(value);
  if (type === "DOUBLE") return Number(value);
  return type === "BOOLEAN" ? value === "true" : String(value);
}
