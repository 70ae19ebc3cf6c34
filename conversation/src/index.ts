/** The door of the conversation: what other rooms may use. */
export * from "./ports.ts";
export type * from "./plan.ts";
export type * from "./journal.ts";
