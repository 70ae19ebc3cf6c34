import type { Schema } from "../platform/database/schema.ts";
import { checkQueue } from "./call-checks/queue.ts";
import { callCheckMigrations } from "./call-checks/migrations.ts";
import { consentQueue } from "./consents/after-call.ts";
import { consentMigrations } from "./consents/migrations.ts";
import { countryPackMigrations } from "./country-packs/tables.ts";
import { doNotCallMigrations } from "./do-not-call/tables.ts";
import { privacyMigrations } from "./erasure/migrations.ts";
import { dialLimitMigrations, dialSlotMigrations } from "./limits/tables.ts";
import { maskingMigrations } from "./masking/tables.ts";
import { wholeEntryMigrations } from "./masking/whole/tables.ts";
import { retentionQueue } from "./retention/retention.ts";

/** What is kept of whom a workspace may call, and how much. */
export const complianceSchema: Schema = {
  migrations: [
    ...callCheckMigrations,
    ...consentMigrations,
    ...countryPackMigrations,
    ...dialLimitMigrations,
    ...dialSlotMigrations,
    ...doNotCallMigrations,
    ...maskingMigrations,
    ...privacyMigrations,
    ...wholeEntryMigrations,
  ],
  queues: [checkQueue, consentQueue, retentionQueue],
};
