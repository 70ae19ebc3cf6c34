/** All the SQL of retention, legal holds and erasures. */
import type { Deletion, Retention } from "@ongea/contract";
import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { deletions, erasures, retention } from "./tables.ts";
import { type LegalHolds, holding } from "./holds/store.ts";

export type ErasureRow = typeof erasures.$inferSelect;
type Page = { cursor?: string | undefined; limit: number };

export interface PrivacyStore extends LegalHolds {
  retentionOf(workspaceId: string): Promise<Retention>;
  /** Of every workspace that deletes anything. */
  retentions(): Promise<{ workspaceId: string; days: Retention }[]>;
  setRetention(workspaceId: string, days: Retention): Promise<void>;
  /** Adds to what this one has deleted so far. */
  addDeletion(deletion: {
    id: string;
    workspaceId: string;
    reason: Deletion["reason"];
    counts: Record<string, number>;
    at: Date;
  }): Promise<void>;
  readDeletion(workspaceId: string, id: string): Promise<typeof deletions.$inferSelect | undefined>;
  deletions(workspaceId: string, page: Page): Promise<PageOf<typeof deletions.$inferSelect>>;
  beginErasure(erasure: Pick<ErasureRow, "id" | "workspaceId" | "hashes" | "actor">): Promise<void>;
  endErasure(workspaceId: string, id: string): Promise<void>;
  /** Those that a killed server has left. */
  undone(): Promise<ErasureRow[]>;
  /** Of these, those of workspaces that are there and which the database does not know: it was brought back from an older copy. */
  bringBack(found: readonly Pick<ErasureRow, "id" | "workspaceId" | "hashes" | "actor">[]): Promise<number>;
}

const NOTHING: Retention = { audio: null, transcripts: null, calls: null, messages: null, deliveries: null };

export function createPrivacyStore(tenancy: Tenancy): PrivacyStore {
  return { ...retaining(tenancy), ...holding(tenancy), ...erasing(tenancy) };
}

function retaining(
  tenancy: Tenancy,
): Pick<PrivacyStore, "retentionOf" | "retentions" | "setRetention" | "addDeletion" | "readDeletion" | "deletions"> {
  return {
    async retentionOf(workspaceId) {
      const [row] = await tenancy.of(workspaceId).select().from(retention).where(eq(retention.workspaceId, workspaceId));
      return { ...NOTHING, ...row?.days };
    },
    retentions: () => tenancy.everywhere.select().from(retention),
    async setRetention(workspaceId, days) {
      const target = retention.workspaceId;
      await tenancy.of(workspaceId).insert(retention).values({ workspaceId, days }).onConflictDoUpdate({ target, set: { days } });
    },
    async addDeletion({ id, workspaceId, reason, counts, at }) {
      await tenancy.of(workspaceId).execute(sql`
        insert into deletions as kept (id, workspace_id, reason, at, counts)
        values (${id}, ${workspaceId}, ${reason}, ${at.toISOString()}::timestamptz, ${JSON.stringify(counts)}::jsonb)
        on conflict (id) do update set counts = (
          select coalesce(jsonb_object_agg(key, rows), '{}') from (
            select key, sum(value::int) as rows from (
              select * from jsonb_each_text(kept.counts) union all select * from jsonb_each_text(excluded.counts)) each group by key
          ) added)`);
    },
    async readDeletion(workspaceId, id) {
      const is = and(eq(deletions.workspaceId, workspaceId), eq(deletions.id, id));
      const [row] = await tenancy.of(workspaceId).select().from(deletions).where(is);
      return row;
    },
    async deletions(workspaceId, { cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ ...getTableColumns(deletions), place: cursorOf(deletions.at, deletions.id) })
        .from(deletions)
        .where(and(eq(deletions.workspaceId, workspaceId), afterCursor(cursor, deletions.at, deletions.id)))
        .orderBy(desc(deletions.at), desc(deletions.id))
        .limit(limit + 1);
      return pageFrom(rows, limit);
    },
  };
}

function erasing(tenancy: Tenancy): Pick<PrivacyStore, "beginErasure" | "endErasure" | "undone" | "bringBack"> {
  return {
    async beginErasure(erasure) {
      await tenancy.of(erasure.workspaceId).insert(erasures).values(erasure);
    },
    async endErasure(workspaceId, id) {
      const is = and(eq(erasures.workspaceId, workspaceId), eq(erasures.id, id));
      await tenancy
        .of(workspaceId)
        .update(erasures)
        .set({ doneAt: sql`now()` })
        .where(is);
    },
    undone: () => tenancy.everywhere.select().from(erasures).where(isNull(erasures.doneAt)).orderBy(erasures.askedAt),
    async bringBack(found) {
      if (found.length === 0) return 0;
      const { rowCount } = await tenancy.everywhere.execute(sql`
        insert into erasures (id, workspace_id, hashes, actor)
        select id, "workspaceId", array(select jsonb_array_elements_text(hashes)), actor
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (id uuid, "workspaceId" uuid, hashes jsonb, actor jsonb)
        where is_workspace("workspaceId") on conflict do nothing`);
      return rowCount ?? 0;
    },
  };
}
