import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { LeadAnswer } from "@ongea/contract";
import type { Migration } from "../../platform/database/migrate.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const leads = pgTable("leads", {
  id: uuid("id").primaryKey(),
  kind: text("kind").$type<"demo-request" | "landing" | "contact">().notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  company: text("company"),
  position: text("position"),
  message: text("message"),
  source: text("source").notNull(),
  /** By the visitor's own clock. */
  sentAt: moment("sent_at").notNull(),
  createdAt: moment("created_at").notNull().defaultNow(),
  verifiedAt: moment("verified_at"),
  forwardAttempts: integer("forward_attempts").notNull().default(0),
  /** It waits until there is somebody to forward it to. */
  forwardNextAt: moment("forward_next_at"),
  forwardedAt: moment("forwarded_at"),
  forwardProblem: text("forward_problem"),
  handledAt: moment("handled_at"),
  /** A user. */
  assignedTo: text("assigned_to"),
  answers: jsonb("answers").$type<LeadAnswer[]>().notNull().default([]),
});

export const codes = pgTable("invitation_codes", {
  id: uuid("id").primaryKey(),
  /** The first letters, by which a code is found and named; they open nothing. */
  prefix: text("prefix").notNull().unique(),
  salt: text("salt").notNull(),
  hash: text("hash").notNull(),
  uses: integer("uses").notNull().default(0),
  lastUsedAt: moment("last_used_at"),
  createdAt: moment("created_at").notNull().defaultNow(),
  revokedAt: moment("revoked_at"),
});

/** A browser that has sent a demo request, and later a code. Only the hash of its cookie is kept. */
export const visits = pgTable("visits", {
  tokenHash: text("token_hash").primaryKey(),
  leadId: uuid("lead_id"),
  codeId: uuid("code_id"),
  /** The demo workspace that the code opened. */
  workspaceId: uuid("workspace_id"),
  language: text("language"),
  currency: text("currency"),
  sidebarCollapsed: boolean("sidebar_collapsed").notNull().default(false),
  createdAt: moment("created_at").notNull().defaultNow(),
  expiresAt: moment("expires_at").notNull(),
});

export const leadMigrations: readonly Migration[] = [
  {
    id: "0006-leads",
    sql: `create table leads (
      id uuid primary key,
      kind text not null check (kind in ('demo-request', 'landing', 'contact')),
      name text not null,
      email text not null,
      company text,
      position text,
      message text,
      source text not null,
      sent_at timestamptz not null,
      created_at timestamptz not null default now(),
      verified_at timestamptz,
      forward_attempts integer not null default 0,
      forward_next_at timestamptz,
      forwarded_at timestamptz,
      forward_problem text
    );
    create index leads_to_forward on leads (forward_next_at) where forward_next_at is not null;
    create table invitation_codes (
      id uuid primary key,
      prefix text not null unique,
      salt text not null,
      hash text not null,
      uses integer not null default 0,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create table visits (
      token_hash text primary key,
      lead_id uuid references leads (id) on delete cascade,
      code_id uuid references invitation_codes (id) on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index visits_expiry on visits (expires_at)`,
  },
  {
    id: "0140-leads-handled",
    sql: `alter table leads add column handled_at timestamptz;
    create index leads_newest on leads (created_at desc, id desc);
    create index leads_open on leads (created_at desc, id desc) where handled_at is null;
    alter table visits drop constraint visits_lead_id_fkey;
    alter table visits add constraint visits_lead_id_fkey foreign key (lead_id) references leads (id) on delete set null`,
  },
  {
    id: "0271-leads-answers",
    sql: "alter table leads add column assigned_to text, add column answers jsonb not null default '[]'",
  },
];
