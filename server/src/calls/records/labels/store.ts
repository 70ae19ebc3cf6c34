/** The SQL of what people put on a call's row: its tags, and how many notes there are on it. */
import { MOST_CALL_TAGS } from "@ongea/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import type { CallKey, CallRow } from "../call-row.ts";
import { executions } from "../tables.ts";

export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Each refuses with "call.not_found". */
export interface CallLabels {
  /** Nobody else changes the call until the transaction around it is over. */
  lock(call: CallKey): Promise<CallRow>;
  /** Of the workspace, the most used first. */
  known(workspaceId: string): Promise<{ tag: string; calls: number }[]>;
  tags(call: CallKey): Promise<string[]>;
  /** The call as it is then, and how many tags are new or gone. In a transaction. Refuses with "call.too_many_tags". */
  change(call: CallKey, change: TagChange): Promise<{ call: CallRow; added: number; removed: number }>;
  /** There are so many notes on it now. In a transaction. Returns the call as it is then. */
  noted(call: CallKey, notes: number): Promise<CallRow>;
}

const MOST_KNOWN = 500;

export function createCallLabels(tenancy: Tenancy): CallLabels {
  const the = ({ id, workspaceId }: CallKey) => and(eq(executions.workspaceId, workspaceId), eq(executions.id, id));
  const lock = async (call: CallKey): Promise<CallRow> => {
    const [row] = await tenancy.of(call.workspaceId).select().from(executions).where(the(call)).for("update");
    if (!row) throw refuse("call.not_found");
    return row;
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
    lock,
    async known(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ tag: string; calls: number }>(sql`
        select tag, count(*)::int as calls from executions, unnest(tags) tag where workspace_id = ${workspaceId} and tags <> '{}'
        group by tag order by calls desc, tag limit ${MOST_KNOWN}`);
      return rows;
    },
    async tags(call) {
      const [row] = await tenancy.of(call.workspaceId).select({ tags: executions.tags }).from(executions).where(the(call));
      if (!row) throw refuse("call.not_found");
      return row.tags;
    },
    async change(call, { add, remove }) {
      const row = await lock(call);
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
    async noted(call, notes) {
      const [row] = await tenancy.of(call.workspaceId).update(executions).set({ notes }).where(the(call)).returning();
      if (!row) throw refuse("call.not_found");
      return row;
    },
  };
}
