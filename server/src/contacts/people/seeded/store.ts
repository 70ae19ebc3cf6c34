/** The SQL of people of a demo workspace. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";

export interface SeededContact {
  number: string;
  name: string;
  language: string;
  tags: readonly string[];
  fields: Readonly<Record<string, string>>;
  notes: readonly { text: string; author: string; at: string }[];
}

/** What is known of contacts that there are, by their numbers. */
export async function addSeededContacts(db: Db, workspaceId: string, known: readonly SeededContact[]): Promise<void> {
  await db.execute(sql`
    with known as (
      select i.contact_id as id, row.* from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as row (
        number text, name text, language text, tags jsonb, fields jsonb, notes jsonb)
      join contact_identities i on i.workspace_id = ${workspaceId} and i.kind = 'phone' and i.value = row.number
    ), named as (
      update contacts c set name = known.name, language = known.language, fields = known.fields,
        tags = array(select jsonb_array_elements_text(known.tags))
      from known where c.id = known.id
    )
    insert into contact_notes (workspace_id, contact_id, text, author, created_at)
    select ${workspaceId}, known.id, note.text, note.author, note.at
    from known, jsonb_to_recordset(known.notes) as note (text text, author text, at timestamptz)`);
}

export interface SeededVisitor {
  id: string;
  visitor: string;
  name: string;
  language: string;
  at: string;
}

/** Contacts who write by a web chat. */
export async function addSeededVisitors(db: Db, workspaceId: string, made: readonly SeededVisitor[]): Promise<void> {
  await db.execute(sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as row (id uuid, visitor text, name text, language text, at timestamptz)
    ), people as (
      insert into contacts (id, workspace_id, name, language, created_at, updated_at)
      select id, ${workspaceId}, name, language, at, at from made returning id
    )
    insert into contact_identities (workspace_id, kind, value, contact_id)
    select ${workspaceId}, 'visitor', made.visitor, people.id from people join made using (id)`);
}
