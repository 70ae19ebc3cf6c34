/** What holds for calls with people of a country: hours, holidays, consent, recording. Shipped for five countries, edited by workspaces. */
export { agentsHours, closedAt, type Closed } from "./calling-hours.ts";
export { createCountryPacks, type CountryPacks } from "./country-packs.ts";
export { countryPackRoutes } from "./routes.ts";
export { ANNOUNCED, ASKED } from "./spoken.ts";
export { createCountryPackStore } from "./store.ts";
export { countryPackMigrations } from "./tables.ts";
