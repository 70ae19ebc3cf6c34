import type { Tenancy } from "../platform/database/tenancy.ts";
import { createCredits, type Credits } from "./billing/store.ts";
import { createWorkspaces } from "./workspaces/store.ts";

/** The ledger, which writes in the currency of each workspace. */
export function openCredits(tenancy: Tenancy, workspaces = createWorkspaces(tenancy)): Credits {
  return createCredits(tenancy, (db, workspaceId) => workspaces.currency(db, workspaceId));
}
