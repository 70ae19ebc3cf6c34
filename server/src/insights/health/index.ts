/** How the server does, and how much of the time it has been there. */
export { createHealth } from "./health.ts";
export { databaseHealth, forwardingHealth, speechHealth, storageHealth, telephonyHealth } from "./parts.ts";
export { uptimeMigrations } from "./tables.ts";
export { startUptime } from "./uptime.ts";
