/** All the SQL of finding things again. */
import { errorCode } from "../../platform/error-code.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import { among } from "../../platform/database/values.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";

/** A word and what is asked of it. */
export interface SearchWords {
  /** Whole words, the last one perhaps not typed to its end. */
  words: readonly string[];
  /** Digits of a telephone number, from its beginning or from where people begin to say it. */
  number: string | undefined;
}

/** The words of a call. */
export interface IndexedCall {
  id: string;
  at: string;
  words: readonly string[];
}

/** As part of a transaction, when the call was that so many newer ones follow; undefined: there are no others. */
export type NewestSince = (db: Db, workspaceId: string, newer: number) => Promise<string | undefined>;

export interface RememberedCall {
  id: string;
  workspaceId: string;
  createdAt: Date;
  words: readonly string[];
}

/** A page of calls that began within a time. */
export interface Stretch {
  cursor?: string | undefined;
  limit: number;
  from?: string | undefined;
  to?: string | undefined;
}

/** A call, and where it stands in the list. */
export type IndexedPlace = { id: string; place: string };

export interface SearchStore {
  /** As part of the transaction in which the call ends. Told twice, it counts once. */
  remember(db: Db, calls: readonly RememberedCall[]): Promise<void>;
  forget(db: Db, calls: readonly { id: string; workspaceId: string }[]): Promise<void>;
  /** The ids, newest first. */
  calls(workspaceId: string, asked: SearchWords, limit: number): Promise<string[]>;
  /** All of them, a page at a time, newest first. */
  page(workspaceId: string, asked: SearchWords, stretch: Stretch): Promise<PageOf<IndexedPlace>>;
}

/** Frequent words are found among so many newest calls; only rare ones are looked for in all. */
const NEWEST = 2_000;
/** A word that is rare now may have been frequent once: then these many of its calls are as good as others. */
const MOST_RARE = 200;
const RARE_TIMEOUT_MS = 400;
const KEY_LENGTH = 8;
/** In time's order a frequent word fills a page at once, by its own index a rare one does: what is slow one way is quick the other. */
const WAYS = [
  { bitmap: "off", index: "on", timeoutMs: 150 },
  { bitmap: "on", index: "off", timeoutMs: 2_000 },
  { bitmap: "off", index: "on", timeoutMs: undefined },
] as const;

