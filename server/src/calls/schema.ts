import type { Schema } from "../platform/database/schema.ts";
import { carrierChargeMigrations } from "./charges/tables.ts";
import { dueCallMigrations } from "./personal/tables.ts";
import {
  callAnalysisMigrations,
  callContactMigrations,
  callHistoryMigrations,
  callLineMigrations,
  callMigrations,
  callPersonMigrations,
} from "./records/migrations.ts";
import { plannedCallMigrations } from "./scheduled/tables.ts";

/** What is kept of calls. */
export const callsSchema: Schema = {
  migrations: [
    ...callAnalysisMigrations,
    ...callContactMigrations,
    ...callHistoryMigrations,
    ...callLineMigrations,
    ...callMigrations,
    ...callPersonMigrations,
    ...carrierChargeMigrations,
    ...dueCallMigrations,
    ...plannedCallMigrations,
  ],
  queues: [],
};
