/** Workspaces to try things in. */
export { createDemo, type Demo } from "./demo.ts";
export { createIndexing, type Indexing } from "./indexing.ts";
export { createSpeaking, type Speaking } from "./speaking.ts";
export { demoMigrations } from "./tables.ts";
