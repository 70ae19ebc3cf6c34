/** All the SQL of notes on calls. */
import { MOST_CALL_NOTES } from "@ongea/contract";
import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { CallKey, CallLabels, CallRow, CallWords } from "../../calls/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { callNotes } from "./tables.ts";

export type CallNoteRow = typeof callNotes.$inferSelect;

/** Each that changes something works in a transaction of the caller's, and returns the call as it is then. */
export interface NoteStore {
  /** The newest first. Refuses with "call.not_found". */
  notes(call: CallKey): Promise<CallNoteRow[]>;
  /** Refuses with "call.not_found" or "call.too_many_notes". */
  add(call: CallKey, note: Pick<CallNoteRow, "text" | "author" | "authorId">): Promise<{ note: CallNoteRow; call: CallRow }>;
  /** Nobody else changes it until the transaction is over. */
  lock(call: CallKey, id: string): Promise<CallNoteRow | undefined>;
  change(note: CallNoteRow, text: string): Promise<{ note: CallNoteRow; call: CallRow }>;
  remove(note: CallNoteRow): Promise<CallRow>;
}

const notesOf = ({ id, workspaceId }: CallKey) => and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.callId, id));

export function createNoteStore(tenancy: Tenancy, calls: Pick<CallLabels, "lock" | "tags" | "noted">): NoteStore {
  const counted = async (call: CallKey): Promise<number> => {
    const [there] = await tenancy.of(call.workspaceId).select({ count: count() }).from(callNotes).where(notesOf(call));
    return there?.count ?? 0;
  };
  return {
    async notes(call) {
      await calls.tags(call);
      const rows = tenancy.of(call.workspaceId).select().from(callNotes).where(notesOf(call));
      return rows.orderBy(desc(callNotes.createdAt), callNotes.id).limit(MOST_CALL_NOTES);
    },
    async add(call, { text, author, authorId }) {
      const { agentId } = await calls.lock(call);
      const there = await counted(call);
      if (there >= MOST_CALL_NOTES) throw refuse("call.too_many_notes");
      const values = { workspaceId: call.workspaceId, callId: call.id, agentId, text, author, authorId };
      const [note] = await tenancy.of(call.workspaceId).insert(callNotes).values(values).returning();
      if (!note) throw refuse("call.not_found");
      return { note, call: await calls.noted(call, there + 1) };
    },
    async lock(call, id) {
      // In the order in which a redaction locks them.
      await calls.lock(call);
      const isOne = and(notesOf(call), eq(callNotes.id, id));
      const [note] = await tenancy.of(call.workspaceId).select().from(callNotes).where(isOne).for("update");
      return note;
    },
    async change({ id, workspaceId, callId }, text) {
      const isOne = and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.id, id));
      const set = { text, changedAt: sql`now()` };
      const [note] = await tenancy.of(workspaceId).update(callNotes).set(set).where(isOne).returning();
      if (!note) throw refuse("call.note_not_found");
      return { note, call: await calls.lock({ id: callId, workspaceId }) };
    },
    async remove({ id, workspaceId, callId }) {
      const isOne = and(eq(callNotes.workspaceId, workspaceId), eq(callNotes.id, id));
      await tenancy.of(workspaceId).delete(callNotes).where(isOne);
      const call = { id: callId, workspaceId };
      return calls.noted(call, await counted(call));
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
  const { id, callId, text, createdAt } = callNotes;
  const rows = await db
    .select({ callId, text })
    .from(callNotes)
    .where(and(eq(callNotes.workspaceId, workspaceId), inArray(callId, [...callIds])))
    .orderBy(desc(createdAt), id)
    .limit(most);
  for (const row of rows) texts.set(row.callId, [...(texts.get(row.callId) ?? []), row.text]);
  return texts;
}

/** What people have written about a call goes the way of what was said in it. */
export function noteWords(tenancy: Tenancy): CallWords {
  return {
    remove: (calls) => sql`delete from call_notes where call_id in (${calls})`,
    async rewrite(call, rewrite) {
      const db = tenancy.of(call.workspaceId);
      for (const { id, text } of await db.select().from(callNotes).where(notesOf(call))) {
        const now = rewrite(text);
        if (now !== text) await db.update(callNotes).set({ text: now }).where(eq(callNotes.id, id));
      }
    },
    exported: {
      name: "people_notes",
      of: (call) =>
        sql`(select coalesce(jsonb_agg(to_jsonb(note) order by created_at), '[]') from call_notes note where call_id = ${call})`,
    },
  };
}
