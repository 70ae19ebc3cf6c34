import { createProvenOwners } from "./access/proven-owners.ts";
import { openAccess, type Access, type AccessLater } from "./access/access.ts";
import { createUserStore } from "./access/store.ts";
import { noMoney, toMinor, type Prices } from "../platform/money/money.ts";
import { createActivity, type Activity } from "./activity/activity.ts";
import { activityRoutes } from "./activity/routes.ts";
import { createActivityStore } from "./activity/store.ts";
import { createPersonalActivity } from "./activity/personal/store.ts";
import { createAnchor } from "./audit/anchor.ts";
import { createAudit, type Audit } from "./audit/audit.ts";
import { auditRoutes } from "./audit/routes.ts";
import { openCredits } from "./open-credits.ts";
import { openNotifications, type CallsOfDay, type Mailing } from "./open-notifications.ts";
import { openWebhooks, type OpenWebhooks, type WebhooksLater } from "./open-webhooks.ts";
import { openLeads } from "./open-leads.ts";
import { creditRoutes } from "./billing/routes.ts";
import type { Credits } from "./billing/store.ts";
import { createCodes, type Codes } from "./leads/codes/codes.ts";
import { inboxRoutes } from "./leads/inbox-routes.ts";
import { createLeadMails, type Person } from "./leads/lead-mails.ts";
import { operatorRoutes } from "./leads/operator-routes.ts";
import { createPersonalLeads } from "./leads/personal/store.ts";
import { leadRoutes, type LeadRoutesParts } from "./leads/routes.ts";
import type { LeadStore } from "./leads/store.ts";
import { createVisits } from "./leads/visits/visits.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { createAdmissions, type Admissions } from "./workspaces/admissions.ts";
import { startExpiry } from "./workspaces/expiry.ts";
import { subAccountRoutes, violationRoutes } from "./workspaces/sub-account-routes.ts";
import { createKeys } from "./workspaces/keys/store.ts";
import { createKeyUse } from "./workspaces/keys/use/store.ts";
import { createMembers, type Members } from "./workspaces/members/store.ts";
import { createWorkspaces, type Workspaces } from "./workspaces/store.ts";

export interface Accounts {
  workspaces: Workspaces;
  members: Members;
  /** Who may use what the installation pays for. */
  admissions: Admissions;
  /** The workspace of those who run the installation. */
  homeId: string;
  access: Access;
  audit: Audit;
  activity: Activity;
  credits: Credits;
  codes: Codes;
  leads: LeadStore;
  /** What accounts keep of people who are called or who write. */
  personal: readonly [ReturnType<typeof createPersonalActivity>, ReturnType<typeof createPersonalLeads>];
  isDemo(workspaceId: string): Promise<boolean>;
  /** Whether an owner has proven their e-mail address. */
  hasProvenOwner(workspaceId: string): Promise<boolean>;
  /** In hundredths of the workspace's currency; `minute`: what one of a call costs. */
  moneyOf(workspaceId: string): Promise<{ spent_today: number; balance: number; minute: number }>;
  mailing: Mailing;
  /** What agents' webhooks receive. */
  webhooks: OpenWebhooks;
  /** From now on this server delivers to webhooks, and sends notifications by e-mail, where it sends e-mail at all. */
  start(later: { callsOfDay: CallsOfDay; agents: WebhooksLater["agents"] }): void;
  /** What removes files of a workspace that is about to go. */
  removeFilesBy(remove: (workspaceId: string) => Promise<void>): void;
  routes(app: Http, later: AccountsLater): void;
}

/** What later domains do for accounts. */
export interface AccountsLater extends AccessLater, WebhooksLater {
  agents: AccessLater["agents"] & WebhooksLater["agents"];
  /** Fills a visitor's workspace with what there is to see; `warmUp`: one will be opened soon. */
  demo: { fill(workspaceId: string): Promise<void>; warmUp(): Promise<void> };
}

