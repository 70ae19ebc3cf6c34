/** Telephone numbers and who answers them. */
export { createNumbers, numberMigrations, type Numbers } from "./numbers.ts";
