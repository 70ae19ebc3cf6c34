import type { PackCountry, PackRule } from "@ongea/contract";
import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

/** Rules that a workspace has put in place of shipped ones. */
export const countryRules = pgTable(
  "country_rules",
  {
    workspaceId: uuid("workspace_id").notNull(),
    country: text("country").notNull().$type<PackCountry>(),
    rule: text("rule").notNull().$type<PackRule>(),
    value: jsonb("value").notNull().$type<unknown>(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.country, table.rule] })],
);

/** After those of workspaces. */
export const countryPackMigrations: readonly Migration[] = [
  {
    id: "0110-country-rules",
    sql: `create table country_rules (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      country text not null,
      rule text not null check (rule in ('hours', 'holidays', 'consent', 'recording')),
      value jsonb not null,
      changed_at timestamptz not null default now(),
      primary key (workspace_id, country, rule)
    );
    ${tenantTable("country_rules")}`,
  },
  {
    id: "0175-country-rules-disclosure",
    sql: `alter table country_rules drop constraint country_rules_rule_check;
    alter table country_rules add constraint country_rules_rule_check
      check (rule in ('hours', 'holidays', 'consent', 'recording', 'disclosure'));`,
  },
];
