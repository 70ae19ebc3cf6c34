/** Entries of the ledger as CSV, in the wire's words. Pure. */
import type { CreditEntry } from "@ongea/contract";
import { csvHead, csvRow } from "../../platform/csv/rows.ts";

export const LEDGER_HEAD = csvHead(["id", "at", "kind", "amount", "currency", "note"]);

export function ledgerLine({ id, at, kind, amount_minor, currency, note }: CreditEntry): string {
  // Kept in millionths of the unit: whatever a division leaves behind those is none.
  return csvRow([id, at, kind, Math.round(amount_minor * 10_000) / 1_000_000, currency, note]);
}
