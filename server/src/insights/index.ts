/** What a workspace's rows add up to, and what happened in it. */
export { createFigures } from "./figures/figures.ts";
export { createHappenings, type Happenings } from "./happenings.ts";
export { insightRoutes } from "./routes.ts";
export { createHappeningStore } from "./store.ts";
export { insightMigrations } from "./tables.ts";
