/** Finding things again. */
export { searchRoutes } from "./routes.ts";
export { createSearch, wordsOfCall, type Search } from "./search.ts";
export { createSearchStore, indexed } from "./store.ts";
export { searchMigrations } from "./tables.ts";
