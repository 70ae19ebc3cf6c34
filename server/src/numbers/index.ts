/** Telephone numbers and who answers them. */
export { createNumbers, type Numbers } from "./numbers.ts";
export { numberIn } from "./number-cell.ts";
export { numberRoutes } from "./routes.ts";
export { addMadeNumbers, createNumberStore, type MadeNumber } from "./store.ts";
export { numberMigrations } from "./tables.ts";
