/** Assistants: their documents, versions and templates. */
export { createAgents, type Agents } from "./agents.ts";
export { agentRoutes } from "./routes.ts";
export { addMadeAgents, agentNames, agentsAfterCalls, countActiveAgents, type MadeAgent, type StoredAgent } from "./store.ts";
export { agentMigrations, agentVersionMigrations } from "./tables.ts";
export { TEMPLATES } from "./templates.ts";
