/** Batches: calls to everybody in a file, at a pace, none twice. */
export { createBatches, type Batches, type BatchesParts } from "./batches.ts";
export { createDialler } from "./dialling/dialler.ts";
export { contactsOfEnded } from "./dialling/ended.ts";
export { createDialStore } from "./dialling/store.ts";
export { batchRoutes } from "./routes.ts";
export { batchGoals, batchNames, createBatchStore } from "./store.ts";
export { batchContactMigrations, batchMigrations } from "./tables.ts";
