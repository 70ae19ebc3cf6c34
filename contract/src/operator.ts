/** What the operator of an installation does: invitation codes for visitors, and workspaces that may use what the installation pays for. */
import { z } from "zod";
import { route } from "./route.ts";

export const InvitationCode = z.object({
  prefix: z.string(),
  uses: z.number(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type InvitationCode = z.output<typeof InvitationCode>;

export const listCodes = route({
  method: "GET",
  path: "/api/operator/codes",
  who: "operator",
  does: "Lists the invitation codes by their first letters.",
  answer: z.object({ data: z.array(InvitationCode) }),
});

export const issueCode = route({
  method: "POST",
  path: "/api/operator/codes",
  who: "operator",
  does: "Issues an invitation code, told this once.",
  status: 201,
  answer: z.object({ code: z.string() }),
});

export const revokeCode = route({
  method: "DELETE",
  path: "/api/operator/codes/:prefix",
  who: "operator",
  does: "Revokes an invitation code.",
  params: z.object({ prefix: z.string().length(4) }),
  answer: z.object({ success: z.literal(true) }),
});

export const OperatedWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["home", "real", "demo"]),
  /** It may use the installation’s own trunk and its speech and language services. */
  admitted: z.boolean(),
  owners: z.array(z.object({ email: z.string(), proven: z.boolean() })),
  created_at: z.string(),
});
export type OperatedWorkspace = z.output<typeof OperatedWorkspace>;

export const listOperatedWorkspaces = route({
  method: "GET",
  path: "/api/operator/workspaces",
  who: "operator",
  does: "Lists the workspaces of accounts, the newest first, and whether each may use what the installation pays for.",
  answer: z.object({ data: z.array(OperatedWorkspace) }),
});

export const admitWorkspace = route({
  method: "PUT",
  path: "/api/operator/workspaces/:workspace_id",
  who: "operator",
  does:
    "Lets a workspace use the installation’s own trunk and its speech and language services, or ends that. An owner must have confirmed " +
    "an e-mail address.",
  params: z.object({ workspace_id: z.uuid() }),
  body: z.object({ admitted: z.boolean() }),
  answer: OperatedWorkspace,
});
