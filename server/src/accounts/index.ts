/** Who somebody is, what is whose, what happened there and what it costs. */
export type { Activity, NewEvent } from "./activity/activity.ts";
export { type SeededEvent, addSeededEvents } from "./activity/store.ts";
export { createAnchor } from "./audit/anchor.ts";
export { type Actor, type Audit, type AuditAction, createAudit } from "./audit/audit.ts";
export { type Credits, type SeededCredit, type NewCredit, addSeededCredits } from "./billing/store.ts";
export { type Codes, createCodes } from "./leads/codes/codes.ts";
export type { CallsOfDay } from "./open-notifications.ts";
export { type Accounts, openAccounts } from "./open.ts";
export { addSeededKeys, createKeys, type SeededKey } from "./workspaces/keys/store.ts";
