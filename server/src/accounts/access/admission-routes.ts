/** The operator lets workspaces use what the installation pays for. */
import { admitWorkspace, listOperatedWorkspaces, type OperatedWorkspace } from "@ongea/contract";
import type { Audit } from "../audit/audit.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Members } from "../workspaces/members/store.ts";
import type { StoredWorkspace, Workspaces } from "../workspaces/store.ts";
import type { UserStore } from "./store.ts";

export interface AdmissionRoutesParts {
  audit: Audit;
  users: Pick<UserStore, "readAll">;
  members: Pick<Members, "in">;
  workspaces: Pick<Workspaces, "claimed" | "read" | "admit">;
}

export function admissionRoutes(app: Http, { audit, users, members, workspaces }: AdmissionRoutesParts): void {
  serve(app, listOperatedWorkspaces, async () => {
    const data: OperatedWorkspace[] = [];
    for (const row of await workspaces.claimed()) data.push(await wired(row));
    return { data };
  });
  serve(app, admitWorkspace, async ({ params: { workspace_id: id }, body: { admitted } }, { principal }) => {
    const before = await wired(await workspaces.read(id));
    if (before.kind === "demo") throw refuse("workspace.not_found");
    if (admitted && !before.owners.some(({ proven }) => proven)) throw refuse("call.unproven");
    const row = await audit.act({ ...principal, workspaceId: id }, async (write) => {
      await write({ act: admitted ? "workspace.admitted" : "workspace.dismissed", subject: before.name });
      return workspaces.admit(id, admitted);
    });
    return { ...before, admitted: row.admitted };
  });

  async function wired({ id, name, kind, admitted, createdAt }: StoredWorkspace): Promise<OperatedWorkspace> {
    const owners = await ownersOf(id, { users, members });
    return { id, name, kind, admitted, owners, created_at: createdAt.toISOString() };
  }
}

/** Of a workspace, and whether each has read a letter that went to their address. */
export async function ownersOf(
  workspaceId: string,
  { users, members }: Pick<AdmissionRoutesParts, "users" | "members">,
): Promise<OperatedWorkspace["owners"]> {
  const ids = (await members.in(workspaceId)).filter(({ role }) => role === "owner").map(({ userId }) => userId);
  if (ids.length === 0) return [];
  return (await users.readAll(ids)).map(({ email, emailVerified }) => ({ email, proven: emailVerified }));
}
