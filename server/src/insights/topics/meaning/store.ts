/** All the SQL of what an embedding model makes of callers' words. A vector goes with the words that it was made of. */
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";

export interface VectorRow {
  id: string;
  vector: Int8Array;
}

export interface Example {
  id: string;
  topicId: string;
  text: string;
  /** Undefined: it has none of this space. */
  vector: Int8Array | undefined;
}

export interface MeaningStore {
  examples(workspaceId: string, space: string): Promise<Example[]>;
  keepExamples(workspaceId: string, space: string, rows: readonly VectorRow[]): Promise<void>;
  /** Of these calls, by their ids, those that have one of this space. */
  ofCalls(workspaceId: string, space: string, callIds: readonly string[]): Promise<ReadonlyMap<string, Int8Array>>;
  /** Of calls that were kept already. */
  keepCalls(workspaceId: string, space: string, rows: readonly VectorRow[]): Promise<void>;
  /** Undefined: it is gone. */
  messageText(workspaceId: string, messageId: string): Promise<string | undefined>;
  addTokens(workspaceId: string, space: string, tokens: number): Promise<void>;
  tokens(workspaceId: string, space: string): Promise<number>;
}

const MOST_AT_ONCE = 400;

export function createMeaningStore(tenancy: Pick<Tenancy, "of">): MeaningStore {
  const keep = async (table: "topic_examples" | "call_topics", workspaceId: string, space: string, all: readonly VectorRow[]) => {
    const key = sql.identifier(table === "call_topics" ? "call_id" : "id");
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const rows = all.slice(from, from + MOST_AT_ONCE).map(({ id, vector }) => ({ id, vector: hexOf(vector) }));
      await tenancy.of(workspaceId).execute(sql`
        update ${sql.identifier(table)} set space = ${space}, vector = decode(made.vector, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, vector text)
        where ${sql.identifier(table)}.workspace_id = ${workspaceId} and ${sql.identifier(table)}.${key} = made.id`);
    }
  };
  return {
    async examples(workspaceId, space) {
      const { rows } = await tenancy.of(workspaceId).execute<{
        id: string;
        topicId: string;
        text: string;
        hex: string | null;
      }>(sql`
        select id, topic_id as "topicId", words as text, case when space = ${space} then encode(vector, 'hex') end as hex
        from topic_examples cross join lateral (select coalesce(text, words_in_call(call_id, position)) as words) said
        where workspace_id = ${workspaceId} and words is not null order by created_at, id`);
      return rows.map(({ hex, ...row }) => ({ ...row, vector: hex === null ? undefined : vectorOf(hex) }));
    },
    keepExamples: (workspaceId, space, rows) => keep("topic_examples", workspaceId, space, rows),
    async ofCalls(workspaceId, space, callIds) {
      if (callIds.length === 0) return new Map();
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string; hex: string }>(sql`
        select call_id as id, encode(vector, 'hex') as hex from call_topics
        where workspace_id = ${workspaceId} and call_id = any (${sql.param([...callIds])}::uuid[]) and space = ${space}
          and vector is not null`);
      return new Map(rows.map(({ id, hex }) => [id, vectorOf(hex)]));
    },
    keepCalls: (workspaceId, space, rows) => keep("call_topics", workspaceId, space, rows),
    async messageText(workspaceId, messageId) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute<{ text: string | null }>(sql`select words_of_message(${messageId}::uuid) as text`);
      return rows[0]?.text ?? undefined;
    },
    async addTokens(workspaceId, space, tokens) {
      await tenancy.of(workspaceId).execute(sql`
        insert into topic_embeddings (workspace_id, space, tokens) values (${workspaceId}, ${space}, ${tokens})
        on conflict (workspace_id, space) do update set tokens = topic_embeddings.tokens + excluded.tokens`);
    },
    async tokens(workspaceId, space) {
      const { rows } = await tenancy.of(workspaceId).execute<{ tokens: string }>(sql`
        select tokens from topic_embeddings where workspace_id = ${workspaceId} and space = ${space}`);
      return Number(rows[0]?.tokens ?? 0);
    },
  };
}

function hexOf(vector: Int8Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("hex");
}

function vectorOf(hex: string): Int8Array {
  return Int8Array.from(Buffer.from(hex, "hex"));
}
