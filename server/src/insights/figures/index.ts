/** What a workspace's rows add up to, and what happened in it. */
export { createFigures, type Figures } from "./figures/figures.ts";
export { createActivity, type Activity, type NewEvent } from "./activity.ts";
export { insightRoutes } from "./routes.ts";
export { addMadeEvents, createActivityStore, type MadeEvent } from "./store.ts";
export { insightMigrations } from "./tables.ts";
