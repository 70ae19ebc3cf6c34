/** The operator's inbox: what people left on the public site. */
import { deleteLead, handleLead, type Lead, listLeads } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Audit } from "../audit/audit.ts";
import type { LeadStore, StoredLead } from "./store.ts";

export interface InboxParts {
  store: LeadStore;
  audit: Audit;
  /** Leads are delivered to a webhook. */
  hasWebhook: boolean;
}

export function inboxRoutes(app: Http, { store, audit, hasWebhook }: InboxParts): void {
  serve(app, listLeads, async ({ query: { state, cursor, limit } }) => {
    const isHandled = state === undefined ? undefined : state === "handled";
    const [{ data, next }, open] = await Promise.all([store.list({ isHandled, cursor, limit }), store.open()]);
    return { data: data.map((lead) => wire(lead, hasWebhook)), next, open };
  });
  serve(app, handleLead, async ({ params, body }) => {
    const lead = await store.handle(params.lead_id, body.handled);
    if (!lead) throw refuse("lead.not_found");
    return wire(lead, hasWebhook);
  });
  serve(app, deleteLead, async ({ params }, { principal }) => {
    await audit.actEverywhere(principal, async (write) => {
      if (!(await store.remove(params.lead_id))) throw refuse("lead.not_found");
      await write({ act: "lead.deleted", subject: params.lead_id });
    });
    return { success: true as const };
  });
}

function wire(lead: StoredLead, hasWebhook: boolean): Lead {
  const { id, kind, name, email, company, position, message, source } = lead;
  return {
    id,
    kind,
    name,
    email,
    company,
    position,
    message,
    source,
    created_at: lead.createdAt.toISOString(),
    verified_at: lead.verifiedAt?.toISOString() ?? null,
    handled_at: lead.handledAt?.toISOString() ?? null,
    delivery: {
      state: stateOf(lead, hasWebhook),
      attempts: lead.forwardAttempts,
      problem: lead.forwardProblem,
      delivered_at: lead.forwardedAt?.toISOString() ?? null,
    },
  };
}

function stateOf({ forwardedAt, forwardProblem }: StoredLead, hasWebhook: boolean): Lead["delivery"]["state"] {
  if (forwardedAt) return "delivered";
  if (!hasWebhook) return "kept";
  return forwardProblem === null ? "waiting" : "failing";
}
