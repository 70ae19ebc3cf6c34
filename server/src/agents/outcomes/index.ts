/** What is asked about calls when they are over: dispositions, and templates of what to extract. */
export { dispositionRoutes } from "./disposition-routes.ts";
export { extractionRoutes } from "./extraction-routes.ts";
export { agentsWithDispositions, createOutcomeStore, type DispositionRow, type OutcomeStore } from "./store.ts";
export { outcomeMigrations } from "./tables.ts";
