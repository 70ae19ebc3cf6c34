import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createMembers } from "../workspaces/members/store.ts";
import { ownersOf } from "./admission-routes.ts";
import { createUserStore } from "./store.ts";

/** Whether an owner of the workspace has proven their e-mail address. */
export function createProvenOwners(tenancy: Tenancy): (workspaceId: string) => Promise<boolean> {
  const parts = { users: createUserStore(tenancy.everywhere), members: createMembers(tenancy) };
  return async (workspaceId) => (await ownersOf(workspaceId, parts)).some(({ proven }) => proven);
}
