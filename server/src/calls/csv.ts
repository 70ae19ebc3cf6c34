/** Calls as CSV (RFC 4180), in the wire's words. Pure. */
import type { Execution } from "@ongea/contract";

type Cell = string | number | null;

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
  ["batch_id", (call) => call.batch_id],
  ["goal_reached", (_call, reached) => (reached === undefined ? null : String(reached))],
];

/** A spreadsheet reads a text that begins so as a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r]/;

/** Spreadsheets take a file for UTF-8 when it begins so. */
export const CSV_HEAD = `\uFEFF${lineOf(COLUMNS.map(([name]) => name))}`;

export function csvLine(call: Execution, reached?: boolean): string {
  return lineOf(COLUMNS.map(([, read]) => read(call, reached)));
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
