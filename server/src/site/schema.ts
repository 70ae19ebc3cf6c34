import type { Schema } from "../platform/database/schema.ts";
import { demoMigrations } from "./demo/tables.ts";
import { widgetMigrations } from "./widgets/tables.ts";

/** What is kept of demo workspaces and widgets. */
export const siteSchema: Schema = {
  migrations: [...demoMigrations, ...widgetMigrations],
  queues: [],
};
