/** All the SQL of numbers that are not called. */
import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { z } from "zod";
import { cursorAt, placeIn, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { doNotCall } from "./tables.ts";

export type DoNotCallRow = typeof doNotCall.$inferSelect;

export interface Wish {
  number: string;
  callId?: string;
}

export interface DoNotCallStore {
  has(workspaceId: string, number: string): Promise<boolean>;
  /** Those of these numbers that are not called. */
  among(workspaceId: string, numbers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Newest first. */
  list(
    workspaceId: string,
    page: { q?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<PageOf<DoNotCallRow>>;
  /** Those that are there already stay as they are. Returns how many are new. */
  add(db: Db, workspaceId: string, source: DoNotCallRow["source"], wishes: readonly Wish[]): Promise<number>;
  remove(workspaceId: string, number: string): Promise<boolean>;
}

const Digits = z.string().regex(/^\+\d{7,15}$/);
const DIGITS = /\D/g;

export function createDoNotCallStore(tenancy: Tenancy): DoNotCallStore {
  const { workspaceId: workspace, number: digits, createdAt } = doNotCall;
  return {
    async has(workspaceId, number) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ number: digits })
        .from(doNotCall)
        .where(and(eq(workspace, workspaceId), eq(digits, number)));
      return rows.length > 0;
    },
    async among(workspaceId, numbers) {
      if (numbers.length === 0) return new Set();
      const isOne = and(eq(workspace, workspaceId), inArray(digits, [...numbers]));
      const rows = await tenancy.of(workspaceId).select({ number: digits }).from(doNotCall).where(isOne);
      return new Set(rows.map(({ number }) => number));
    },
    async list(workspaceId, { q = "", cursor, limit }) {
      const last = cursor === undefined ? undefined : placeIn(cursor, Digits);
      const wanted = q.replace(DIGITS, "");
      const rows = await tenancy
        .of(workspaceId)
        .select({
          row: doNotCall,
          place: sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text || '/' || ${digits}`,
        })
        .from(doNotCall)
        .where(
          and(
            eq(workspace, workspaceId),
            wanted === "" ? undefined : like(digits, `%${wanted}%`),
            last && sql`(${createdAt}, ${digits}) < (${last.at}, ${last.id})`,
          ),
        )
        .orderBy(desc(createdAt), desc(digits))
        .limit(limit + 1);
      const data = rows.slice(0, limit);
      const next = rows.length > limit ? cursorAt(data.at(-1)?.place ?? "") : null;
      return { data: data.map(({ row }) => row), next };
    },
    async add(db, workspaceId, source, wishes) {
      if (wishes.length === 0) return 0;
      const { rowCount } = await db.execute(sql`
        insert into do_not_call (workspace_id, number, source, call_id)
        select ${workspaceId}, number, ${source}, "callId"
        from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as row (number text, "callId" uuid)
        on conflict do nothing`);
      return rowCount ?? 0;
    },
    async remove(workspaceId, number) {
      const gone = await tenancy
        .of(workspaceId)
        .delete(doNotCall)
        .where(and(eq(workspace, workspaceId), eq(digits, number)))
        .returning({ number: digits });
      return gone.length > 0;
    },
  };
}
