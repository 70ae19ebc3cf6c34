/** What a workspace may still spend. */
export { createCredits, type Credits } from "./credits.ts";
export { parsePrices, priceOf, type MinutePrices } from "./price.ts";
export { creditRoutes } from "./routes.ts";
export { creditMigrations } from "./tables.ts";
