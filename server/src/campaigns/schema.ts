import type { Schema } from "../platform/database/schema.ts";
import { batchMigrations, batchContactMigrations } from "./batches/migrations.ts";
import { plannedCallQueue } from "./scheduled/queue.ts";

/** What is kept of batches and of calls that are placed later. */
export const campaignsSchema: Schema = {
  migrations: [...batchContactMigrations, ...batchMigrations],
  queues: [plannedCallQueue],
};
