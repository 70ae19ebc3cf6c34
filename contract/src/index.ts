/** The door of the contract: what clients and the server promise each other. */
export * from "./agents.ts";
export * from "./calls.ts";
export * from "./client.ts";
export * from "./journal.ts";
export * from "./lead-rules.ts";
export * from "./leads.ts";
export * from "./live.ts";
export * from "./refusals.ts";
export * from "./route.ts";
export * from "./status.ts";
export * from "./weave.ts";
export * from "./description.ts";
