/** Documents that a demo workspace begins with, read already. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

export interface SeededDocument {
  id: string;
  title: string;
  agentId: string;
  createdAt: string;
  passages: readonly { heading: string; text: string }[];
}

const PASSAGE_TOKENS = 512;
const OVERLAP_TOKENS = 64;

export async function addSeededDocuments(db: Db, workspaceId: string, made: readonly SeededDocument[]): Promise<void> {
  const rows = made.map((one) => ({
    ...one,
    size: one.passages.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0),
    chunks: one.passages.length,
  }));
  await db.execute(sql`
    insert into knowledge_items (id, workspace_id, title, type, size, status, progress, chunks, chunk_size, overlap, mode, used_by,
      created_at, updated_at)
    select id, ${workspaceId}, title, 'text', size, 'ready', 1, chunks, ${PASSAGE_TOKENS}, ${OVERLAP_TOKENS}, 'automatic',
      array["agentId"], "createdAt", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, title text, size integer, chunks integer, "agentId" uuid,
      "createdAt" timestamptz)`);
  const passages = made.flatMap(({ id, passages: all }) => all.map((one, position) => ({ ...one, id, position })));
  await db.execute(sql`
    insert into knowledge_chunks (item_id, workspace_id, position, heading, text)
    select id, ${workspaceId}, position, heading, text
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as row (id uuid, position integer, heading text, text text)`);
}
