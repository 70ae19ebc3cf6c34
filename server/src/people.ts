/** Those who come by the web: accounts, the audit log, visitors with a code, and what they ask on the landing page. Part of the composition. */
import { openAccess, type Access } from "./accounts/access/index.ts";
import { auditRoutes, createAnchor, createAudit, type Audit } from "./accounts/audit/index.ts";
import type { Calls } from "./calls/index.ts";
import type { Config } from "./config.ts";
import type { Foundation } from "./foundation.ts";
import {
  createContactEmail,
  startForwarding,
  createLeadStore,
  createLeads,
  createVisits,
  leadRoutes,
  operatorRoutes,
  type Codes,
  type LeadRoutesParts,
  type LeadStore,
} from "./accounts/leads/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Http } from "./platform/http/http.ts";
import { createMail, type Mail } from "./platform/mail/mail.ts";
import type { SlowHash } from "./platform/secrets/slow-hash.ts";
import type { Records } from "./records.ts";
import { createKeyUse, startExpiry } from "./accounts/workspaces/index.ts";

export interface PeopleParts extends Foundation {
  config: Config;
  codes: Codes;
  hashing: SlowHash;
  records: Records;
  publicUrl: string;
  secret: string;
  closing: Closing;
  /** The files of a workspace's calls. */
  removeFiles(workspaceId: string): Promise<void>;
  calls: Pick<Calls, "runningOf">;
}

export interface People {
  access: Access;
  audit: Audit;
  mail: Mail;
  leads: LeadStore;
  routes(app: Http): void;
}

export async function openPeople(parts: PeopleParts): Promise<People> {
  const { config, database, jobs, workspaces, records, codes, log, dataDir, homeId, secret, publicUrl } = parts;
  const anchor = createAnchor(dataDir, secret);
  parts.closing.add("audit anchor", () => anchor.flush());
  const audit = createAudit({ tenancy: database, secret, anchor });
  const visits = createVisits(database.everywhere, publicUrl.startsWith("https:"));
  const { removeFiles } = parts;
  startExpiry(jobs, { tenancy: database, log, visited: (ids) => visits.visited(ids), removeFiles });
  const mail = createMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir, log });
  const keyUse = createKeyUse({ tenancy: database, log, now: () => new Date() });
  parts.closing.add("key use", () => keyUse.stop());
  const access = await openAccess({
    keyUse,
    agents: parts.agents,
    tenancy: database,
    audit,
    visits,
    workspaces,
    mail,
    hashing: parts.hashing,
    log,
    dataDir,
    secret,
    publicUrl,
    homeId,
    lines: (workspaceId) => ({ max: config.MAX_CALLS, current: parts.calls.runningOf(workspaceId).length }),
    balance: (workspaceId) => records.balance(workspaceId),
    clearCredit: (workspaceId) => records.clearCredit(workspaceId),
    currencyUsed: (workspaceId) => records.currencyUsed(workspaceId),
    exchangeRates: config.EXCHANGE_RATES,
    tell: (workspaceId, kind, name) =>
      records.activity.tell(workspaceId, { kind, tone: "info", details: { name }, notify: true }),
  });
  const leads = createLeadStore(database.everywhere);
  const webhookUrl = config.ZAPIER_WEBHOOK_URL;
  const forwarding = await startForwarding({ tenancy: database, store: leads, jobs, webhookUrl, log });
  const sendOn = createContactEmail({ mail, to: config.CONTACT_EMAIL, log });
  const leadParts: LeadRoutesParts = {
    leads: createLeads(forwarding.keep, sendOn),
    store: leads,
    codes,
    visits,
    demos: () => workspaces.demos(),
    mostDemos: config.DEMO_WORKSPACES,
    openDemo: async ({ name, company }) => {
      const { id } = await workspaces.create({ name: company ?? name, kind: "demo", currency: "USD" });
      await records.demo.fill(id);
      return id;
    },
  };
  return {
    access,
    audit,
    mail,
    leads,
    routes(app) {
      access.routes(app);
      auditRoutes(app, audit);
      leadRoutes(app, leadParts);
      operatorRoutes(app, codes, audit);
    },
  };
}
