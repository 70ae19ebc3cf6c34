/** Workspaces to try things in. */
export { createDemo, type Demo } from "./demo.ts";
export { demoMigrations } from "./tables.ts";
