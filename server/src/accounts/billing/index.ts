/** What a workspace may still spend. */
export { addMadeCredits, createCredits, type Credits, type MadeCredit, type NewCredit } from "./store.ts";
export { parseAmounts, parseRates, priceOf, type Amounts } from "./price.ts";
export { creditRoutes } from "./routes.ts";
export { creditMigrations } from "./tables.ts";
