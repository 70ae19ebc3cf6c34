/** Workspaces: what belongs to whom, their people and their keys. */
export { createAdmissions, type Admissions } from "./admissions.ts";
export { expiryQueue, startExpiry } from "./expiry.ts";
export { createInvitations, type Invitations } from "./invitations/store.ts";
export { createKeys, type Keys } from "./keys/store.ts";
export { createKeyUse, type KeyUse } from "./keys/use/store.ts";
export { createMembers, type Members, type Membership } from "./members/store.ts";
export { admissionMigrations, keyReachMigrations, memberMigrations, workspaceMigrations } from "./tables.ts";
export { createWorkspaces, type StoredWorkspace, type Workspaces } from "./store.ts";
