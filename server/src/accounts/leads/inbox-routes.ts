/** The operator's inbox: what people left on the public site. */
import { answerLead, assignLead, deleteLead, handleLead, type Lead, listLeads } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Audit } from "../audit/audit.ts";
import type { LeadMails, Person } from "./lead-mails.ts";
import type { LeadStore, StoredLead } from "./store.ts";

export interface InboxParts {
  store: LeadStore;
  audit: Audit;
  /** Leads are delivered to a webhook. */
  hasWebhook: boolean;
  /** To whom a lead can be assigned. */
  people(): Promise<readonly Person[]>;
  mails: LeadMails;
}

export function inboxRoutes(app: Http, { store, audit, hasWebhook, people, mails }: InboxParts): void {
  const told = async (lead: StoredLead | undefined): Promise<Lead> => wire(found(lead), hasWebhook, await people());
  serve(app, listLeads, async ({ query: { state, cursor, limit } }) => {
    const isHandled = state === undefined ? undefined : state === "handled";
    const [{ data, next }, open, all] = await Promise.all([store.list({ isHandled, cursor, limit }), store.open(), people()]);
    return {
      data: data.map((lead) => wire(lead, hasWebhook, all)),
      next,
      open,
      people: all.map(({ id, name }) => ({ id, name })),
      has_mail: mails.isDelivered,
    };
  });
  serve(app, handleLead, async ({ params, body }) => told(await store.handle(params.lead_id, body.handled)));
  serve(app, assignLead, async ({ params, body: { user_id: userId } }, { principal }) => {
    const person = (await people()).find(({ id }) => id === userId);
    if (userId !== null && !person) throw refuse("member.not_found");
    const before = found(await store.read(params.lead_id));
    const lead = await audit.actEverywhere(principal, async (write) => {
      const assigned = found(await store.assign(params.lead_id, userId));
      await write({ act: "lead.assigned", subject: params.lead_id });
      return assigned;
    });
    const isNews = before.assignedTo !== userId && userId !== principal.userId;
    if (person && isNews) mails.assigned(lead, person);
    return told(lead);
  });
  serve(app, answerLead, async ({ params, body }, { principal }) => {
    const lead = found(await store.read(params.lead_id));
    const from = (await people()).find(({ id }) => id === principal.userId);
    const isSent = await mails.answer(lead, body, { name: from?.name ?? principal.name, email: from?.email });
    await audit.actEverywhere(principal, (write) => write({ act: "lead.answered", subject: params.lead_id }));
    if (!isSent) throw refuse("lead.not_sent");
    return told(await store.read(params.lead_id));
  });
  serve(app, deleteLead, async ({ params }, { principal }) => {
    await audit.actEverywhere(principal, async (write) => {
      if (!(await store.remove(params.lead_id))) throw refuse("lead.not_found");
      await write({ act: "lead.deleted", subject: params.lead_id });
    });
    return { success: true as const };
  });
}

function found(lead: StoredLead | undefined): StoredLead {
  if (!lead) throw refuse("lead.not_found");
  return lead;
}

function wire(lead: StoredLead, hasWebhook: boolean, people: readonly Person[]): Lead {
  const { id, kind, name, email, company, position, message, source, answers, assignedTo } = lead;
  const person = people.find((one) => one.id === assignedTo);
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
    // Whoever has left the workspace takes care of nothing here.
    assigned_to: person ? { id: person.id, name: person.name } : null,
    answers,
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
