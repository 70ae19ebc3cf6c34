import type { Platform } from "../platform/platform.ts";
import type { Activity } from "./activity/activity.ts";
import { createContactEmail } from "./leads/contact-email.ts";
import { startForwarding } from "./leads/forwarding.ts";
import { createLeads, type Leads } from "./leads/leads.ts";
import { createLeadStore, type LeadStore } from "./leads/store.ts";

/** What people leave on the public site: kept, delivered to the webhook, sent on by e-mail, and told to the home workspace. */
export async function openLeads(
  { config, database, jobs, log, mail }: Platform,
  activity: Activity,
  homeId: string,
): Promise<{ leads: Leads; store: LeadStore }> {
  const store = createLeadStore(database.everywhere);
  const webhookUrl = config.ZAPIER_WEBHOOK_URL;
  const forwarding = await startForwarding({ tenancy: database, store, jobs, webhookUrl, log });
  const sendOn = createContactEmail({ mail, to: config.CONTACT_EMAIL, log });
  const leads = createLeads(forwarding.keep, (lead) => {
    sendOn(lead);
    // Without their name: every member reads it, and it outlives the lead.
    const event = { kind: "lead.received" as const, tone: "info" as const, details: {} };
    activity
      .tell(homeId, { ...event, subject: { kind: "lead", id: lead.id }, notify: true })
      .catch((error: unknown) => log.error({ err: error }, "Nobody was notified of a lead; it is in the inbox"));
  });
  return { leads, store };
}
