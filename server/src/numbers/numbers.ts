import { and, eq, isNotNull } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { TEMPLATES, type Agents } from "../agents/index.ts";
import type { Db } from "../platform/database/database.ts";
import type { Migration } from "../platform/database/migrate.ts";

const numbers = pgTable("numbers", {
  number: text("number").primaryKey(),
  agentId: uuid("agent_id"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
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
];

/** Which assistant answers at which number. */
export interface Numbers {
  /** The assistant set to answer this number; undefined: nobody answers here. */
  agentAt(number: string): Promise<string | undefined>;
  of(agentId: string): Promise<string[]>;
  /** Gives the template assistants their numbers, where those are still free. */
  seed(agents: Agents): Promise<void>;
}

export function createNumbers(db: Db): Numbers {
  return {
    async agentAt(number) {
      const [row] = await db
        .select({ agentId: numbers.agentId })
        .from(numbers)
        .where(and(eq(numbers.number, number), isNotNull(numbers.agentId)));
      return row?.agentId ?? undefined;
    },
    async of(agentId) {
      const rows = await db
        .select({ number: numbers.number })
        .from(numbers)
        .where(eq(numbers.agentId, agentId))
        .orderBy(numbers.number);
      return rows.map((row) => row.number);
    },
    async seed(agents) {
      for (const template of TEMPLATES) {
        const agent = await agents.find(template.key);
        if (agent) await db.insert(numbers).values({ number: template.number, agentId: agent.id }).onConflictDoNothing();
      }
    },
  };
}
