import { and, eq, isNotNull } from "drizzle-orm";
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { TEMPLATES, type Agents } from "../agents/index.ts";
import type { Migration } from "../platform/database/migrate.ts";
import type { Tenancy } from "../platform/database/tenancy.ts";

const numbers = pgTable("numbers", {
  number: text("number").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** The workspace really has it: those that a demo workspace shows are nobody's. */
  held: boolean("held").notNull().default(true),
});

export const numberMigrations: readonly Migration[] = [
  {
    id: "0002-numbers",
    sql: `create table numbers (
      number text primary key,
      agent_id uuid references agents (id) on delete set null,
      created_at timestamptz not null default now()
    );
    create index numbers_agent on numbers (agent_id)`,
  },
  { id: "0033-numbers-held", sql: "alter table numbers add column held boolean not null default true" },
];

/** Which assistant answers at which number. */
export interface Numbers {
  /** The assistant set to answer this number, whosever it is; undefined: nobody answers here. */
  agentAt(number: string): Promise<{ workspaceId: string; agentId: string } | undefined>;
  /** The numbers of a workspace's assistants, by assistant. */
  of(workspaceId: string): Promise<Map<string, string[]>>;
  /** Those that a workspace's calls may show to whom they call. */
  held(workspaceId: string): Promise<{ number: string; agentId: string | null }[]>;
  /** Gives the template assistants of a workspace their numbers, where those are still free. */
  seed(workspaceId: string, agents: Agents): Promise<void>;
}

export function createNumbers(tenancy: Tenancy): Numbers {
  return {
    async agentAt(number) {
      const [row] = await tenancy.everywhere
        .select({ workspaceId: numbers.workspaceId, agentId: numbers.agentId })
        .from(numbers)
        .where(and(eq(numbers.number, number), isNotNull(numbers.agentId)));
      return row?.agentId == null ? undefined : { workspaceId: row.workspaceId, agentId: row.agentId };
    },
    async of(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(numbers)
        .where(and(eq(numbers.workspaceId, workspaceId), isNotNull(numbers.agentId)))
        .orderBy(numbers.number);
      const byAgent = new Map<string, string[]>();
      for (const { agentId, number } of rows)
        if (agentId !== null) byAgent.set(agentId, [...(byAgent.get(agentId) ?? []), number]);
      return byAgent;
    },
    held: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select({ number: numbers.number, agentId: numbers.agentId })
        .from(numbers)
        .where(and(eq(numbers.workspaceId, workspaceId), eq(numbers.held, true)))
        .orderBy(numbers.number),
    async seed(workspaceId, agents) {
      for (const template of TEMPLATES) {
        const agent = await agents.find(workspaceId, template.key);
        if (!agent) continue;
        const row = { number: template.number, workspaceId, agentId: agent.id };
        await tenancy.of(workspaceId).insert(numbers).values(row).onConflictDoNothing();
      }
    },
  };
}
