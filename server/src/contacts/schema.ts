import type { Schema } from "../platform/database/schema.ts";
import { appointmentChangeMigrations, appointmentMigrations } from "./appointments/tables.ts";
import { contactMigrations } from "./people/migrations.ts";

/** What is kept of people and their appointments. */
export const contactsSchema: Schema = {
  migrations: [...appointmentChangeMigrations, ...appointmentMigrations, ...contactMigrations],
  queues: [],
};
