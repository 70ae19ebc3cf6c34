/** What a workspace's rows add up to, and what happened in it. */
export { createFigures } from "./figures/figures.ts";
export { createActivity, type Activity } from "./activity.ts";
export { insightRoutes } from "./routes.ts";
export { createActivityStore } from "./store.ts";
export { insightMigrations } from "./tables.ts";
