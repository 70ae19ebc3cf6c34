import type { Carrier, MissedCallSetting } from "@ongea/contract";
import { boolean, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";

export const numbers = pgTable("numbers", {
  number: text("number").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  agentId: uuid("agent_id"),
  /** The assistant that answered here until it was deleted. */
  releasedBy: uuid("released_by"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** The workspace really has it: those that a demo workspace shows are nobody's. */
  held: boolean("held").notNull().default(true),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  /** From whom it is rented; null: the installation's own. The three stand together. */
  carrier: text("carrier"),
  /** Another one each time that a number is rented. */
  rentalId: uuid("rental_id"),
  /** Until then the rent is charged. */
  renewsAt: timestamp("renews_at", { withTimezone: true }),
  /** The workspace's own trunk that leads to it. */
  trunkId: uuid("trunk_id"),
  /** As its owner calls it. */
  name: text("name").notNull().default(""),
  /** The telephone company at which the workspace's own account has it, or is asked for it. */
  account: text("account").$type<Carrier>(),
  /** As the company knows it; null: it was asked for, and has not said yes. */
  accountRef: text("account_ref"),
  /** What the company takes a month, and in which currency, as it said when it was asked for. */
  accountPrice: text("account_price"),
  accountCurrency: text("account_currency"),
  /** Who rings is rejected and answered so; null: the agent answers the call. */
  missedCall: jsonb("missed_call").$type<MissedCallSetting>(),
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
  {
    id: "0055-numbers-released",
    sql: "alter table numbers add column released_by uuid references agents (id) on delete set null",
  },
  {
    id: "0057-numbers-rented",
    sql: `alter table numbers add column updated_at timestamptz not null default now(),
        add column carrier text, add column rental_id uuid, add column renews_at timestamptz,
        add constraint numbers_rented check (num_nulls(carrier, rental_id, renews_at) in (0, 3));
      create index numbers_due on numbers (renews_at) where renews_at is not null`,
  },
];

/** After trunks have their table. */
export const trunkNumberMigrations: readonly Migration[] = [
  {
    id: "0087-numbers-of-trunks",
    sql: `alter table numbers add column trunk_id uuid references sip_trunks (id) on delete cascade,
        add column name text not null default '',
        add constraint numbers_from_one check (trunk_id is null or rental_id is null);
      create index numbers_of_trunk on numbers (trunk_id) where trunk_id is not null`,
  },
];

/** After numbers know their trunk. */
export const carrierNumberMigrations: readonly Migration[] = [
  {
    id: "0088-numbers-of-carriers",
    sql: `alter table numbers add column account text, add column account_ref text,
        add column account_price text, add column account_currency text,
        add constraint numbers_of_account check (
          (account is not null or num_nonnulls(account_ref, account_price, account_currency) = 0)
          and (account is null or (trunk_id is null and rental_id is null)));
      create index numbers_asked_for on numbers (created_at) where account is not null and account_ref is null`,
  },
  { id: "0232-missed-calls", sql: "alter table numbers add column missed_call jsonb" },
];
