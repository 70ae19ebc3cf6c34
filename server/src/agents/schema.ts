import type { Schema } from "../platform/database/schema.ts";
import { appointmentMigrations, appointmentChangeMigrations } from "./appointments/store.ts";
import { agentMigrations, agentVersionMigrations } from "./documents/tables.ts";
import { embeddingQueue } from "./knowledge/embedding/queue.ts";
import { knowledgeMigrations, knowledgeAgentsMigrations, knowledgeWireMigrations } from "./knowledge/tables.ts";
import { agentTestMigrations } from "./tests/tables.ts";
import { mcpServerMigrations } from "./mcp-servers/tables.ts";
import { messageMigrations } from "./messages/store.ts";
import { outcomeMigrations } from "./outcomes/tables.ts";

/** What is kept of agents, of what they know and of what they have done. */
export const agentsSchema: Schema = {
  migrations: [
    ...agentMigrations,
    ...agentVersionMigrations,
    ...agentTestMigrations,
    ...appointmentChangeMigrations,
    ...appointmentMigrations,
    ...knowledgeAgentsMigrations,
    ...knowledgeMigrations,
    ...knowledgeWireMigrations,
    ...mcpServerMigrations,
    ...messageMigrations,
    ...outcomeMigrations,
  ],
  queues: [embeddingQueue],
};
