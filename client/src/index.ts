/** The door of the client. Everything of the contract comes with it: shapes, codes of refusals, and each route for `ongea.call`. */
export { createOngea, type Ongea, type OngeaOptions } from "./ongea.ts";
export type { AskOptions } from "./sending.ts";
export type { OngeaEvent, EventsOptions } from "./events.ts";
export * from "@ongea/contract";
