/** All the SQL of finding things again. */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/db.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";

/** A word and what is asked of it. */
export interface AskedWords {
  /** Whole words, the last one perhaps not typed to its end. */
  words: readonly string[];
  /** Digits of a telephone number, from its beginning or from where people begin to say it. */
  number: string | undefined;
}

export interface FoundCall extends Record<string, unknown> {
  id: string;
  agent_name: string;
  number: string | null;
  transcript: string | null;
}

export interface NamedThing extends Record<string, unknown> {
  id: string;
  name: string;
  note: string;
}

export interface SearchStore {
  /** As part of the transaction in which the call ends. Told twice, it counts once. */
  remember(db: Db, call: { id: string; workspaceId: string; createdAt: Date }, words: readonly string[]): Promise<void>;
  /** Newest first. */
  calls(workspaceId: string, asked: AskedWords, limit: number): Promise<FoundCall[]>;
  agents(workspaceId: string): Promise<NamedThing[]>;
  numbers(workspaceId: string): Promise<NamedThing[]>;
}

/** Frequent words are found among so many newest calls; only rare ones are looked for in all. */
const NEWEST = 2_000;
/** A word that is rare now may have been frequent once: then these many of its calls are as good as others. */
const MOST_RARE = 200;
const RARE_TIMEOUT_MS = 400;
const MOST_NAMED = 2_000;
const KEY_LENGTH = 8;

export function createSearchStore(tenancy: Tenancy): SearchStore {
  return {
    async remember(db, { id, workspaceId, createdAt }, words) {
      await db.execute(sql`
        insert into call_words (call_id, workspace_id, at, words)
        values (${id}, ${workspaceId}, ${createdAt.toISOString()}, array_to_tsvector(string_to_array(${indexed(workspaceId, words)}, ' ')))
        on conflict do nothing`);
    },
    async calls(workspaceId, asked, limit) {
      const query = queryOf(workspaceId, asked);
      if (query === undefined) return [];
      return tenancy.of(workspaceId).transaction(async (tx) => {
        await tx.execute(sql`
          select set_config('ongea.asked', ${query}, true), set_config('enable_bitmapscan', 'off', true),
            set_config('plan_cache_mode', 'force_custom_plan', true)`);
        const since = await sinceNewest(tx, workspaceId);
        const newest = await tx.execute<{ call_id: string }>(sql`
          select call_id from call_words where workspace_id = ${workspaceId} and at >= ${since ?? "-infinity"}::timestamptz
          order by at desc limit ${limit}`);
        let ids = newest.rows.map((row) => row.call_id);
        if (ids.length < limit && since !== undefined) ids = [...ids, ...(await rare(tx, since, limit - ids.length))];
        return shown(tx, workspaceId, ids);
      });
    },
    async agents(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<NamedThing>(sql`
        select id, config ->> 'agent_name' as name, '' as note from agents
        where workspace_id = ${workspaceId} order by created_at limit ${MOST_NAMED}`);
      return rows;
    },
    async numbers(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<NamedThing>(sql`
        select number as id, number as name, coalesce(agents.config ->> 'agent_name', '') as note
        from numbers left join agents on agents.id = numbers.agent_id and agents.workspace_id = numbers.workspace_id
        where numbers.workspace_id = ${workspaceId} order by number limit ${MOST_NAMED}`);
      return rows;
    },
  };
}

/** Words as the index has them: behind their workspace's first letters. */
export function indexed(workspaceId: string, words: readonly string[]): string {
  const key = workspaceId.slice(0, KEY_LENGTH);
  return words.map((word) => key + word).join(" ");
}

/** When the call was that closes the newest ones; undefined: there are no others. */
async function sinceNewest(tx: Db, workspaceId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select created_at::text as at from executions where workspace_id = ${workspaceId}
    order by created_at desc, id desc offset ${NEWEST} limit 1`);
  return rows[0]?.at;
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

async function shown(tx: Db, workspaceId: string, ids: readonly string[]): Promise<FoundCall[]> {
  if (ids.length === 0) return [];
  const listed = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await tx.execute<FoundCall>(sql`
    select id, agent_name, case direction when 'inbound' then from_number else to_number end as number, transcript
    from executions where workspace_id = ${workspaceId} and id in (${listed}) order by created_at desc`);
  return rows;
}

/** As PostgreSQL's tsquery. Words are letters and digits only: there is nothing to escape. */
function queryOf(workspaceId: string, { words, number }: AskedWords): string | undefined {
  const key = workspaceId.slice(0, KEY_LENGTH);
  const spoken = words.map((word, at) => `'${key}${word}'${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const dialled = number === undefined ? "" : `'${key}#${number}':*`;
  const either = [dialled, spoken === "" ? "" : `(${spoken})`].filter((part) => part !== "");
  return either.length === 0 ? undefined : either.join(" | ");
}

function isTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "57014";
}
