/** All the SQL of tags and notes on calls. */
import { MOST_CALL_NOTES, MOST_CALL_TAGS } from "@ongea/contract";
import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { CallKey, CallRow } from "../records/store.ts";
import { executions } from "../records/tables.ts";
import { callNotes } from "./tables.ts";

export type CallNoteRow = typeof callNotes.$inferSelect;

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Where one works in a transaction of the caller's, it says so. */
export interface LabelStore {
  /** Of the workspace, the most used first. */
  known(workspaceId: string): Promise<{ tag: string; calls: number }[]>;
  /** Refuses with "call.not_found". */
  tags(call: CallKey): Promise<string[]>;
  /** The call as it is then, and how many tags are new or gone. In a transaction. Refuses with "call.not_found" or "call.too_many_tags". */
  change(call: CallKey, change: TagChange): Promise<{ call: CallRow; added: number; removed: number }>;
  /** The newest first. Refuses with "call.not_found". */
  notes(call: CallKey): Promise<CallNoteRow[]>;
  /** In a transaction. Refuses with "call.not_found" or "call.too_many_notes". */
  addNote(call: CallKey, note: Pick<CallNoteRow, "text" | "author" | "authorId">): Promise<{ note: CallNoteRow; call: CallRow }>;
  /** Nobody else changes it until the transaction is over. */
  lockNote(call: CallKey, id: string): Promise<CallNoteRow | undefined>;
  /** In a transaction. Returns the call as it is then. */
  changeNote(note: CallNoteRow, text: string): Promise<{ note: CallNoteRow; call: CallRow }>;
  /** In a transaction. Returns the call as it is then. */
  removeNote(note: CallNoteRow): Promise<CallRow>;
}

const MOST_KNOWN = 500;

export function createLabelStore(tenancy: Tenancy): LabelStore {
  return { ...tagStore(tenancy), ...noteStore(tenancy) };
}

const the = ({ id, workspaceId }: CallKey) => and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));
const notesOf = ({ id, workspaceId }: CallKey) => and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.callId, id));

async function locked(tenancy: Tenancy, call: CallKey): Promise<CallRow> {
  const [row] = await tenancy.of(call.workspaceId).select().from(executions).where(the(call)).for("update");
  if (!row) throw refuse("call.not_found");
  return row;
}

function tagStore(tenancy: Tenancy): Pick<LabelStore, "known" | "tags" | "change"> {
  const tags = async (call: CallKey): Promise<string[]> => {
    const [row] = await tenancy.of(call.workspaceId).select({ tags: executions.tags }).from(executions).where(the(call));
    if (!row) throw refuse("call.not_found");
    return row.tags;
  };
  /** As the workspace writes it already, if it does. */
  const spelled = async (workspaceId: string, wanted: readonly string[]): Promise<string[]> => {
    if (wanted.length === 0) return [];
    const small = sql.join(
      wanted.map((tag) => sql`lower(${tag})`),
      sql`, `,
    );
    const { rows } = await tenancy.of(workspaceId).execute<{ tag: string }>(sql`
      select tag from executions, unnest(tags) tag where workspace_id = ${workspaceId} and tags <> '{}' and lower(tag) in (${small})
      group by tag order by count(*), tag desc`);
    const known = new Map(rows.map(({ tag }) => [tag.toLowerCase(), tag]));
    return wanted.map((tag) => known.get(tag.toLowerCase()) ?? tag);
  };
  return {
    async known(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ tag: string; calls: number }>(sql`
        select tag, count(*)::int as calls from executions, unnest(tags) tag where workspace_id = ${workspaceId} and tags <> '{}'
        group by tag order by calls desc, tag limit ${MOST_KNOWN}`);
      return rows;
    },
    tags,
    async change(call, { add, remove }) {
      const row = await locked(tenancy, call);
      const gone = new Set(remove.map((tag) => tag.toLowerCase()));
      const kept = row.tags.filter((tag) => !gone.has(tag.toLowerCase()));
      const there = new Set(kept.map((tag) => tag.toLowerCase()));
      const wanted = add.filter((tag) => !there.has(tag.toLowerCase()) && there.add(tag.toLowerCase()));
      const now = [...kept, ...(await spelled(call.workspaceId, wanted))];
      if (now.length > MOST_CALL_TAGS) throw refuse("call.too_many_tags");
      const changed = { call: { ...row, tags: now }, added: wanted.length, removed: row.tags.length - kept.length };
      if (changed.added + changed.removed > 0)
        await tenancy.of(call.workspaceId).update(executions).set({ tags: now }).where(the(call));
      return changed;
    },
  };
}