export function createSearchStore(tenancy: Tenancy, newestSince: NewestSince): SearchStore {
  return {
    async remember(db, calls) {
      if (calls.length === 0) return;
      const rows = calls.map(
        ({ id, workspaceId, createdAt, words }) => sql`(
          ${id}::uuid, ${workspaceId}::uuid, ${createdAt.toISOString()}::timestamptz,
          array_to_tsvector(string_to_array(${indexed(workspaceId, words)}, ' ')))`,
      );
      await db.execute(sql`
        insert into call_words (call_id, workspace_id, at, words) values ${sql.join(rows, sql`, `)} on conflict do nothing`);
    },
    async forget(db, calls) {
      if (calls.length === 0) return;
      const ids = calls.map(({ id }) => id);
      // Rows are there for what is asked alone: for all of them, it is asked for those without a word that none has.
      await db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('ongea.asked', '!nobody', true)`);
        await tx.execute(sql`delete from call_words where call_id in ${among(ids, "uuid")}`);
        await tx.execute(sql`select set_config('ongea.asked', '', true)`);
      });
    },
    async calls(workspaceId, asked, limit) {
      const query = queryOf(workspaceId, asked);
      if (query === undefined) return [];
      return tenancy.of(workspaceId).transaction(async (tx) => {
        await tx.execute(sql`
          select set_config('ongea.asked', ${query}, true), set_config('enable_bitmapscan', 'off', true),
            set_config('plan_cache_mode', 'force_custom_plan', true)`);
        const since = await newestSince(tx, workspaceId, NEWEST);
        const newest = await tx.execute<{ call_id: string }>(sql`
          select call_id from call_words where workspace_id = ${workspaceId} and at >= ${since ?? "-infinity"}::timestamptz
          order by at desc limit ${limit}`);
        const ids = newest.rows.map((row) => row.call_id);
        if (ids.length >= limit || since === undefined) return ids;
        return [...ids, ...(await rare(tx, since, limit - ids.length))];
      });
    },
    async page(workspaceId, asked, stretch) {
      const query = queryOf(workspaceId, asked);
      if (query === undefined) return { data: [], next: null };
      return tenancy.of(workspaceId).transaction(async (tx) => {
        await tx.execute(sql`
          select set_config('ongea.asked', ${query}, true), set_config('enable_seqscan', 'off', true),
            set_config('plan_cache_mode', 'force_custom_plan', true)`);
        for (const way of WAYS) {
          const rows = await pageBy(tx, way, { workspaceId, ...stretch });
          if (rows) return pageFrom(rows, stretch.limit);
        }
        return { data: [], next: null };
      });
    },
  };
}

/** Undefined: this way takes too long. */
async function pageBy(
  tx: Db,
  { bitmap, index, timeoutMs }: (typeof WAYS)[number],
  { workspaceId, cursor, limit, from, to }: Stretch & { workspaceId: string },
): Promise<IndexedPlace[] | undefined> {
  const at = sql`at`;
  const id = sql`call_id`;
  const within = [
    // The words' own index knows no workspace but in the words themselves.
    index === "on" ? sql`workspace_id = ${workspaceId}` : undefined,
    afterCursor(cursor, at, id),
    from === undefined ? undefined : sql`at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`at < ${to}::timestamptz`,
  ].filter((part) => part !== undefined);
  try {
    return await tx.transaction(async (inner) => {
      await inner.execute(sql`
        select set_config('enable_bitmapscan', ${bitmap}, true), set_config('enable_indexscan', ${index}, true),
          set_config('statement_timeout', coalesce(${timeoutMs ?? null}::text, (select reset_val from pg_settings where name = 'statement_timeout')), true)`);
      const { rows } = await inner.execute<IndexedPlace>(sql`
        select call_id as id, ${cursorOf(at, id)} as place from call_words
        where ${within.length === 0 ? sql`true` : sql.join(within, sql` and `)}
        order by at desc, call_id desc limit ${limit + 1}`);
      return rows;
    });
  } catch (error) {
    if (isTimeout(error)) return undefined;
    throw error;
  }
}

/** Words as the index has them: behind their workspace's first letters. */
export function indexed(workspaceId: string, words: readonly string[]): string {
  const key = workspaceId.slice(0, KEY_LENGTH);
  return words.map((word) => key + word).join(" ");
}

/** Many at a time, as part of a transaction in which the calls stay. */
export async function rememberAll(db: Db, workspaceId: string, calls: readonly IndexedCall[]): Promise<void> {
  const rows = calls.map(({ id, at, words }) => ({ id, at, words: indexed(workspaceId, words) }));
  await db.execute(sql`
    insert into call_words (call_id, workspace_id, at, words)
    select id, ${workspaceId}, at, array_to_tsvector(string_to_array(words, ' '))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, at timestamptz, words text)
    on conflict do nothing`);
}

/** By the words' own index, within a time limit of its own. */
async function rare(tx: Db, before: string, limit: number): Promise<string[]> {
  try {
    return await tx.transaction(async (inner) => {
      await inner.execute(sql`
        select set_config('enable_bitmapscan', 'on', true), set_config('enable_indexscan', 'off', true),
          set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${String(RARE_TIMEOUT_MS)}, true)`);
      const { rows } = await inner.execute<{ call_id: string }>(sql`
        select call_id from (select call_id, at from call_words where at < ${before}::timestamptz limit ${MOST_RARE}) found
        order by at desc limit ${limit}`);
      await inner.execute(sql`select set_config('enable_indexscan', 'on', true), set_config('enable_seqscan', 'on', true)`);
      return rows.map((row) => row.call_id);
    });
  } catch (error) {
    if (isTimeout(error)) return [];
    throw error;
  }
}

/** As PostgreSQL's tsquery. Words are letters and digits only: there is nothing to escape. */
function queryOf(workspaceId: string, { words, number }: SearchWords): string | undefined {
  const key = workspaceId.slice(0, KEY_LENGTH);
  const spoken = words.map((word, at) => `'${key}${word}'${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const dialled = number === undefined ? "" : `'${key}#${number}':*`;
  const either = [dialled, spoken === "" ? "" : `(${spoken})`].filter((part) => part !== "");
  return either.length === 0 ? undefined : either.join(" | ");
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return errorCode(cause) === "57014";
}
