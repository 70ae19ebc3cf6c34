import { isFinal, type Execution } from "@ongea/contract";
import { lastPlaced } from "../calls/index.ts";
import type { Http } from "../platform/http/http.ts";
import { createBatches, type Batches, type BatchesParts } from "./batches/batches.ts";
import { createMessageChannel, type JoinedMessageChannel } from "./batches/messaging/message-channel.ts";
import type { Messenger } from "./batches/messaging/messenger.ts";
import { createMessagePreview } from "./batches/messaging/preview.ts";
import { createMessagingStore, type MessagingStore } from "./batches/messaging/store.ts";
import type { Dialler } from "./batches/dialling/dialler.ts";
import { contactsOfEnded } from "./batches/dialling/ended.ts";
import { createDialStore } from "./batches/dialling/store.ts";
import { batchEstimateRoute } from "./batches/estimate.ts";
import { createPersonalBatchContacts, type PersonalBatchContacts } from "./batches/personal/store.ts";
import { batchRoutes, type BatchRoutesParts } from "./batches/routes.ts";
import { batchGoals, batchNames, createBatchStore, followingBatches, waitingContacts } from "./batches/store.ts";
import type { CampaignsParts } from "./dependencies.ts";
import { placingRoutes } from "./scheduled/routes.ts";
import { plansOfEnded, type PlannedCalls } from "./scheduled/scheduled-calls.ts";
import { refusalsOf } from "./batch-refusals.ts";
import { openDialler, openMessenger, openPlanned } from "./open-dialling.ts";
import { followSplits } from "./follow-splits.ts";

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

/** As the database has it. */
function dashed(batchId: string): string {
  return batchId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
