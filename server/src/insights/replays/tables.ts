import type { Entry, Replay } from "@ongea/contract";
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { agentsTable, tenantTable } from "../../platform/database/tenancy.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** How a call went when it was replayed. They go with it, and with what is redacted of it. */
export const callReplays = pgTable("call_replays", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  callId: uuid("call_id").notNull(),
  /** Of the call. */
  agentId: uuid("agent_id").notNull(),
  state: text("state").notNull().$type<Replay["state"]>(),
  /** Null: the draft. */
  version: integer("version"),
  model: text("model").notNull(),
  stt: text("stt").notNull(),
  turns: integer("turns").notNull(),
  turnsOfCall: integer("turns_of_call").notNull(),
  /** What was heard, said and done: before the caller's first turn, then after each. */
  played: jsonb("played").notNull().$type<Entry[][]>().default([]),
  startedAt: time("started_at").notNull().defaultNow(),
  /** When a turn of it ended last. */
  beatAt: time("beat_at").notNull().defaultNow(),
  endedAt: time("ended_at"),
});

/** After those of calls. */
export const callReplayMigrations: readonly Migration[] = [
  {
    id: "0254-call-replays",
    sql: `create table call_replays (
      id uuid primary key default gen_random_uuid(),
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id uuid not null references executions (id) on delete cascade,
      agent_id uuid not null,
      state text not null,
      version integer,
      model text not null,
      stt text not null,
      turns integer not null,
      turns_of_call integer not null,
      played jsonb not null default '[]',
      started_at timestamptz not null default now(),
      beat_at timestamptz not null default now(),
      ended_at timestamptz
    );
    create index call_replays_of_call on call_replays (call_id, started_at desc);
    ${tenantTable("call_replays")}
    ${agentsTable("call_replays")}`,
  },
];
