/** Assistants: their documents and the templates. */
export { createAgents, type Agents, type StoredAgent } from "./agents.ts";
export { agentRoutes } from "./routes.ts";
export { agentMigrations } from "./tables.ts";
export { TEMPLATES } from "./templates.ts";