function noteStore(tenancy: Tenancy): Omit<LabelStore, keyof ReturnType<typeof tagStore>> {
  const counted = async (call: CallKey): Promise<CallRow> => {
    const written = sql`(select count(*)::int from call_notes where call_id = ${call.id})`;
    const db = tenancy.of(call.workspaceId);
    const [row] = await db.update(executions).set({ notes: written }).where(the(call)).returning();
    if (!row) throw refuse("call.not_found");
    return row;
  };
  return {
    async notes(call) {
      const db = tenancy.of(call.workspaceId);
      const [row] = await db.select({ id: executions.id }).from(executions).where(the(call));
      if (!row) throw refuse("call.not_found");
      return db
        .select()
        .from(callNotes)
        .where(notesOf(call))
        .orderBy(desc(callNotes.createdAt), callNotes.id)
        .limit(MOST_CALL_NOTES);
    },
    async addNote(call, { text, author, authorId }) {
      const { agentId } = await locked(tenancy, call);
      const db = tenancy.of(call.workspaceId);
      const [there] = await db.select({ count: count() }).from(callNotes).where(notesOf(call));
      if ((there?.count ?? 0) >= MOST_CALL_NOTES) throw refuse("call.too_many_notes");
      const values = { workspaceId: call.workspaceId, callId: call.id, agentId, text, author, authorId };
      const [note] = await db.insert(callNotes).values(values).returning();
      if (!note) throw refuse("call.not_found");
      return { note, call: await counted(call) };
    },
    async lockNote(call, id) {
      // In the order in which a redaction locks them.
      await locked(tenancy, call);
      const isOne = and(notesOf(call), eq(callNotes.id, id));
      const [note] = await tenancy.of(call.workspaceId).select().from(callNotes).where(isOne).for("update");
      return note;
    },
    async changeNote({ id, workspaceId, callId }, text) {
      const isOne = and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.id, id));
      const set = { text, changedAt: sql`now()` };
      const [note] = await tenancy.of(workspaceId).update(callNotes).set(set).where(isOne).returning();
      if (!note) throw refuse("call.note_not_found");
      return { note, call: await locked(tenancy, { id: callId, workspaceId }) };
    },
    async removeNote({ id, workspaceId, callId }) {
      const isOne = and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.id, id));
      await tenancy.of(workspaceId).delete(callNotes).where(isOne);
      return counted({ id: callId, workspaceId });
    },
  };
}

/** What people have written about these calls, of each the newest first, and so many notes in all. */
export async function noteTexts(
  db: Db,
  workspaceId: string,
  callIds: readonly string[],
  most = MOST_CALL_NOTES,
): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  if (callIds.length === 0) return texts;
  const { callId, text, createdAt, id } = callNotes;
  const rows = await db
    .select({ callId, text })
    .from(callNotes)
    .where(and(eq(callNotes.workspaceId, workspaceId), inArray(callId, [...callIds])))
    .orderBy(desc(createdAt), id)
    .limit(most);
  for (const row of rows) texts.set(row.callId, [...(texts.get(row.callId) ?? []), row.text]);
  return texts;
}

/** What people have written about a call goes the way of what was said in it. In a transaction of the caller's. */
export async function rewriteLabels(
  tenancy: Tenancy,
  call: CallKey,
  rewrite: { note(text: string): string; tag(tag: string): string },
): Promise<void> {
  const db = tenancy.of(call.workspaceId);
  for (const { id, text } of await db.select().from(callNotes).where(notesOf(call))) {
    const now = rewrite.note(text);
    if (now !== text) await db.update(callNotes).set({ text: now }).where(eq(callNotes.id, id));
  }
  const [row] = await db.select({ tags: executions.tags }).from(executions).where(the(call));
  // A tag of which words are gone is a tag no more.
  const tags = row?.tags.filter((tag) => rewrite.tag(tag) === tag);
  if (tags && tags.length < (row?.tags.length ?? 0)) await db.update(executions).set({ tags }).where(the(call));
}
