/** What follows from calls, made once: figures, events, credit, words to be found by, demo workspaces. Part of the composition. */
import { NUMBER_PRICE, type LiveEvent, type Me } from "@ongea/contract";
import { createHostSynthesiser, linkToHost, type HostLink, type Prices } from "@ongea/providers";
import { createAfterCall, type CalledNumbers } from "./after-call.ts";
import { agentNames, agentsAfterCalls, countActiveAgents } from "./agents/documents/index.ts";
import { createDoNotCallStore, wishesIn } from "./compliance/do-not-call/index.ts";
import { contactsOfEnded, createDialStore } from "./campaigns/batches/index.ts";
import {
  createAnalyst,
  createWebhooks,
  createWebhookStore,
  newestSince,
  spokenCalls,
  type AgentsAfterCall,
  type ArchiveParts,
  type SettleParts,
  type Webhooks,
  type WebhookStore,
  createPlanStore,
  plansOfEnded,
  costOfInstallation,
  costOfProviders,
} from "./calls/index.ts";
import { createCredits, creditRoutes, priceOf, type Amounts, type Credits } from "./accounts/billing/index.ts";
import { createDemo, createIndexing, createSpeaking, type Demo, type Speaking } from "./site/demo/index.ts";
import { startUptime } from "./insights/health/index.ts";
import {
  createFigures,
  createActivity,
  createActivityStore,
  insightRoutes,
  type Activity,
  type Figures,
} from "./insights/figures/index.ts";
import { agentsWithDispositions } from "./agents/outcomes/index.ts";
import { createNumberStore, rentedAmong } from "./telephony/numbers/index.ts";
import type { Config } from "./config.ts";
import type { Closing } from "./platform/closing.ts";
import type { Db } from "./platform/database/db.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Live } from "./platform/live/live.ts";
import { openPrices } from "./pricing.ts";
import type { Log } from "./platform/log/log.ts";
import { batchNames } from "./campaigns/batches/index.ts";
import { knowledgeNames } from "./agents/knowledge/index.ts";
import { createSearch, createSearchStore, searchRoutes, type Search } from "./insights/search/index.ts";
import { createWorkspaces } from "./accounts/workspaces/index.ts";

export interface Records {
  activity: Activity;
  /** What providers ask for. */
  providerPrices: Prices;
  demo: Demo;
  /** What calls hand over. */
  forCalls: Pick<SettleParts, "ended" | "costOf"> & Pick<ArchiveParts, "rehearsed"> & { search: Search };
  /** The ledger has been used: the workspace's currency stays. */
  currencyUsed(workspaceId: string): Promise<boolean>;
  /** The balance is zero from now on, in the transaction around it. */
  clearCredit(workspaceId: string): Promise<void>;
  /** Hundredths of the workspace's currency. */
  balance(workspaceId: string): Promise<number>;
  /** In hundredths, too. */
  moneyOf(workspaceId: string): Promise<{ spent_today: number; balance: number; minute: number }>;
  webhooks: Webhooks;
  webhookStore: WebhookStore;
  routes(app: Http): void;
}

export interface RecordsParts {
  tenancy: Tenancy;
  jobs: Jobs;
  live: Live<LiveEvent>;
  log: Log;
  closing: Closing;
  config: Pick<Config, "PRICE_PER_MINUTE" | "EXCHANGE_RATES" | "PROVIDER_PRICES" | "CHARGE_PROVIDER_COSTS">;
  /** Of the recordings. */
  folder: string;
  /** Where the built-in voices listen. */
  voices: string;
  /** Where clients reach the installation. */
  publicUrl: string;
}

/** More assistants or numbers than these are not looked through. */
const MOST_NAMED = 2_000;
const MICROS_A_CENT = 10_000;
/** What the built-in parts cost. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
/** When the start is over. */
const WARM_UP_AFTER_MS = 5_000;

/** What so many cents of the US dollar are, in millionths of a currency; nothing in one that the operator has set no rate for. */
export function dollarsIn(cents: number, rate = 0): bigint {
  return BigInt(Math.round(cents * MICROS_A_CENT * rate));
}

function calledNumbers(tenancy: Tenancy, rates: Me["exchange_rates"]): CalledNumbers {
  return {
    rented: (workspaceId, among) => rentedAmong(tenancy, workspaceId, among),
    minute: (currency) => dollarsIn(NUMBER_PRICE.minuteMinor, rates[currency]),
  };
}

/** What other features know of the ledger, the search and the figures, joined. */
export function openCredits(tenancy: Tenancy): Credits {
  const workspaces = createWorkspaces(tenancy);
  return createCredits(tenancy, (db, workspaceId) => workspaces.currency(db, workspaceId));
}

export function openSearch(tenancy: Tenancy): Search {
  const numbers = createNumberStore(tenancy);
  const agents = (workspaceId: string) => agentNames(tenancy, workspaceId, MOST_NAMED);
  return createSearch(createSearchStore(tenancy, newestSince), {
    agents: async (workspaceId) => (await agents(workspaceId)).map((agent) => ({ ...agent, note: "" })),
    numbers: async (workspaceId) => {
      const [held, named] = await Promise.all([numbers.all(workspaceId, MOST_NAMED), agents(workspaceId)]);
      const names = new Map(named.map(({ id, name }) => [id, name]));
      return held.map(({ number, agentId }) => ({ id: number, name: number, note: names.get(agentId ?? "") ?? "" }));
    },
    documents: (workspaceId) => knowledgeNames(tenancy, workspaceId, MOST_NAMED),
    batches: async (workspaceId) => (await batchNames(tenancy, workspaceId, MOST_NAMED)).map((one) => ({ ...one, note: "" })),
    calls: (workspaceId, ids) => spokenCalls(tenancy.of(workspaceId), workspaceId, ids),
  });
}

