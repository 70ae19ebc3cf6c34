/** Finding things again. */
export { searchRoutes } from "./routes.ts";
export { createSearch, wordsOfCall, type EndedCall, type Search } from "./search.ts";
export { createSearchStore, rememberAll } from "./store.ts";
export { searchMigrations } from "./tables.ts";
