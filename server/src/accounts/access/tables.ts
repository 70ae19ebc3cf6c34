/** People, where they are signed in, and how they prove who they are. The shapes are those of the library that carries this. */
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Migration } from "../../platform/database/migrate.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const born = { createdAt: moment("created_at").notNull().defaultNow(), updatedAt: moment("updated_at").notNull().defaultNow() };

export const users = pgTable("users", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  /** May do what concerns the whole installation. */
  operator: boolean("operator").notNull().default(false),
  language: text("language"),
  currency: text("currency"),
  sidebarCollapsed: boolean("sidebar_collapsed").notNull().default(false),
  ...born,
});

export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  token: text("token").notNull().unique(),
  userId: uuid("user_id").notNull(),
  expiresAt: moment("expires_at").notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  /** The workspace that this session works in; null: the person's first. */
  workspaceId: uuid("workspace_id"),
  ...born,
});

export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey().defaultRandom(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: uuid("user_id").notNull(),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: moment("access_token_expires_at"),
  refreshTokenExpiresAt: moment("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  ...born,
});

export const verifications = pgTable("verifications", {
  id: uuid("id").primaryKey().defaultRandom(),
  identifier: text("identifier").notNull(),
  value: text("value").notNull(),
  expiresAt: moment("expires_at").notNull(),
  ...born,
});

export const secondFactors = pgTable("second_factors", {
  id: uuid("id").primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  secret: text("secret").notNull(),
  backupCodes: text("backup_codes").notNull(),
  verified: boolean("verified").default(true),
  failedVerificationCount: integer("failed_verification_count").default(0),
  lockedUntil: moment("locked_until"),
});

export const passkeys = pgTable("passkeys", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name"),
  publicKey: text("public_key").notNull(),
  userId: uuid("user_id").notNull(),
  credentialID: text("credential_id").notNull().unique(),
  counter: integer("counter").notNull(),
  deviceType: text("device_type").notNull(),
  backedUp: boolean("backed_up").notNull(),
  transports: text("transports"),
  aaguid: text("aaguid"),
  createdAt: moment("created_at").defaultNow(),
});

export const usedCodes = pgTable(
  "used_codes",
  {
    userId: uuid("user_id").notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: moment("used_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

const BORN = "created_at timestamptz not null default now(), updated_at timestamptz not null default now()";
const OF_USER = "user_id uuid not null references users (id) on delete cascade";

export const accessMigrations: readonly Migration[] = [
  {
    id: "0008-access",
    sql: `create table users (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      email text not null unique,
      email_verified boolean not null default false,
      image text,
      two_factor_enabled boolean not null default false,
      operator boolean not null default false,
      language text,
      currency text,
      sidebar_collapsed boolean not null default false,
      ${BORN}
    );
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      token text not null unique,
      ${OF_USER},
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      workspace_id uuid references workspaces (id) on delete set null,
      ${BORN}
    );
    create index sessions_of_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);
    create table accounts (
      id uuid primary key default gen_random_uuid(),
      account_id text not null,
      provider_id text not null,
      ${OF_USER},
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      ${BORN},
      unique (provider_id, account_id)
    );
    create index accounts_of_user on accounts (user_id);
    create table verifications (
      id uuid primary key default gen_random_uuid(),
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      ${BORN}
    );
    create index verifications_identifier on verifications (identifier);
    create index verifications_expiry on verifications (expires_at);
    create table second_factors (
      id uuid primary key default gen_random_uuid(),
      ${OF_USER} unique,
      secret text not null,
      backup_codes text not null,
      verified boolean default true,
      failed_verification_count integer default 0,
      locked_until timestamptz
    );
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      name text,
      public_key text not null,
      ${OF_USER},
      credential_id text not null unique,
      counter integer not null,
      device_type text not null,
      backed_up boolean not null,
      transports text,
      aaguid text,
      created_at timestamptz default now()
    );
    create index passkeys_of_user on passkeys (user_id);
    alter table visits add column language text, add column currency text, add column sidebar_collapsed boolean not null default false`,
  },
  {
    id: "0035-used-codes",
    sql: `create table used_codes (
      ${OF_USER},
      code_hash text not null,
      used_at timestamptz not null default now(),
      primary key (user_id, code_hash)
    );
    create index used_codes_age on used_codes (used_at)`,
  },
];
