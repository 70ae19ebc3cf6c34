import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";
import { tenantTable } from "../../platform/database/tenancy.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const sipPhones = pgTable("sip_phones", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  /** The name as it is looked for: without regard to case, in every language. */
  nameKey: text("name_key").notNull(),
  /** It registers under this name, which no other phone of the installation has. */
  username: text("username").notNull(),
  /** The digests of its password, for this workspace and this id alone. */
  sealed: text("sealed").notNull(),
  /** The server at which it registered last, from and until when, and until when that server says that it runs. */
  registeredBy: uuid("registered_by"),
  registeredSince: moment("registered_since"),
  registeredUntil: moment("registered_until"),
  confirmedUntil: moment("confirmed_until"),
  address: text("address"),
  userAgent: text("user_agent"),
  seenAt: moment("seen_at"),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const phoneMigrations: readonly Migration[] = [
  {
    id: "0183-sip-phones",
    sql: `create table sip_phones (
      id uuid primary key,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      name text not null,
      name_key text not null,
      username text not null unique,
      sealed text not null,
      registered_by uuid,
      registered_since timestamptz,
      registered_until timestamptz,
      confirmed_until timestamptz,
      address text,
      user_agent text,
      seen_at timestamptz,
      created_at timestamptz not null default now()
    );
    create unique index sip_phones_by_name on sip_phones (workspace_id, name_key);
    create index sip_phones_of_server on sip_phones (registered_by) where registered_by is not null;
    ${tenantTable("sip_phones")}`,
  },
];
