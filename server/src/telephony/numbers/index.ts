/** Telephone numbers and who answers them. */
export { createAccountNumbers, type AccountNumbers } from "./accounts/accounts.ts";
export { createNumbers, type Numbers } from "./numbers.ts";
export { numberIn } from "./number-cell.ts";
export { numberOrderQueue, startSettling } from "./accounts/settling.ts";
export { renewalQueue, startRenewing } from "./renewal.ts";
export { rentedAmong } from "./rental/store.ts";
export { createTrunkNumbers, type TrunkNumbers } from "./of-trunks/store.ts";
export { createRentals, idOf, type Rentals } from "./rentals.ts";
export { numberRoutes, type NumberRoutesParts } from "./routes.ts";
export { createSandboxCarrier } from "./sandbox-carrier.ts";
export { addMadeNumbers, createNumberStore, type HeldNumber, type MadeNumber } from "./store.ts";
export { carrierNumberMigrations, numberMigrations, trunkNumberMigrations } from "./tables.ts";
