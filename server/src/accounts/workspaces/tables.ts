import type { Currency, KeyScope, Role } from "@ongea/contract";
import { bigint, boolean, date, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const workspaces = pgTable("workspaces", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** `home`: the one that a new installation begins with; `demo`: a visitor's, until an account claims it. */
  kind: text("kind").notNull().$type<"home" | "real" | "demo">(),
  currency: text("currency").notNull().$type<Currency>().default("USD"),
  /** The operator lets it use what the installation pays for: its own trunk, its speech and language services. */
  admitted: boolean("admitted").notNull().default(false),
  createdAt: moment("created_at").notNull().defaultNow(),
});

export const members = pgTable(
  "members",
  {
    workspaceId: uuid("workspace_id").notNull(),
    userId: uuid("user_id").notNull(),
    role: text("role").notNull().$type<Role>(),
    joinedAt: moment("joined_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);

export const memberInvitations = pgTable("member_invitations", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  email: text("email").notNull(),
  role: text("role").notNull().$type<Role>(),
  tokenHash: text("token_hash").notNull(),
  invitedBy: text("invited_by").notNull(),
  /** The member who invites, also through a key of theirs. */
  inviterId: uuid("inviter_id"),
  createdAt: moment("created_at").notNull().defaultNow(),
  expiresAt: moment("expires_at").notNull(),
});

export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  /** Null of keys that are older than this column: a hash does not give them back. */
  lastFour: text("last_four"),
  keyHash: text("key_hash").notNull().unique(),
  role: text("role").notNull().$type<Role>(),
  scope: text("scope").notNull().$type<KeyScope>(),
  /** The agents that it is held to, there still or not; null: the whole workspace. */
  agentIds: uuid("agent_ids").array(),
  /** The member whose key it is, also when another key of theirs made it; null: a visitor's, or older than this column. */
  creatorId: uuid("creator_id"),
  createdAt: moment("created_at").notNull().defaultNow(),
  lastUsedAt: moment("last_used_at"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
});

/** Requests that were answered to a key, by day (UTC). */
export const apiKeyCalls = pgTable(
  "api_key_calls",
  {
    workspaceId: uuid("workspace_id").notNull(),
    keyId: uuid("key_id").notNull(),
    day: date("day").notNull(),
    calls: bigint("calls", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
);