export async function openAccounts(platform: Platform): Promise<Accounts> {
  const { config, database, jobs, log, closing, live, hashing, publicUrl } = platform;
  const audit = openAudit(platform);
  const workspaces = createWorkspaces(database);
  const { id: homeId } = await workspaces.home();
  const members = createMembers(database);
  const notifications = openNotifications(platform, { workspaces, members, homeId });
  const events = createActivityStore(database, notifications.withEvents);
  const activity = createActivity(events, live);
  const webhooks = openWebhooks(platform, { activity, audit });
  const credits = openCredits(database, workspaces);
  const keys = createKeys(database);
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: (ids) => keys.endOfDemos(ids) });
  const visits = createVisits(database.everywhere, publicUrl.startsWith("https:"));
  const keyUse = createKeyUse({ tenancy: database, log, now: () => new Date() });
  closing.add("key use", () => keyUse.stop());
  const access = await openAccess({
    ...platform,
    tenancy: database,
    audit,
    visits,
    workspaces,
    keyUse,
    homeId,
    balance: async (workspaceId) => (await credits.balance(workspaceId)).amount_minor,
    clearCredit: (workspaceId) => credits.clear(workspaceId, "Demo"),
    currencyUsed: (workspaceId) => credits.used(workspaceId),
    exchangeRates: config.EXCHANGE_RATES,
    tell: (workspaceId, kind, name) => activity.tell(workspaceId, { kind, tone: "info", details: { name }, notify: true }),
  });
  const removers: ((workspaceId: string) => Promise<void>)[] = [];
  const removeFiles = async (workspaceId: string): Promise<void> => {
    await Promise.all(removers.map((remove) => remove(workspaceId)));
  };
  startExpiry(jobs, { tenancy: database, log, visited: (ids) => visits.visited(ids), removeFiles });
  const { leads, store } = await openLeads(platform, activity, homeId);
  const visiting = { leads, store, codes, visits };
  return {
    workspaces,
    members,
    admissions: createAdmissions(workspaces, log),
    homeId,
    access,
    audit,
    activity,
    credits,
    codes,
    leads: store,
    personal: [createPersonalActivity(database), createPersonalLeads(database, homeId)],
    isDemo: async (workspaceId) => (await workspaces.read(workspaceId)).kind === "demo",
    hasProvenOwner: createProvenOwners(database),
    moneyOf: moneyIn(credits, config.PRICE_PER_MINUTE),
    mailing: notifications.mailing,
    webhooks,
    start({ callsOfDay, agents }) {
      webhooks.start(agents);
      notifications.start(events, callsOfDay);
    },
    removeFilesBy: (remove) => void removers.push(remove),
    routes(app, later) {
      access.routes(app, later);
      auditRoutes(app, audit);
      activityRoutes(app, activity);
      notifications.routes(app);
      webhooks.routes(app, later);
      creditRoutes(app, credits);
      leadRoutes(app, { ...visiting, ...demosOf(workspaces, later), mostDemos: config.DEMO_WORKSPACES });
      operatorRoutes(app, codes, audit);
      inboxRoutes(app, {
        store,
        audit,
        hasWebhook: config.ZAPIER_WEBHOOK_URL !== undefined,
        people: () => peopleOf(database, members, homeId),
        mails: createLeadMails({ mail: platform.mail, store, log }),
      });
      subAccountRoutes(app);
      violationRoutes(app);
    },
  };
}

function openAudit({ database, dataDir, secret, closing }: Platform): Audit {
  const anchor = createAnchor(dataDir, secret);
  closing.add("audit anchor", () => anchor.flush());
  return createAudit({ tenancy: database, secret, anchor });
}

function demosOf(workspaces: Workspaces, { demo }: AccountsLater): Pick<LeadRoutesParts, "demos" | "openDemo" | "warmUp"> {
  return {
    demos: () => workspaces.demos(),
    warmUp: () => demo.warmUp(),
    openDemo: async ({ name, company }) => {
      const { id } = await workspaces.create({ name: company ?? name, kind: "demo", currency: "USD" });
      await demo.fill(id);
      return id;
    },
  };
}

function moneyIn(credits: Credits, prices: Prices): Accounts["moneyOf"] {
  return async (workspaceId) => {
    const spent_today = await credits.spentToday(workspaceId);
    const { currency, amount_minor: balance } = await credits.balance(workspaceId);
    return { spent_today, balance, minute: toMinor(prices[currency] ?? noMoney(currency)) };
  };
}

/** With their addresses. */
async function peopleOf(database: Platform["database"], members: Members, homeId: string): Promise<Person[]> {
  const ids = (await members.in(homeId)).map(({ userId }) => userId);
  const people = await createUserStore(database.everywhere).readAll(ids);
  return people.map(({ id, name, email }) => ({ id, name, email }));
}
