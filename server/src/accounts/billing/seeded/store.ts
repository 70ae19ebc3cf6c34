/** The SQL of the ledger of a demo workspace. */
import type { CreditEntry, Currency } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

/** One that is made, not spent: of a demo workspace. */
export interface SeededCredit {
  id: string;
  at: string;
  kind: CreditEntry["kind"];
  amount_micros: number;
  note: string;
  subject: string | null;
}

/** Many at a time. */
export async function addSeededCredits(
  db: Db,
  workspaceId: string,
  currency: Currency,
  credits: readonly SeededCredit[],
): Promise<void> {
  await db.execute(sql`
    insert into credit_entries (id, workspace_id, at, kind, amount_micros, currency, note, subject)
    select id, ${workspaceId}, at, kind, amount_micros, ${currency}, note, subject
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as row (id uuid, at timestamptz, kind text,
      amount_micros bigint, note text, subject text)`);
}
