/** Telephone numbers and who answers them. */
export { createNumbers, type Numbers } from "./numbers.ts";
export { numberIn } from "./number-cell.ts";
export { renewalQueue, startRenewing } from "./renewal.ts";
export { rentedAmong } from "./rental/store.ts";
export { createTrunkNumbers, type TrunkNumbers } from "./of-trunks/store.ts";
export { createRentals, idOf, type Rentals } from "./rentals.ts";
export { numberRoutes } from "./routes.ts";
export { createSandboxCarrier } from "./sandbox-carrier.ts";
export { addMadeNumbers, createNumberStore, type HeldNumber, type MadeNumber } from "./store.ts";
export { numberMigrations, trunkNumberMigrations } from "./tables.ts";
