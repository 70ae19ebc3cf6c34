import type { Schema } from "../platform/database/schema.ts";
import { embeddingQueue } from "./embedding/queue.ts";
import { knowledgeAgentsMigrations, knowledgeMigrations, knowledgeWireMigrations } from "./passages/migrations.ts";

/** What is kept of what agents know. */
export const knowledgeSchema: Schema = {
  migrations: [...knowledgeAgentsMigrations, ...knowledgeMigrations, ...knowledgeWireMigrations],
  queues: [embeddingQueue],
};
