/** The door of the tools for language models (Model Context Protocol). */
export { mcpRoutes } from "./routes.ts";
export { createToolServer, type Send } from "./tool-server.ts";
