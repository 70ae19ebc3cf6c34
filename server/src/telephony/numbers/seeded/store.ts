/** The SQL of numbers of a demo workspace. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

export interface SeededNumber {
  /** The assistant that answers it. */
  id: string;
  number: string;
  createdAt: Date;
}

/** Many at a time, which no carrier leads to: `held` is false. Those that somebody has are left out. */
export async function addSeededNumbers(db: Db, workspaceId: string, made: readonly SeededNumber[]): Promise<void> {
  const rows = made.map(({ id, number, createdAt: at }) => ({ id, number, at }));
  await db.execute(sql`
    insert into numbers (number, workspace_id, agent_id, created_at, held)
    select number, ${workspaceId}, id, at, false
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, number text, at timestamptz)
    on conflict (number) do nothing`);
}
