import type { Schema } from "../platform/database/schema.ts";
import { retentionQueue } from "./retention.ts";
import { privacyMigrations } from "./tables.ts";

/** What is kept of how long data is kept, and of who was erased. */
export const privacySchema: Schema = { migrations: privacyMigrations, queues: [retentionQueue] };
