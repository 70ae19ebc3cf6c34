import type { Schema } from "../platform/database/schema.ts";
import { carrierNonceMigrations } from "./carriers/store.ts";
import { trunkLineMigrations } from "./lines/tables.ts";
import { missedCallQueue } from "./missed-calls/missed-calls.ts";
import { numberOrderQueue, renewalQueue } from "./numbers/sweeps.ts";
import { numberMigrations, trunkNumberMigrations, carrierNumberMigrations } from "./numbers/tables.ts";
import { callOrderMigrations } from "./supervision/tables.ts";
import { sealedTrunks } from "./trunks/rotation.ts";
import { trunkMigrations } from "./trunks/tables.ts";

/** What is kept of numbers, trunks, carriers and commands to other servers. */
export const telephonySchema: Schema = {
  migrations: [
    ...callOrderMigrations,
    ...carrierNonceMigrations,
    ...carrierNumberMigrations,
    ...numberMigrations,
    ...trunkLineMigrations,
    ...trunkMigrations,
    ...trunkNumberMigrations,
  ],
  queues: [missedCallQueue, numberOrderQueue, renewalQueue],
  sealed: [sealedTrunks],
};