/** Of these agents, those about whose calls something is made or asked, and those that want to be told of them. */
async function wantingAgents(db: Db, workspaceId: string, agentIds: readonly string[]): Promise<AgentsAfterCall> {
  const agents = await agentsAfterCalls(db, workspaceId, agentIds);
  const asked = await agentsWithDispositions(db, workspaceId, agentIds);
  return { ...agents, tasks: new Set([...agents.tasks, ...asked]) };
}

export function openFigures(tenancy: Tenancy): Figures {
  return createFigures(tenancy, (workspaceId) => countActiveAgents(tenancy, workspaceId));
}

export async function createRecords(parts: RecordsParts): Promise<Records> {
  const { tenancy, jobs, live, log, closing, config, folder, voices, publicUrl } = parts;
  const { PRICE_PER_MINUTE: prices, EXCHANGE_RATES: rates } = config;
  const providerPrices = openPrices(config.PROVIDER_PRICES);
  const activity = createActivity(createActivityStore(tenancy), live);
  const figures = openFigures(tenancy);
  const credits = openCredits(tenancy);
  const search = openSearch(tenancy);
  const speaking = openSpeaking({ tenancy, log, folder, voices });
  closing.add("demo calls", () => speaking.stop());
  const indexing = openIndexing({ tenancy, log, closing });
  const opened = (): void => {
    speaking.wake();
    void indexing.wake();
  };
  const demo = createDemo({
    tenancy,
    now: () => new Date(),
    recorded: () => speaking.recorded(),
    currency: credits.currency,
    opened,
  });
  const warming = setTimeout(() => void demo.warmUp(), WARM_UP_AFTER_MS);
  closing.add("warming up", () => clearTimeout(warming));
  const webhookStore = createWebhookStore(tenancy);
  const webhooks = createWebhooks({ tenancy, store: webhookStore, jobs, log, publicUrl });
  const uptime = await startUptime(tenancy.everywhere, log);
  closing.add("uptime", () => uptime.stop());
  return {
    activity,
    providerPrices,
    demo,
    webhooks,
    webhookStore,
    forCalls: {
      ended: createAfterCall({
        activity,
        credits,
        search,
        prices,
        passedOn: (cents, currency) => (config.CHARGE_PROVIDER_COSTS === "yes" ? dollarsIn(cents, rates[currency]) : 0n),
        called: calledNumbers(tenancy, rates),
        analyst: createAnalyst(jobs),
        webhooks,
        wishes: wishesIn(createDoNotCallStore(tenancy)),
        contacts: contactsOfEnded(createDialStore(tenancy), () => new Date()),
        plans: plansOfEnded({ store: createPlanStore(tenancy), jobs, now: () => new Date() }),
        wanting: wantingAgents,
      }),
      search,
      rehearsed: (call) => demo.journal(call),
      costOf: costsOf(prices, providerPrices),
    },
    currencyUsed: (workspaceId) => credits.used(workspaceId),
    clearCredit: (workspaceId) => credits.clear(workspaceId, "Demo"),
    balance: async (workspaceId) => (await credits.balance(workspaceId)).amount_minor,
    moneyOf: moneyIn(credits, prices),
    routes(app) {
      insightRoutes(app, { figures, activity, uptime: () => uptime.share() });
      creditRoutes(app, credits);
      searchRoutes(app, search);
    },
  };
}

function costsOf(minute: Amounts, providers: Prices): SettleParts["costOf"] {
  return (seconds, entries) => ({
    ...NO_COST,
    ...costOfProviders(entries, providers),
    platform: Number(priceOf(minute.USD ?? 0n, seconds)) / MICROS_A_CENT,
    ...installationPart(costOfInstallation(entries, providers)),
  });
}

function installationPart(cents: number): { installation?: number } {
  return cents > 0 ? { installation: cents } : {};
}

function openIndexing({ tenancy, log, closing }: Pick<RecordsParts, "tenancy" | "log" | "closing">) {
  const indexing = createIndexing({ tenancy, log });
  closing.add("words of demo calls", () => indexing.stop());
  void indexing.wake();
  return indexing;
}

/** The voices are reached when they are needed only. */
function openSpeaking({ tenancy, log, folder, voices }: Pick<RecordsParts, "tenancy" | "log" | "folder" | "voices">): Speaking {
  let link: HostLink | undefined;
  const speaking = createSpeaking({
    folder,
    db: tenancy.everywhere,
    log,
    voice: (speaker, pace) => {
      link ??= linkToHost(voices);
      return createHostSynthesiser(link, { name: "builtin", voice: speaker === "assistant" ? "slt" : "rms", pace });
    },
  });
  const stop = async (): Promise<void> => {
    await speaking.stop();
    link?.close();
  };
  return { ...speaking, stop };
}

function moneyIn(credits: Credits, prices: Amounts): Records["moneyOf"] {
  return async (workspaceId) => {
    const spent_today = await credits.spentToday(workspaceId);
    const { currency, amount_minor: balance } = await credits.balance(workspaceId);
    return { spent_today, balance, minute: Number(prices[currency] ?? 0n) / MICROS_A_CENT };
  };
}
