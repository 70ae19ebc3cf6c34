/** The contract's routes as tools for language models. */
export { mcpRoutes } from "./routes.ts";
export { type Send, createToolServer } from "./tool-server.ts";
