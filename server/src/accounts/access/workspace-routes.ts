/** A workspace, its people, its keys. */
import { withoutUndefined } from "../../platform/without-undefined.ts";
import { randomUUID } from "node:crypto";
import { changeWorkspace, createWorkspace, openWorkspace } from "@ongea/contract";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { KeyUse } from "../workspaces/keys/use/store.ts";
import { userOf } from "./account-routes.ts";
import { keyRoutes, type KeyRoutesParts } from "./key-routes.ts";
import { wireWorkspace } from "./me-routes.ts";
import type { SessionStore } from "./sessions/store.ts";
import { type MemberRoutesParts, invitationRoutes, memberRoutes } from "./member-routes.ts";

export interface WorkspaceRoutesParts extends MemberRoutesParts {
  sessions: SessionStore;
  keyUse: KeyUse;
  agents: KeyRoutesParts["agents"];
  currencyUsed(workspaceId: string): Promise<boolean>;
}

export function workspaceRoutes(app: Http, parts: WorkspaceRoutesParts): void {
  const { sessions, audit, workspaces, members, describe, tell } = parts;

  serve(app, createWorkspace, async ({ body }, { principal }) => {
    const id = randomUUID();
    const made = await audit.actEverywhere({ ...principal, workspaceId: id }, async (write) => {
      const fresh = await workspaces.create({ ...body, id, kind: "real", admitted: principal.operator });
      await members.add({ workspaceId: id, userId: userOf(principal), role: "owner" });
      await goTo(principal, id);
      await write({ act: "workspace.created", subject: fresh.name });
      return fresh;
    });
    await tell(made.id, "workspace.created", made.name);
    return wireWorkspace(made, "owner");
  });
  serve(app, openWorkspace, async ({ params }, { principal, request }) => {
    const own = await members.of(userOf(principal));
    const chosen = own.find(({ workspaceId }) => workspaceId === params.workspace_id);
    if (!chosen) throw refuse("workspace.not_found");
    await goTo(principal, chosen.workspaceId);
    return describe({ ...principal, workspaceId: chosen.workspaceId, role: chosen.role }, request);
  });
  serve(app, changeWorkspace, async ({ body }, { principal }) => {
    const { currency } = await workspaces.read(principal.workspaceId);
    if (body.currency !== undefined && body.currency !== currency && (await parts.currencyUsed(principal.workspaceId)))
      throw refuse("workspace.currency_used");
    const changed = await audit.act(principal, async (write) => {
      const row = await workspaces.change(principal.workspaceId, body);
      await write({ act: "workspace.changed", subject: row.name, details: withoutUndefined(body) });
      return row;
    });
    return wireWorkspace(changed, principal.role);
  });

  memberRoutes(app, parts);
  keyRoutes(app, parts);
  invitationRoutes(app, parts, goTo);

  async function goTo(principal: Principal, workspaceId: string): Promise<void> {
    if (principal.sessionId !== null) await sessions.goTo(principal.sessionId, workspaceId);
  }
}
