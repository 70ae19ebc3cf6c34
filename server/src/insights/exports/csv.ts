/** Calls as CSV (RFC 4180), in the wire's words. Pure. */
import type { Execution } from "@ongea/contract";
import { type Cell, csvHead, csvRow } from "../../platform/csv/rows.ts";

/** `reached`: whether it has come to what its batch is for; undefined: there is nothing to be reached, or not yet. */
const COLUMNS: readonly (readonly [string, (call: Execution, reached: boolean | undefined) => Cell])[] = [
  ["execution_id", (call) => call.id],
  ["created_at", (call) => call.created_at],
  ["call_type", (call) => call.telephony_data.call_type],
  ["user_number", (call) => call.user_number],
  ["agent_number", (call) => call.agent_number],
  ["agent_name", (call) => call.agent_name],
  ["status", (call) => call.status],
  ["duration_seconds", (call) => call.conversation_duration],
  ["cost_usd", (call) => Math.round(call.total_cost * 10_000) / 1_000_000],
  ["hangup_by", (call) => call.telephony_data.hangup_by],
  ["hangup_reason", (call) => call.telephony_data.hangup_reason],
  ["transcript", (call) => call.transcript],
  ["tags", (call) => call.tags.join("|")],
  ["notes", (call) => call.notes],
  ["batch_id", (call) => call.batch_id],
  ["goal_reached", (_call, reached) => (reached === undefined ? null : String(reached))],
];

export const CSV_HEAD = csvHead(COLUMNS.map(([name]) => name));

export function csvLine(call: Execution, reached?: boolean): string {
  return csvRow(COLUMNS.map(([, read]) => read(call, reached)));
}
