/** SIP trunks of workspaces: their rows and sealed passwords, who calls by them, and which server keeps them. */
export { createTrunkCheck, type OrdersCheck, type TrunkCheck } from "./check.ts";
export { createTrunkDirectory, type TrunkDirectory } from "./directory.ts";
export { createTrunkKeeping } from "./keeping.ts";
export { resealTrunks } from "./rotation.ts";
export { trunkRoutes } from "./routes.ts";
export { createTrunkStore, type TrunkStore } from "./store.ts";
export { trunkMigrations } from "./tables.ts";
export { createTrunks } from "./trunks.ts";
