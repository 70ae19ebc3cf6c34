/** Who somebody is, what is whose, what happened there and what it costs. */
export type { Activity, NewEvent } from "./activity/activity.ts";
export { type SeededEvent, addSeededEvents } from "./activity/store.ts";
export { createAnchor } from "./audit/anchor.ts";
export { type Actor, type Audit, type AuditAction, createAudit } from "./audit/audit.ts";
export { type Credits, type SeededCredit, type NewCredit, addSeededCredits } from "./billing/store.ts";
export { type Codes, createCodes } from "./leads/codes/codes.ts";
export { isUnreached, refusedBy } from "./notifications/hand-over.ts";
export { createLetters, type FigureLetter, type Letters } from "./notifications/letters.ts";
export type { MemberKey, Recipient } from "./notifications/store.ts";
export { createSubscriptions } from "./notifications/unsubscribe.ts";
export type { CallsOfDay, Mailing } from "./open-notifications.ts";
export { type Accounts, openAccounts } from "./open.ts";
export { createPhones, isWorkspacePhone, type Phones } from "./phones/phones.ts";
export { phoneRoutes } from "./phones/routes.ts";
export { createPhoneStore } from "./phones/store.ts";
export { createDemoRoom } from "./workspaces/demo-minutes.ts";
export { addSeededKeys, createKeys, type SeededKey } from "./workspaces/keys/store.ts";
