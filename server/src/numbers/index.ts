/** Telephone numbers and who answers them. */
export { createNumbers, type Numbers } from "./numbers.ts";
export { numberMigrations } from "./tables.ts";
