/** All the SQL of topics. */
import type { Topic, TopicSuggestion } from "@ongea/contract";
import { MOST_TOPIC_EXAMPLES } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Cluster } from "./cluster.ts";

export interface CallIntent {
  callId: string;
  agentId: string;
  /** When the call began. */
  at: Date;
  /** Of the caller's words in the journal; null: nothing that can be compared was said. */
  position: number | null;
  topicId: string | null;
}

export interface TopicAssignment {
  topic: { id: string; name: string } | null;
  /** By a person. */
  chosen: boolean;
}

export interface TopicStore {
  /** With what they are known by; words of redacted calls are not among it. */
  examples(workspaceId: string): Promise<{ id: string; examples: string[] }[]>;
  /** Another one after each change of topics. */
  version(workspaceId: string): Promise<string>;
  list(workspaceId: string, days: number): Promise<Topic[]>;
  without(workspaceId: string, days: number): Promise<{ calls: number; threads: number }>;
  /** Undefined: the name is taken. */
  add(workspaceId: string, name: string): Promise<string | undefined>;
  /** False: there is no such topic. Undefined: the name is taken. */
  rename(workspaceId: string, id: string, name: string): Promise<boolean | undefined>;
  addExamples(workspaceId: string, id: string, texts: readonly string[]): Promise<void>;
  removeExamples(workspaceId: string, id: string, ids: readonly string[]): Promise<void>;
  countExamples(workspaceId: string, id: string): Promise<number>;
  merge(workspaceId: string, id: string, into: string): Promise<void>;
  /** Its name. */
  remove(workspaceId: string, id: string): Promise<string | undefined>;
  /** What a person chose stays. */
  keepCall(workspaceId: string, intent: CallIntent): Promise<void>;
  /** It has no topic yet, and nobody has chosen that. */
  awaitsTopic(workspaceId: string, threadId: string): Promise<boolean>;
  keepThread(workspaceId: string, thread: { threadId: string; agentId: string; topicId: string | null; at: Date }): Promise<void>;
  /** A person's choice; the call's words become an example of the topic, where it has room. */
  choose(workspaceId: string, callId: string, topicId: string | null): Promise<void>;
  chooseThread(
    workspaceId: string,
    thread: { threadId: string; agentId: string; topicId: string | null; at: Date },
  ): Promise<void>;
  ofCall(workspaceId: string, callId: string): Promise<TopicAssignment | undefined>;
  ofThread(workspaceId: string, threadId: string): Promise<TopicAssignment | undefined>;
  /** The names of these calls' topics, by call. */
  ofCalls(workspaceId: string, callIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Calls without a topic, the newest first. */
  unassigned(workspaceId: string, days: number, limit: number): Promise<{ callId: string; text: string }[]>;
  suggest(workspaceId: string, clusters: readonly Cluster[]): Promise<void>;
  suggestions(workspaceId: string): Promise<TopicSuggestion[]>;
  /** The calls of a suggestion get the topic, and some of them become its examples. False: it is gone. */
  accept(workspaceId: string, suggestionId: string, topicId: string): Promise<boolean>;
  dismiss(workspaceId: string, suggestionId: string): Promise<boolean>;
}

/** Of a suggestion, that become examples and that are shown. */
const EXAMPLES_OF_SUGGESTION = 5;

export function createTopicStore(tenancy: Pick<Tenancy, "of" | "together">): TopicStore {
  return { ...topicRows(tenancy), ...assignments(tenancy), ...suggestionRows(tenancy) };
}

export async function topicNames(tenancy: Pick<Tenancy, "of">, workspaceId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await tenancy
    .of(workspaceId)
    .execute<{ id: string; name: string }>(
      sql`select id, name from topics where workspace_id = ${workspaceId} order by name, id`,
    );
  return rows;
}

const since = (days: number) => sql`now() - make_interval(days => ${days}::int)`;
const touched = (workspaceId: string, id: string) =>
  sql`update topics set updated_at = clock_timestamp() where workspace_id = ${workspaceId} and id = ${id}`;

type Rows = Pick<
  TopicStore,
  | "examples"
  | "version"
  | "list"
  | "without"
  | "add"
  | "rename"
  | "addExamples"
  | "removeExamples"
  | "countExamples"
  | "merge"
  | "remove"
>;

function topicRows(tenancy: Pick<Tenancy, "of" | "together">): Rows {
  return {
    async examples(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string; examples: string[] }>(sql`
        select topics.id, coalesce(array_agg(words order by topic_examples.created_at, topic_examples.id)
          filter (where words is not null), '{}') as examples
        from topics left join topic_examples on topic_examples.topic_id = topics.id
        left join lateral (select coalesce(text, words_in_call(call_id, position)) as words) said on true
        where topics.workspace_id = ${workspaceId} group by topics.id order by topics.created_at, topics.id`);
      return rows;
    },
    async version(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<{ version: string }>(sql`
        select count(*)::text || ' ' || coalesce(max(updated_at)::text, '') || ' ' || (select count(*) from topic_examples
          where workspace_id = ${workspaceId})::text as version from topics where workspace_id = ${workspaceId}`);
      return rows[0]?.version ?? "";
    },
    async list(workspaceId, days) {
      const { rows } = await tenancy.of(workspaceId).execute<Topic>(sql`
        with called as (
          select topic_id, count(*) filter (where at >= ${since(days)})::int as now, count(*) filter (where at < ${since(days)})::int as before
          from call_topics where workspace_id = ${workspaceId} and at >= ${since(days * 2)} and topic_id is not null group by topic_id),
        written as (
          select topic_id, count(*)::int as now from thread_topics
          where workspace_id = ${workspaceId} and at >= ${since(days)} and topic_id is not null group by topic_id)
        select topics.id, topics.name, coalesce(called.now, 0) as calls, coalesce(called.before, 0) as calls_before,
          coalesce(written.now, 0) as threads,
          coalesce((select jsonb_agg(jsonb_build_object('id', id, 'text', words, 'execution_id', call_id) order by created_at, id)
            from (select id, created_at, call_id, coalesce(text, words_in_call(call_id, position)) as words
              from topic_examples where topic_id = topics.id) example where words is not null), '[]') as examples
        from topics left join called on called.topic_id = topics.id left join written on written.topic_id = topics.id
        where topics.workspace_id = ${workspaceId} order by calls desc, topics.name, topics.id`);
      return rows;
    },
    async without(workspaceId, days) {
      const { rows } = await tenancy.of(workspaceId).execute<{ calls: number; threads: number }>(sql`
        select (select count(*)::int from call_topics
            where workspace_id = ${workspaceId} and at >= ${since(days)} and topic_id is null) as calls,
          (select count(*)::int from thread_topics
            where workspace_id = ${workspaceId} and at >= ${since(days)} and topic_id is null) as threads`);
      return rows[0] ?? { calls: 0, threads: 0 };
    },
    async add(workspaceId, name) {
      const { rows } = await tenancy.of(workspaceId).execute<{ id: string }>(sql`
        insert into topics (workspace_id, name) values (${workspaceId}, ${name}) on conflict do nothing returning id`);
      return rows[0]?.id;
    },
    async rename(workspaceId, id, name) {
      const { rows } = await tenancy.of(workspaceId).execute<{ is_there: boolean; is_taken: boolean }>(sql`
        select bool_or(id = ${id}) as is_there, bool_or(id <> ${id} and lower(name) = lower(${name})) as is_taken
        from topics where workspace_id = ${workspaceId}`);
      const [{ is_there: isThere, is_taken: isTaken } = { is_there: false, is_taken: false }] = rows;
      if (!isThere) return false;
      if (isTaken) return undefined;
      await tenancy
        .of(workspaceId)
        .execute(sql`update topics set name = ${name} where workspace_id = ${workspaceId} and id = ${id}`);
      return true;
    },
    async addExamples(workspaceId, id, texts) {
      if (texts.length === 0) return;
      await tenancy.of(workspaceId).execute(sql`
        insert into topic_examples (workspace_id, topic_id, text)
        select ${workspaceId}, ${id}, text from unnest(${sql.param([...texts])}::text[]) text`);
      await tenancy.of(workspaceId).execute(touched(workspaceId, id));
    },
    async removeExamples(workspaceId, id, ids) {
      if (ids.length === 0) return;
      await tenancy.of(workspaceId).execute(sql`
        delete from topic_examples where workspace_id = ${workspaceId} and topic_id = ${id} and id = any (${sql.param([...ids])}::uuid[])`);
      await tenancy.of(workspaceId).execute(touched(workspaceId, id));
    },
    async countExamples(workspaceId, id) {
      const { rows } = await tenancy.of(workspaceId).execute<{ count: number }>(sql`
        select count(*)::int as count from topic_examples where workspace_id = ${workspaceId} and topic_id = ${id}`);
      return rows[0]?.count ?? 0;
    },
    async merge(workspaceId, id, into) {
      const db = tenancy.of(workspaceId);
      for (const table of ["topic_examples", "call_topics", "thread_topics"])
        await db.execute(sql`update ${sql.identifier(table)} set topic_id = ${into}
          where workspace_id = ${workspaceId} and topic_id = ${id}`);
      await db.execute(sql`delete from topic_examples where id in (
        select id from topic_examples where topic_id = ${into} order by created_at desc, id offset ${MOST_TOPIC_EXAMPLES})`);
      await db.execute(sql`delete from topics where workspace_id = ${workspaceId} and id = ${id}`);
      await db.execute(touched(workspaceId, into));
    },
    async remove(workspaceId, id) {
      for (const table of ["call_topics", "thread_topics"])
        await tenancy.of(workspaceId).execute(sql`update ${sql.identifier(table)} set chosen = false
          where workspace_id = ${workspaceId} and topic_id = ${id} and chosen`);
      const { rows } = await tenancy
        .of(workspaceId)
        .execute<{ name: string }>(sql`delete from topics where workspace_id = ${workspaceId} and id = ${id} returning name`);
      return rows[0]?.name;
    },
  };
}

