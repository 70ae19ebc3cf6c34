/** People who come from the public site: what they ask for, and the codes that let them in. */
export { createCodes, type Codes } from "./codes/codes.ts";
export { forwardingQueue, startForwarding } from "./forwarding.ts";
export { createLeads } from "./leads.ts";
export { leadRoutes, type LeadRoutesParts } from "./routes.ts";
export { createLeadStore, type LeadStore } from "./store.ts";
export { leadMigrations } from "./tables.ts";
export { createContactEmail } from "./contact-email.ts";
export { operatorRoutes } from "./operator-routes.ts";
export { createVisits, type Visits } from "./visits/visits.ts";
