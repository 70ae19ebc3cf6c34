/** What the operator of an installation does: invitation codes for visitors, and workspaces that may use what the installation pays for. */
import { z } from "zod";
import { Cursor, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

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

/** An e-mail to somebody who left a lead. `sending`: the server stopped meanwhile; it may have been sent. */
export const LeadAnswer = z.object({
  id: z.uuid(),
  subject: z.string(),
  text: z.string(),
  by: z.string(),
  at: z.string(),
  state: z.enum(["sending", "sent", "failed"]),
});
export type LeadAnswer = z.output<typeof LeadAnswer>;

/** What somebody left on the public site: a demo request, the landing page's dialog, or a contact message. */
export const Lead = z.object({
  id: z.uuid(),
  kind: z.enum(["demo-request", "landing", "contact"]),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  position: z.string().nullable(),
  message: z.string().nullable(),
  source: z.string(),
  created_at: z.string(),
  /** When the person entered an invitation code. */
  verified_at: z.string().nullable(),
  /** When somebody marked it as handled. */
  handled_at: z.string().nullable(),
  /** The member of the first workspace who takes care of it. */
  assigned_to: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The oldest first. */
  answers: z.array(LeadAnswer),
  /** Delivery to `ZAPIER_WEBHOOK_URL`. `kept`: no webhook is set. `problem`: why the last attempt failed. */
  delivery: z.object({
    state: z.enum(["kept", "waiting", "failing", "delivered"]),
    attempts: z.number(),
    problem: z.string().nullable(),
    delivered_at: z.string().nullable(),
  }),
});
export type Lead = z.output<typeof Lead>;

export const listLeads = route({
  method: "GET",
  path: "/api/operator/leads",
  who: "operator",
  does: "Lists demo requests and messages of the public site, the newest first, and how many are open.",
  query: Cursor.extend({ state: z.enum(["open", "handled"]).optional() }),
  answer: pageOf(Lead).extend({
    open: z.number(),
    /** Members of the first workspace, to whom a lead can be assigned. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    /** This server sends e-mail. */
    has_mail: z.boolean(),
  }),
});

export const handleLead = route({
  method: "PUT",
  path: "/api/operator/leads/:lead_id",
  who: "operator",
  does: "Marks a lead as handled, or opens it again.",
  params: z.object({ lead_id: z.uuid() }),
  body: z.object({ handled: z.boolean() }),
  answer: Lead,
});

export const assignLead = route({
  method: "PUT",
  path: "/api/operator/leads/:lead_id/assignee",
  who: "operator",
  does: "Assigns a lead to a member of the first workspace, who gets it by e-mail where this server sends e-mail; or to nobody.",
  params: z.object({ lead_id: z.uuid() }),
  body: z.strictObject({ user_id: z.string().min(1).max(100).nullable() }),
  answer: Lead,
});

export const answerLead = route({
  method: "POST",
  path: "/api/operator/leads/:lead_id/answer",
  who: "operator",
  does: "Sends an e-mail to the person who left a lead. Their answer goes to the address of whoever sent it.",
  params: z.object({ lead_id: z.uuid() }),
  body: z.strictObject({ subject: z.string().trim().min(1).max(200), text: z.string().trim().min(1).max(5_000) }),
  answer: Lead,
});

export const deleteLead = route({
  method: "DELETE",
  path: "/api/operator/leads/:lead_id",
  who: "operator",
  does: "Deletes a lead and the personal data in it. A demo workspace that its visitor opened remains.",
  params: z.object({ lead_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});
