import { randomUUID } from "node:crypto";
import { isFinal, type Execution } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import type { AgentsDomain } from "../agents/index.ts";
import { lastPlaced, type CallsDomain } from "../calls/index.ts";
import { mayDial, type Compliance } from "../compliance/index.ts";
import type { Http } from "../platform/http/http.ts";
import { orRefusal, Refusal } from "../platform/http/refuse.ts";
import type { Platform } from "../platform/platform.ts";
import type { Telephony } from "../telephony/index.ts";
import { createBatches, type Batches, type BatchesParts } from "./batches/batches.ts";
import { isDue } from "./batches/messaging/follow-up.ts";
import { createMessageChannel, type JoinedMessageChannel } from "./batches/messaging/message-channel.ts";
import { createMessenger, type Messenger } from "./batches/messaging/messenger.ts";
import { createMessagePreview } from "./batches/messaging/preview.ts";
import { createMessagingStore, type MessagingStore } from "./batches/messaging/store.ts";
import { createDialler, type Dialler } from "./batches/dialling/dialler.ts";
import { contactsOfEnded } from "./batches/dialling/ended.ts";
import { createDialStore, type DialStore } from "./batches/dialling/store.ts";
import { batchEstimateRoute } from "./batches/estimate.ts";
import { createPersonalBatchContacts, type PersonalBatchContacts } from "./batches/personal/store.ts";
import { batchRoutes, type BatchRoutesParts } from "./batches/routes.ts";
import { batchGoals, batchNames, createBatchStore, followingBatches, waitingContacts } from "./batches/store.ts";
import { placingRoutes } from "./scheduled/routes.ts";
import { createPlannedCalls, plansOfEnded, type PlannedCalls } from "./scheduled/scheduled-calls.ts";

export interface CampaignsParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  agents: AgentsDomain;
  calls: CallsDomain;
  telephony: Telephony;
}

