import type { Schema } from "../platform/database/schema.ts";
import { sealedConnections } from "./connections/rotation.ts";
import { connectionMigrations } from "./connections/tables.ts";
import { cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue } from "./voices/cloning/queues.ts";
import {
  voiceCloneMigrations,
  consentStatusMigrations,
  pronunciationMigrations,
  voiceMigrations,
  voiceLibraryMigrations,
} from "./voices/migrations.ts";

/** What is kept of voices and connections to providers. */
export const enginesSchema: Schema = {
  migrations: [
    ...connectionMigrations,
    ...consentStatusMigrations,
    ...pronunciationMigrations,
    ...voiceCloneMigrations,
    ...voiceLibraryMigrations,
    ...voiceMigrations,
  ],
  queues: [cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue],
  sealed: [sealedConnections],
};