type Assignments = Pick<
  TopicStore,
  "keepCall" | "awaitsTopic" | "keepThread" | "choose" | "chooseThread" | "ofCall" | "ofThread" | "ofCalls"
>;

type AssignmentRow = { id: string | null; name: string | null; chosen: boolean };

function assignmentOf({ rows: [row] }: { rows: AssignmentRow[] }): TopicAssignment | undefined {
  return row && { topic: row.id === null ? null : { id: row.id, name: row.name ?? "" }, chosen: row.chosen };
}

function assignments(tenancy: Pick<Tenancy, "of" | "together">): Assignments {
  return {
    async keepCall(workspaceId, { callId, agentId, at, position, topicId }) {
      await tenancy.of(workspaceId).execute(sql`
        insert into call_topics (call_id, workspace_id, agent_id, topic_id, position, at)
        select ${callId}, ${workspaceId}, ${agentId}, (select id from topics where id = ${topicId}::uuid), ${position}::int,
          ${at.toISOString()}::timestamptz
        on conflict (call_id) do update set topic_id = excluded.topic_id, position = excluded.position,
          vector = case when call_topics.position is not distinct from excluded.position then call_topics.vector end
        where not call_topics.chosen
          and (call_topics.topic_id, call_topics.position) is distinct from (excluded.topic_id, excluded.position)`);
    },
    async awaitsTopic(workspaceId, threadId) {
      const { rows } = await tenancy.of(workspaceId).execute(sql`
        select from thread_topics where workspace_id = ${workspaceId} and thread_id = ${threadId} and (chosen or topic_id is not null)`);
      return rows.length === 0;
    },
    async keepThread(workspaceId, { threadId, agentId, topicId, at }) {
      await tenancy.of(workspaceId).execute(sql`
        insert into thread_topics (thread_id, workspace_id, agent_id, topic_id, at)
        select id, ${workspaceId}, ${agentId}, (select id from topics where id = ${topicId}::uuid), ${at.toISOString()}::timestamptz
        from (select ${threadId}::uuid as id) thread
        on conflict (thread_id) do update set topic_id = excluded.topic_id
        where thread_topics.topic_id is null and not thread_topics.chosen`);
    },
    async chooseThread(workspaceId, { threadId, agentId, topicId, at }) {
      await tenancy.of(workspaceId).execute(sql`
        insert into thread_topics (thread_id, workspace_id, agent_id, topic_id, at, chosen)
        values (${threadId}, ${workspaceId}, ${agentId}, ${topicId}::uuid, ${at.toISOString()}::timestamptz, true)
        on conflict (thread_id) do update set topic_id = excluded.topic_id, chosen = true`);
    },
    async choose(workspaceId, callId, topicId) {
      await tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const { rows } = await db.execute<{ agent_id: string; position: number | null }>(sql`
          update call_topics set topic_id = ${topicId}::uuid, chosen = true, suggestion_id = null
          where workspace_id = ${workspaceId} and call_id = ${callId} returning agent_id, position`);
        await db.execute(sql`delete from topic_examples where workspace_id = ${workspaceId} and call_id = ${callId}`);
        const [row] = rows;
        if (!row || topicId === null || row.position === null) return;
        await db.execute(sql`
          insert into topic_examples (workspace_id, topic_id, agent_id, call_id, position)
          select ${workspaceId}, ${topicId}, ${row.agent_id}, ${callId}, ${row.position}
          where (select count(*) from topic_examples where topic_id = ${topicId}) < ${MOST_TOPIC_EXAMPLES}`);
        await db.execute(touched(workspaceId, topicId));
      });
    },
    async ofCall(workspaceId, callId) {
      return assignmentOf(
        await tenancy.of(workspaceId).execute<AssignmentRow>(sql`
          select topics.id, topics.name, chosen from call_topics left join topics on topics.id = topic_id
          where call_topics.workspace_id = ${workspaceId} and call_id = ${callId}`),
      );
    },
    async ofThread(workspaceId, threadId) {
      return assignmentOf(
        await tenancy.of(workspaceId).execute<AssignmentRow>(sql`
          select topics.id, topics.name, chosen from thread_topics left join topics on topics.id = topic_id
          where thread_topics.workspace_id = ${workspaceId} and thread_id = ${threadId}`),
      );
    },
    async ofCalls(workspaceId, callIds) {
      const { rows } = await tenancy.of(workspaceId).execute<{ call_id: string; name: string }>(sql`
        select call_id, name from call_topics join topics on topics.id = topic_id
        where call_topics.workspace_id = ${workspaceId} and call_id = any (${sql.param([...callIds])}::uuid[])`);
      return new Map(rows.map(({ call_id: id, name }) => [id, name]));
    },
  };
}