export interface Campaigns {
  personal: PersonalBatchContacts;
  /** What the domain that writes joins with, and what it reports. */
  messages: Pick<JoinedMessageChannel, "join"> &
    Pick<MessagingStore, "messageChanged" | "waitAgain" | "decided" | "decisions"> & {
      /** Of these batches, those that write after their calls. */
      following(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
    };
  /** How many people of batches that run wait for their turn. */
  waiting(workspaceId: string): Promise<number>;
  names(workspaceId: string, most: number): ReturnType<typeof batchNames>;
  /** Of those of these calls that are over and belong to a batch which is for something: whether they have reached it, by their ids. */
  reached(workspaceId: string, calls: readonly Execution[]): Promise<ReadonlyMap<string, boolean>>;
  /** As the database has the id of a batch; refuses one that is not there. */
  batchId(workspaceId: string, written: string): Promise<string>;
  /** From now on batches and planned calls are dialled. */
  start(): void;
  routes(app: Http): void;
}

/** The caller puts their telephone down first. */
const CALL_BACK_AFTER_MS = 3_000;
/** As many of a batch's calls as a client is told at once. */
const MOST_EXECUTIONS = 1_000;

export function openCampaigns(parts: CampaignsParts): Campaigns {
  const { database, jobs } = parts.platform;
  const { calls } = parts;
  const dials = createDialStore(database);
  calls.whenEnded(contactsOfEnded(dials, () => new Date()));
  calls.whenEnded(plansOfEnded({ store: calls.plans, jobs, now: () => new Date() }));
  followSplits(parts);
  const channel = createMessageChannel();
  const messaging = createMessagingStore(database, parts.compliance.evidence.seal);
  let started: { dialler: Dialler; messenger: Messenger; planned: PlannedCalls } | undefined;
  parts.telephony.missedCalls.join({
    async callBack({ id, workspaceId, agentId, callId, to, from }) {
      const at = new Date(Date.now() + CALL_BACK_AFTER_MS);
      const order = { id, workspaceId, agentId, to, from, userData: { missed_call: callId }, at, anyHour: false };
      if (!started) throw new Error("Calls are not planned yet");
      return (await started.planned.order(order)).id;
    },
  });
  const wake = (): void => {
    started?.dialler.wake();
    started?.messenger.wake();
  };
  const batches = openBatches(parts, { channel, store: messaging }, wake);
  return {
    personal: createPersonalBatchContacts(database),
    messages: {
      join: channel.join,
      messageChanged: messaging.messageChanged,
      waitAgain: messaging.waitAgain,
      decided: messaging.decided,
      decisions: messaging.decisions,
      following: (workspaceId, ids) => followingBatches(database, workspaceId, ids),
    },
    waiting: (workspaceId) => waitingContacts(database, workspaceId),
    names: (workspaceId, most) => batchNames(database, workspaceId, most),
    reached: (workspaceId, over) => reachedIn(parts, workspaceId, over),
    async batchId(workspaceId, written) {
      const id = dashed(written.replaceAll("-", "").toLowerCase());
      await batches.read({ id, workspaceId });
      return id;
    },
    start() {
      const messenger = openMessenger(parts, channel, messaging);
      started = { planned: openPlanned(parts), dialler: openDialler(parts, dials), messenger };
    },
    routes(app) {
      serveBatches(app, parts, batches, channel);
      if (started) servePlacing(app, parts, started.planned);
    },
  };
}

/** A/B tests of versions stop by themselves where what they try harms. */
function followSplits({ platform: { database, log }, accounts, agents: { agents }, calls }: CampaignsParts): void {
  agents.splits.join((...of) => calls.goals.ofSplit(...of));
  const judge = async (workspaceId: string, id: string): Promise<void> => {
    const harmed = await agents.splits.judge({ workspaceId, id });
    if (!harmed) return;
    const { agentId, name } = harmed;
    const subject = { kind: "agent", id: agentId } as const;
    await accounts.activity.tell(workspaceId, { kind: "split.stopped", tone: "error", details: { name }, subject });
  };
  calls.whenEnded(async (_db, workspaceId, ended) => {
    const splits = new Set(ended.flatMap(({ traits }) => (traits.split === undefined ? [] : [traits.split])));
    // The end of a call does not wait for it, and never fails with it.
    database.committed(() => {
      for (const id of splits)
        judge(workspaceId, id).catch((error: unknown) => log.warn({ err: error, splitId: id }, "An A/B test was not judged"));
    });
  });
}

function openPlanned({ platform, agents, calls, telephony }: CampaignsParts): PlannedCalls {
  const { config, database, jobs } = platform;
  return createPlannedCalls({
    store: calls.plans,
    tenancy: database,
    agents: agents.agents,
    outbound: telephony.outbound,
    jobs,
    writer: calls.writes,
    async told(key) {
      const row = await calls.store.read(key);
      if (row) await calls.webhooks.changed(row, Promise.resolve(true));
    },
    room: () => config.MAX_CALLS - calls.calls.running,
    opening: telephony.opening,
    now: () => new Date(),
  });
}

function openDialler({ platform, accounts, agents, calls, telephony }: CampaignsParts, store: DialStore): Dialler {
  const { config, database, log, closing } = platform;
  const { archive } = calls;
  const settle = contactsOfEnded(store, () => new Date());
  const dialler = createDialler({
    store,
    me: randomUUID(),
    log,
    place: (order) => telephony.outbound.place(order),
    known: (workspaceId, ids) => archive.known(workspaceId, ids),
    ended: async (workspaceId, ids) => {
      const over = await archive.ended(workspaceId, ids);
      await database.together(workspaceId, () => settle(database.of(workspaceId), workspaceId, over));
    },
    async opensAt({ workspaceId, agentId, number }, now) {
      // Of one that is gone its batch is told, when it is dialled.
      const agent = await orRefusal(agents.agents.read(workspaceId, agentId));
      return agent instanceof Refusal ? undefined : (await telephony.opening.closed(agent, number, now))?.until;
    },
    tell: (workspaceId, event) => accounts.activity.tell(workspaceId, event),
    room: () => config.MAX_CALLS - calls.calls.running,
    free: (workspaceId) => calls.limits.free(workspaceId),
    callsPerSecond: config.BATCH_CALLS_PER_SECOND,
    callsAtOnce: config.BATCH_CALLS_AT_ONCE,
  });
  closing.add("batches", () => dialler.stop());
  return dialler;
}

function openMessenger(parts: CampaignsParts, channel: JoinedMessageChannel, store: MessagingStore): Messenger {
  const { config, database: tenancy, log, closing } = parts.platform;
  const { calls, accounts } = parts;
  const messenger = createMessenger({
    store,
    channel,
    tenancy,
    isDue: (call) => isDue(calls, call),
    checkMoney: (workspaceId) => calls.limits.checkMoney(workspaceId),
    tell: (workspaceId, event) => accounts.activity.tell(workspaceId, event),
    log,
    perSecond: config.BATCH_MESSAGES_PER_SECOND,
  });
  closing.add("batches of messages", () => messenger.stop());
  return messenger;
}

function openBatches(parts: CampaignsParts, messages: BatchesParts["messages"], wake: () => void): Batches {
  const { platform, agents, calls, telephony } = parts;
  const store = createBatchStore(platform.database);
  agents.agents.choices.join("batch", async (workspaceId, id) => (await store.read({ workspaceId, id }))?.agentId);
  return createBatches({
    store,
    agents: agents.agents,
    numbers: telephony.numbers,
    countries: platform.config.DIAL_COUNTRIES,
    reaching: calls.goals.reaching,
    statuses: (workspaceId, ids) => calls.archive.statuses(workspaceId, ids),
    refusalsOf: refusalsOf(parts),
    messages,
    wake,
  });
}

function serveBatches(app: Http, parts: CampaignsParts, batches: Batches, channel: JoinedMessageChannel): void {
  const { platform, accounts, compliance, agents, calls } = parts;
  const { archive } = calls;
  const { database, config } = platform;
  batchEstimateRoute(app, {
    async placed(workspaceId, agentId) {
      await agents.agents.read(workspaceId, agentId);
      return lastPlaced(database.of(workspaceId), workspaceId, agentId);
    },
    async pace(workspaceId) {
      const { calls_at_once: atOnce, calls_per_minute: aMinute } = await calls.limits.read(workspaceId);
      return {
        atOnce: Math.min(config.BATCH_CALLS_AT_ONCE, config.MAX_CALLS, atOnce ?? Infinity),
        perSecond: Math.min(config.BATCH_CALLS_PER_SECOND, (aMinute ?? Infinity) / 60),
      };
    },
  });
  const consentNeeded: BatchRoutesParts["consentNeeded"] = (workspaceId, numbers) =>
    compliance.packs.consentNeeded(workspaceId, numbers);
  const perSecond = config.BATCH_MESSAGES_PER_SECOND;
  batchRoutes(app, {
    previewMessages: createMessagePreview({ channel, consentNeeded, perSecond }),
    batches,
    audit: accounts.audit,
    consentNeeded,
    executions: async ({ id: batchId, workspaceId }) =>
      (await archive.list(workspaceId, { batchId, limit: MOST_EXECUTIONS })).data,
    page: ({ id: batchId, workspaceId }, place) => archive.page(workspaceId, { batchId }, place),
  });
}

function servePlacing(app: Http, { accounts, agents, calls, telephony }: CampaignsParts, planned: PlannedCalls): void {
  const { archive } = calls;
  const { browser, everywhere, stopped } = telephony;
  const { audit } = accounts;
  placingRoutes(app, { calls: calls.calls, archive, agents: agents.agents, browser, planned, everywhere, stopped, audit });
}

async function reachedIn(
  { platform: { database }, calls: { goals } }: CampaignsParts,
  workspaceId: string,
  calls: readonly Execution[],
): Promise<ReadonlyMap<string, boolean>> {
  const over = calls.filter(({ batch_id, status }) => batch_id !== null && isFinal(status));
  const ofBatch = new Map<string, string[]>();
  for (const { id, batch_id } of over) {
    const batchId = dashed(batch_id ?? "");
    ofBatch.set(batchId, [...(ofBatch.get(batchId) ?? []), id]);
  }
  const found = new Map<string, boolean>();
  for (const [batchId, goal] of await batchGoals(database, workspaceId, [...ofBatch.keys()])) {
    const ids = ofBatch.get(batchId) ?? [];
    const reached = new Set(await goals.reachedBy(workspaceId, ids, goal));
    for (const id of ids) found.set(id, reached.has(id));
  }
  return found;
}

/** Why numbers may not be called, as the dial gate will say of each. */
function refusalsOf({ platform: { config }, compliance, telephony }: CampaignsParts): BatchesParts["refusalsOf"] {
  return async ({ workspaceId, agentId, message }, numbers) => {
    const channel = message ? "message" : "call";
    const question = { workspaceId, agentId, numbers, channel, at: new Date() } as const;
    const [listed, missing] = await Promise.all([
      compliance.doNotCall.among(workspaceId, numbers),
      compliance.consents.missing(question),
    ]);
    const phones = message ? new Set<string>() : await phonesAmong(telephony, workspaceId, numbers);
    return numbers.map((to) => {
      const isRegistered = !message && (phones.has(to) || telephony.isRegistered(to));
      const verdict = mayDial({ to, isRegistered, isDemo: false, countries: config.DIAL_COUNTRIES });
      if (verdict.kind === "refused") return verdict.code;
      if (verdict.kind === "phone") return undefined;
      if (listed.has(verdict.number)) return "call.do_not_call";
      return missing.has(verdict.number) ? "call.no_consent" : undefined;
    });
  };
}

/** Those that are names of the workspace's phones; whether one is registered is seen when it is rung. */
async function phonesAmong(
  telephony: Pick<Telephony, "phoneOf">,
  workspaceId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of numbers) {
    const user = await orRefusal(telephony.phoneOf(workspaceId, name));
    if (user !== undefined) found.add(name);
  }
  return found;
}

/** As the database has it. */
function dashed(batchId: string): string {
  return batchId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
