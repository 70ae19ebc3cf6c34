/** The SQL of batches of a demo workspace. */
import type { BatchStatus, RowProblem } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { type ContactState } from "../tables.ts";

export interface SeededBatch {
  id: string;
  agentId: string;
  status: BatchStatus;
  fileName: string;
  fromNumber: string;
  createdAt: string;
  updatedAt: string;
  contacts: readonly SeededBatchContact[];
}

export interface SeededBatchContact {
  line: number;
  number: string;
  variables: Readonly<Record<string, string>>;
  state: ContactState;
  problem: RowProblem | null;
  outcome: string | null;
  attempts: number;
  executionId: string | null;
}

/** With their contacts. */
export async function addSeededBatches(db: Db, workspaceId: string, made: readonly SeededBatch[]): Promise<void> {
  const rows = made.map(({ contacts, ...batch }) => ({
    ...batch,
    total: contacts.length,
    valid: contacts.filter(({ state }) => state !== "refused").length,
  }));
  await db.execute(sql`
    insert into batches (id, workspace_id, agent_id, status, file_name, from_numbers, valid_contacts, total_contacts, created_at, updated_at)
    select id, ${workspaceId}, "agentId", status, "fileName", array["fromNumber"], valid, total, "createdAt", "updatedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, "agentId" uuid, status text, "fileName" text,
      "fromNumber" text, valid integer, total integer, "createdAt" timestamptz, "updatedAt" timestamptz)`);
  const contacts = made.flatMap(({ id, contacts: all }) => all.map((one) => ({ ...one, batchId: id })));
  await db.execute(sql`
    insert into batch_contacts (batch_id, workspace_id, line, number, variables, state, problem, outcome, attempts, execution_id)
    select "batchId", ${workspaceId}, line, number, variables, state, problem, outcome, attempts, "executionId"
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as row ("batchId" uuid, line integer, number text, variables jsonb,
      state text, problem text, outcome text, attempts integer, "executionId" uuid)`);
}
