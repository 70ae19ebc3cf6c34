import type { Schema } from "../platform/database/schema.ts";
import { agentMigrations, agentVersionMigrations } from "./documents/migrations.ts";
import { agentTestMigrations } from "./tests/migrations.ts";
import { mcpServerMigrations } from "./mcp-servers/tables.ts";
import { messageMigrations } from "./messages/store.ts";
import { outcomeMigrations } from "./outcomes/migrations.ts";

/** What is kept of agents and of what they have done. */
export const agentsSchema: Schema = {
  migrations: [
    ...agentMigrations,
    ...agentVersionMigrations,
    ...agentTestMigrations,
    ...mcpServerMigrations,
    ...messageMigrations,
    ...outcomeMigrations,
  ],
  queues: [],
};
