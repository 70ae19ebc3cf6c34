/** All the SQL of numbers that are not called. */
import { createHmac, hkdfSync } from "node:crypto";
import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { z } from "zod";
import { cursorAt, placeIn, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { doNotCall } from "./tables.ts";

export type DoNotCallRow = typeof doNotCall.$inferSelect;

export interface OptOut {
  number: string;
  callId?: string;
}

/** What stands in the place of a number whose person was erased: it is still not called, and nobody can read it. */
export type HashNumber = (workspaceId: string, number: string) => string;

export function hashingNumbers(secret: string): HashNumber {
  const key = Buffer.from(hkdfSync("sha256", secret, "ongea", "do-not-call", 32));
  return (workspaceId, number) => `#${createHmac("sha256", key).update(`${workspaceId} ${number}`).digest("base64url")}`;
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
  add(db: Db, workspaceId: string, source: DoNotCallRow["source"], preferences: readonly OptOut[]): Promise<number>;
  remove(workspaceId: string, number: string): Promise<boolean>;
  /** Their numbers stay on the list as hashes. Returns how many. */
  forget(workspaceId: string, numbers: readonly string[]): Promise<number>;
}

const Digits = z.string().regex(/^(?:\+\d{7,15}|#[\w-]+)$/);
const DIGITS = /\D/g;

/** `optedOut`: what else ends for these numbers, in the same transaction. */
export function createDoNotCallStore(
  tenancy: Tenancy,
  hash: HashNumber,
  optedOut: (db: Db, workspaceId: string, numbers: readonly string[]) => Promise<unknown> = async () => undefined,
): DoNotCallStore {
  const { workspaceId: workspace, number: digits, createdAt } = doNotCall;
  return {
    async has(workspaceId, number) {
      return (await this.among(workspaceId, [number])).size > 0;
    },
    async among(workspaceId, numbers) {
      if (numbers.length === 0) return new Set();
      const byRow = new Map(
        numbers.flatMap((number) => [number, hash(workspaceId, number)].map((row) => [row, number] as const)),
      );
      const isOne = and(eq(workspace, workspaceId), inArray(digits, [...byRow.keys()]));
      const rows = await tenancy.of(workspaceId).select({ number: digits }).from(doNotCall).where(isOne);
      return new Set(rows.map(({ number }) => byRow.get(number) ?? number));
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
    async add(db, workspaceId, source, preferences) {
      if (preferences.length === 0) return 0;
      const { rowCount } = await db.execute(sql`
        insert into do_not_call (workspace_id, number, source, call_id)
        select ${workspaceId}, number, ${source}, "callId"
        from jsonb_to_recordset(${JSON.stringify(preferences)}::jsonb) as row (number text, "callId" uuid)
        on conflict do nothing`);
      await optedOut(
        db,
        workspaceId,
        preferences.map(({ number }) => number),
      );
      return rowCount ?? 0;
    },
    async remove(workspaceId, number) {
      const gone = await tenancy
        .of(workspaceId)
        .delete(doNotCall)
        .where(and(eq(workspace, workspaceId), inArray(digits, [number, hash(workspaceId, number)])))
        .returning({ number: digits });
      return gone.length > 0;
    },
    async forget(workspaceId, numbers) {
      const hashes = numbers.map((number) => ({ number, hash: hash(workspaceId, number) }));
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        with forgotten as (
          delete from do_not_call one using jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as given (number text, hash text)
          where one.workspace_id = ${workspaceId} and one.number = given.number returning given.hash, source, created_at
        )
        insert into do_not_call (workspace_id, number, source, created_at)
        select ${workspaceId}::uuid, hash, source, created_at from forgotten on conflict do nothing`);
      return rowCount ?? 0;
    },
  };
}
