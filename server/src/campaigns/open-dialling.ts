/** Who dials planned calls and batches, and writes to batches of messages. */
import { randomUUID } from "node:crypto";
import { orRefusal, Refusal } from "../platform/http/refuse.ts";
import { isDue } from "./batches/messaging/follow-up.ts";
import type { JoinedMessageChannel } from "./batches/messaging/message-channel.ts";
import { createMessenger, type Messenger } from "./batches/messaging/messenger.ts";
import type { MessagingStore } from "./batches/messaging/store.ts";
import { createDialler, type Dialler } from "./batches/dialling/dialler.ts";
import { contactsOfEnded } from "./batches/dialling/ended.ts";
import type { DialStore } from "./batches/dialling/store.ts";
import type { CampaignsParts } from "./dependencies.ts";
import { createPlannedCalls, type PlannedCalls } from "./scheduled/scheduled-calls.ts";

export function openPlanned({ platform, agents, calls, telephony }: CampaignsParts): PlannedCalls {
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

export function openDialler({ platform, accounts, agents, calls, telephony }: CampaignsParts, store: DialStore): Dialler {
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

export function openMessenger(parts: CampaignsParts, channel: JoinedMessageChannel, store: MessagingStore): Messenger {
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
