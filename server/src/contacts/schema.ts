import type { Schema } from "../platform/database/schema.ts";
import { contactMigrations } from "./people/tables.ts";

/** What is kept of people. */
export const contactsSchema: Schema = { migrations: contactMigrations, queues: [] };
