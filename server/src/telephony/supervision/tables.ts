import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";
import type { Outcome, CallCommand } from "./commands.ts";

/** What somebody at one server asks of a call that another carries: `waiting` → `taken`, by its owner alone → `answered`. */
export const callOrders = pgTable("call_orders", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  callId: uuid("call_id").notNull(),
  /** The server that carries the call. */
  ownerId: uuid("owner_id").notNull(),
  /** The server that asks. */
  askerId: uuid("asker_id").notNull(),
  /** Who asks there: for the log. */
  actor: jsonb("actor").notNull().$type<{ kind: string; id: string; name: string }>(),
  wish: jsonb("wish").notNull().$type<CallCommand>(),
  state: text("state").notNull().$type<"waiting" | "taken" | "answered">().default("waiting"),
  outcome: jsonb("outcome").$type<Outcome>(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  /** By the database's clock. After it nobody takes it any more. */
  takeBy: timestamp("take_by", { withTimezone: true }).notNull(),
});

/** After those of workspaces and calls. */
export const callOrderMigrations: readonly Migration[] = [
  {
    id: "0112-call-orders",
    sql: `create table call_orders (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      call_id uuid not null references executions (id) on delete cascade,
      owner_id uuid not null,
      asker_id uuid not null,
      actor jsonb not null,
      wish jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'taken', 'answered')),
      outcome jsonb,
      asked_at timestamptz not null,
      take_by timestamptz not null
    );
    create index call_orders_waiting on call_orders (owner_id) where state = 'waiting';
    create index call_orders_of_call on call_orders (call_id);
    create index call_orders_of_workspace on call_orders (workspace_id);
    create index call_orders_age on call_orders (asked_at);
    ${tenantTable("call_orders")}`,
  },
];
