import { languageOf } from "../agents/index.ts";
import { MASKED, type MessageGate, createMessageGate } from "../compliance/index.ts";
import { passedOnBy } from "../engines/index.ts";
import type { ThreadsParts } from "./dependencies.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import { negate } from "../platform/money/money.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import { openTextMessages } from "./open-text-messages.ts";
import { createMasks } from "./messages/masks/masks.ts";
import { wholeThreadRoutes } from "./messages/masks/routes.ts";
import { createMaskStore, type MaskStore } from "./messages/masks/store.ts";
import { optOut } from "./messages/opt-out.ts";
import { forgetQueue } from "./messages/queue.ts";
import { threadRoutes } from "./messages/routes.ts";
import { threadTopicRoutes } from "./messages/topic-routes.ts";
import { createPost } from "./messages/post.ts";
import { type Attachments, createAttachments } from "./files/attach.ts";
import { filesBy } from "./files/on-wire.ts";
import { createFileStore } from "./messages/files/store.ts";
import { createPersonalThreads, type PersonalThreads } from "./messages/personal/store.ts";
import { createThreadStore, type Masks, type MessageRow } from "./messages/store.ts";
import { addressesOf, createThreads, type Threads } from "./messages/threads.ts";
import { createMessageWebhooks } from "./messages/webhooks.ts";
import { startChecking } from "./checks/checks.ts";
import { createPartStore } from "./messages/unchecked/store.ts";
import { startAnswering } from "./text-agent/answering.ts";
import { createTextAgent, type TextAgent } from "./text-agent/text-agent.ts";

export interface ThreadsDomain extends Pick<TextAgent, "welcome"> {
  threads: Threads;
  attachments: Attachments;
  personal: PersonalThreads;
  /** From now on this server answers. */
  start(): void;
  routes(app: Http): void;
}

export function openThreads(parts: ThreadsParts): ThreadsDomain {
  const { platform, accounts, contacts, calls } = parts;
  const { closing, database, jobs, live, log } = platform;
  const maskStore = createMaskStore(database);
  const masks = masksOf(parts, maskStore);
  const store = createThreadStore(database, masks);
  const webhooks = createMessageWebhooks({ agents: parts.agents, webhooks: parts.accounts.webhooks, ofBatch: ofBatchBy(parts) });
  const post = createPost({ store, jobs, webhooks });
  const gate = messageGateOf(parts);
  const { refuseOptedOut: admit } = gate;
  const { audit } = accounts;
  const threads = createThreads({ store, post, tenancy: database, contacts, jobs, live, audit, admit, webhooks });
  const files = createFileStore(database, masks);
  const partStore = createPartStore(database);
  const { checks } = parts.compliance;
  checks.threads.follow(partStore);
  contacts.whenMoved((workspaceId, { to, from, only }) => store.move(workspaceId, { to, from, only: only && addressesOf(only) }));
  const agent = textAgentOf(parts);
  closing.add("conversations in writing", async () => agent.stop());
  const { checkMoney } = calls.limits;
  const { credits } = accounts;
  const passedOn = passedOnBy(platform.config);
  async function charge(workspaceId: string, { cents, note, subject }: { cents: number; note: string; subject: string }) {
    if (cents === 0) return;
    const db = database.of(workspaceId);
    const amount = negate(passedOn(cents, await credits.currency(db, workspaceId)));
    await credits.add(db, workspaceId, { kind: "message", amount, note, subject });
  }
  const textMessages = openTextMessages({
    ...parts,
    store,
    masks,
    files,
    threads,
    gate,
    webhooks,
    welcome: agent.welcome,
    chargeText: charge,
  });
  return {
    threads,
    attachments: createAttachments({ files, threads, tenancy: database }),
    personal: createPersonalThreads(database, parts.compliance.checksOfThreads),
    welcome: (stored) => agent.welcome(stored),
    start() {
      startAnswering({
        store,
        threads,
        post,
        agent,
        tenancy: database,
        jobs,
        checkMoney,
        charge,
        gaps: parts.insights.gaps,
        log,
      });
      startChecking({ store: partStore, checks: checks.threads, threads, tenancy: database, jobs });
      jobs.work(forgetQueue, () => maskStore.forget());
      jobs.every(forgetQueue, {}, FORGET_EVERY_SECONDS);
      textMessages.start();
    },
    routes(app) {
      threadRoutes(app, { threads, store, filesOf: filesBy(files), contacts });
      threadTopicRoutes(app, { threads, topics: parts.insights.topics, audit });
      wholeThreadRoutes(app, { threads, store, audit });
      textMessages.routes(app);
    },
  };
}

const FORGET_EVERY_SECONDS = 60;

function masksOf({ platform, compliance, agents }: ThreadsParts, store: MaskStore): Masks {
  const { config, log, secret } = platform;
  return createMasks({
    rules: compliance.masking,
    store,
    seal: createSeal(secret, MASKED),
    async languageOf({ workspaceId, agentId }) {
      const agent = await agents.agents.present(workspaceId, agentId);
      return agent ? languageOf(agent.document) : "en";
    },
    country: config.DIAL_COUNTRIES[0] ?? "KE",
    log,
  });
}

function ofBatchBy({ campaigns: { messages } }: ThreadsParts) {
  return async ({ workspaceId, id, state, reason }: MessageRow): Promise<void> => {
    if (state !== "queued" && state !== "received") await messages.messageChanged(workspaceId, { id, state, reason });
  };
}

function messageGateOf({ telephony }: ThreadsParts): MessageGate {
  return createMessageGate({ ...telephony.rules, opening: telephony.opening });
}

function textAgentOf({ platform, accounts, compliance, contacts, engines, agents }: ThreadsParts): TextAgent {
  const { config, database } = platform;
  const { providerResolver } = engines.connections;
  const country = config.DIAL_COUNTRIES[0] ?? "KE";
  return createTextAgent({
    agents,
    contacts,
    models: { connections: providerResolver, choices: engines.speech.setup.choices, admissions: accounts.admissions },
    functions: { fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES },
    calendars: { calendarKey: (workspaceId) => providerResolver.keyOf(workspaceId, "cal"), country },
    prices: engines.prices,
    failures: engines.failures,
    timeZone: config.TIME_ZONE,
    country,
    optOut: (workspaceId, address) =>
      database.together(workspaceId, () => optOut({ doNotCall: compliance.doNotCall, tenancy: database }, workspaceId, address)),
    nowMs: () => performance.now(),
  });
}
