/** Who did what, chained. */
export { createAnchor, type Anchor } from "./anchor.ts";
export { createAudit, type Actor, type Audit, type Deed } from "./audit.ts";
export { auditRoutes } from "./routes.ts";
export { auditMigrations } from "./tables.ts";