type Suggestions = Pick<TopicStore, "unassigned" | "suggest" | "suggestions" | "accept" | "dismiss">;

function suggestionRows(tenancy: Pick<Tenancy, "of" | "together">): Suggestions {
  return {
    async unassigned(workspaceId, days, limit) {
      const { rows } = await tenancy.of(workspaceId).execute<{ callId: string; text: string }>(sql`
        select call_id as "callId", text from (
          select call_id, position, at from call_topics
          where workspace_id = ${workspaceId} and topic_id is null and not chosen and not dismissed and position is not null
            and at >= ${since(days)}
          order by at desc, call_id desc limit ${limit}) newest
        cross join lateral words_in_call(call_id, position) as text where text is not null order by at desc, call_id desc`);
      return rows;
    },
    async suggest(workspaceId, clusters) {
      await tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        await db.execute(sql`delete from topic_suggestions where workspace_id = ${workspaceId}`);
        for (const { name, callIds } of clusters)
          await db.execute(sql`
            with made as (insert into topic_suggestions (workspace_id, name) values (${workspaceId}, ${name}) returning id)
            update call_topics set suggestion_id = made.id from made
            where workspace_id = ${workspaceId} and call_id = any (${sql.param(callIds)}::uuid[]) and topic_id is null`);
      });
    },
    async suggestions(workspaceId) {
      const { rows } = await tenancy.of(workspaceId).execute<TopicSuggestion>(sql`
        select topic_suggestions.id, topic_suggestions.name, count(*)::int as calls,
          (select coalesce(jsonb_agg(jsonb_build_object('execution_id', call_id, 'text', text)), '[]') from (
            select call_id, words_in_call(call_id, position) as text from call_topics
            where suggestion_id = topic_suggestions.id order by at desc, call_id desc limit ${EXAMPLES_OF_SUGGESTION}) newest
            where text is not null) as examples
        from topic_suggestions join call_topics on suggestion_id = topic_suggestions.id
        where topic_suggestions.workspace_id = ${workspaceId} and topic_id is null
        group by topic_suggestions.id order by calls desc, topic_suggestions.name, topic_suggestions.id`);
      return rows;
    },
    async accept(workspaceId, suggestionId, topicId) {
      const db = tenancy.of(workspaceId);
      const { rows } = await db.execute<{ call_id: string }>(sql`
        update call_topics set topic_id = ${topicId} where workspace_id = ${workspaceId} and suggestion_id = ${suggestionId}
          and topic_id is null and not chosen returning call_id`);
      if (rows.length === 0) return false;
      await db.execute(sql`
        insert into topic_examples (workspace_id, topic_id, agent_id, call_id, position)
        select workspace_id, topic_id, agent_id, call_id, position from call_topics
        where workspace_id = ${workspaceId} and suggestion_id = ${suggestionId} and topic_id = ${topicId} and position is not null
        order by at desc, call_id desc limit ${EXAMPLES_OF_SUGGESTION} on conflict do nothing`);
      await db.execute(sql`delete from topic_suggestions where workspace_id = ${workspaceId} and id = ${suggestionId}`);
      await db.execute(touched(workspaceId, topicId));
      return true;
    },
    async dismiss(workspaceId, suggestionId) {
      const { rows } = await tenancy.of(workspaceId).execute(sql`
        with seen as (update call_topics set dismissed = true
          where workspace_id = ${workspaceId} and suggestion_id = ${suggestionId} returning 1)
        delete from topic_suggestions where workspace_id = ${workspaceId} and id = ${suggestionId} returning id`);
      return rows.length > 0;
    },
  };
}
