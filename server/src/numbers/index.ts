/** Telephone numbers and who answers them. */
export { createNumbers, type Numbers } from "./numbers.ts";
export { numberIn } from "./number-cell.ts";
export { renewalQueue, startRenewing } from "./renewal.ts";
export { rentedAmong } from "./rental/store.ts";
export { createRentals, type Rentals } from "./rentals.ts";
export { numberRoutes } from "./routes.ts";
export { createSandboxCarrier } from "./sandbox-carrier.ts";
export { addMadeNumbers, createNumberStore, type MadeNumber } from "./store.ts";
export { numberMigrations } from "./tables.ts";
