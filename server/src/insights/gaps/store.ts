/** All the SQL of questions without an answer. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";

export interface GapCall {
  id: string;
  workspaceId: string;
  agentId: string;
}

export interface GapMessage {
  workspaceId: string;
  agentId: string;
  messageId: string;
  threadId: string;
  at: Date;
  key: string;
}

/** Like questions to one agent. */
export type GapGroup = {
  /** Of the newest. */
  id: string;
  agent_id: string;
  question: string;
  count: number;
  /** ISO 8601. */
  newest_at: string;
  call_id: string | null;
  thread_id: string | null;
};

export interface GapStore {
  /** Found twice, they count once. Nothing of a call that is gone, or whose words were redacted. */
  addOfCall(call: GapCall, found: readonly { position: number; key: string; at: string }[]): Promise<void>;
  /** As part of the transaction that stores the answer. */
  addOfMessage(db: Db, gap: GapMessage): Promise<void>;
  /** The most frequent first. */
  list(workspaceId: string, asked: { agentId: string | undefined; limit: number }): Promise<GapGroup[]>;
  /** All that are like it: hidden for good, or forgotten until somebody asks again. The agent's id; undefined: there is none. */
  settle(workspaceId: string, id: string, how: "dismissed" | "answered"): Promise<string | undefined>;
}

/** Of one agent, the newest. */
export const MOST_OF_AGENT = 2_000;

export function createGapStore(tenancy: Tenancy): GapStore {
  /** What was dismissed and what is still open are counted apart: neither pushes the other out. */
  const bound = (db: Db, workspaceId: string, agentId: string) =>
    db.execute(sql`delete from knowledge_gaps where id in (
      select id from (select id, row_number() over (partition by dismissed order by at desc, id desc) as place from knowledge_gaps
        where workspace_id = ${workspaceId} and agent_id = ${agentId}) one where place > ${MOST_OF_AGENT})`);
  return {
    async addOfCall({ id, workspaceId, agentId }, found) {
      await tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        await db.execute(sql`
          insert into knowledge_gaps (workspace_id, agent_id, key, call_id, position, at, dismissed)
          select ${workspaceId}, ${agentId}, row.key, ${id}, row.position, row.at, ${isDismissed(sql`row.key`, agentId)}
          from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as row (position integer, key text, at timestamptz)
          on conflict do nothing`);
        await bound(db, workspaceId, agentId);
      });
    },
    async addOfMessage(db, { workspaceId, agentId, messageId, threadId, at, key }) {
      await db.execute(sql`
        insert into knowledge_gaps (workspace_id, agent_id, key, message_id, thread_id, at, dismissed)
        values (${workspaceId}, ${agentId}, ${key}, ${messageId}, ${threadId}, ${at.toISOString()}, ${isDismissed(sql`${key}`, agentId)})
        on conflict do nothing`);
      await bound(db, workspaceId, agentId);
    },
    async list(workspaceId, { agentId, limit }) {
      const { rows } = await tenancy.of(workspaceId).execute<GapGroup>(sql`
        with open as (
          select one, (count(*) over likes)::int as count, row_number() over (likes order by at desc, id desc) as place
          from knowledge_gaps one
          where workspace_id = ${workspaceId} and not dismissed and ${agentId === undefined ? sql`true` : sql`agent_id = ${agentId}`}
          window likes as (partition by agent_id, key))
        select (one).id, (one).agent_id, left(question, 2000) as question, count,
          to_char((one).at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as newest_at, (one).call_id, (one).thread_id
        from open cross join lateral words_of_knowledge_gap(one) as question
        where place = 1 and question is not null
        order by count desc, (one).at desc, (one).id limit ${limit}`);
      return rows;
    },
    async settle(workspaceId, id, how) {
      const likes = sql`(agent_id, key) = (select agent_id, key from knowledge_gaps where workspace_id = ${workspaceId} and id = ${id})
        and workspace_id = ${workspaceId}`;
      const { rows } = await tenancy
        .of(workspaceId)
        .execute<{ agent_id: string }>(
          how === "answered"
            ? sql`delete from knowledge_gaps where ${likes} returning agent_id`
            : sql`update knowledge_gaps set dismissed = true where ${likes} returning agent_id`,
        );
      return rows[0]?.agent_id;
    },
  };
}

function isDismissed(key: ReturnType<typeof sql>, agentId: string) {
  return sql`exists (select from knowledge_gaps old where old.agent_id = ${agentId} and old.key = ${key} and old.dismissed)`;
}
