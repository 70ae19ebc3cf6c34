/** The SQL of keys of a demo workspace. */
import type { KeyScope, Role } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../../../platform/database/db.ts";
import { LAST_LENGTH, PREFIX_LENGTH, hashOf, newKey } from "../store.ts";

export interface SeededKey {
  id: string;
  name: string;
  scope: KeyScope;
  role: Role;
  createdAt: string;
  lastUsedAt: string;
  /** By day (UTC): requests that were answered. */
  calls: readonly { day: string; calls: number }[];
}

/** Keys that nobody has: they open nothing. */
export async function addSeededKeys(db: Db, workspaceId: string, made: readonly SeededKey[]): Promise<void> {
  const rows = made.map((one) => {
    const key = newKey();
    return { ...one, prefix: key.slice(0, PREFIX_LENGTH), lastFour: key.slice(-LAST_LENGTH), keyHash: hashOf(key) };
  });
  await db.execute(sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, name text, scope text, role text,
        "createdAt" timestamptz, "lastUsedAt" timestamptz, prefix text, "lastFour" text, "keyHash" text, calls jsonb)
    ), keys as (
      insert into api_keys (id, workspace_id, name, prefix, last_four, key_hash, role, scope, created_at, last_used_at)
      select id, ${workspaceId}, name, prefix, "lastFour", "keyHash", role, scope, "createdAt", "lastUsedAt" from made
      returning id
    )
    insert into api_key_calls (workspace_id, key_id, day, calls)
    select ${workspaceId}, keys.id, used.day, used.calls
    from keys join made using (id), jsonb_to_recordset(made.calls) as used (day date, calls bigint)`);
}
