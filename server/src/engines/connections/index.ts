/** Connections of a workspace to the providers that lend its calls ears, minds and voices. */
export { parseAddresses, type ProviderAddresses } from "./addresses.ts";
export { createChecks, type CheckProvider } from "./check.ts";
export { createConnections, type Connections } from "./connections.ts";
export { createConnectedCloners, type ConnectedCloners } from "./cloners.ts";
export { createConnectedEmbedders, type ConnectedEmbedders } from "./embedding.ts";
export { createLender, type Lender } from "./lender.ts";
export { type Lending, type Missing } from "./lending.ts";
export { resealAll } from "./rotation.ts";
export { connectionRoutes } from "./routes.ts";
export { createConnectionStore, type ConnectionStore } from "./store.ts";
export { connectionMigrations } from "./tables.ts";
export { connectionWireRoutes } from "./wire-routes.ts";
export { createConnectedVoices, type ConnectedVoices } from "./voices.ts";
