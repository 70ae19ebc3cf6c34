/** Telephone numbers and who answers them. */
export { createNumbers, type Numbers } from "./numbers.ts";
export { addMadeNumbers, createNumberStore, type MadeNumber } from "./store.ts";
export { numberMigrations } from "./tables.ts";
