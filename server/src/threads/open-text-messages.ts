/** Text messages: senders of workspaces, what comes in by them, and what leaves. */
import type { MessageGate } from "../compliance/index.ts";
import { createTranscriber } from "../engines/index.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import { withTimeout } from "../platform/async/with-timeout.ts";
import { negate } from "../platform/money/money.ts";
import { createRest, type Rest } from "../platform/fetch/rest.ts";
import { createFollowing, startFollowing } from "./after-call/after-call.ts";
import { createPreview } from "./after-call/preview.ts";
import { callMessageRoutes } from "./after-call/routes.ts";
import { createCallMessageStore } from "./after-call/store.ts";
import {
  GRAPH_VERSION,
  type TextChannel,
  createAddressDownload,
  createAfricasTalkingSms,
  createMediaDownload,
  createMetaMessaging,
  createPageTokens,
  createTelegram,
  createTwilioSms,
  createWhatsApp,
  graphHost,
} from "../contacts/index.ts";
import { createCallPermissions } from "./delivery/call-permissions.ts";
import { createIncoming, type IncomingParts } from "./delivery/incoming.ts";
import { startDelivering, type OutgoingParts } from "./delivery/outgoing.ts";
import { startDownloading } from "./files/download.ts";
import { createNoteHearing } from "./files/hearing.ts";
import { fileRoutes } from "./files/routes.ts";
import { startTranscribing } from "./files/transcribe.ts";
import type { FileStore } from "./messages/files/store.ts";
import { deliveryRoutes } from "./delivery/routes.ts";
import { createWriting } from "./delivery/writing.ts";
import { createDeliveryStore, type DeliveryStore } from "./messages/outgoing/store.ts";
import type { Masks, ThreadStore } from "./messages/store.ts";
import { type OpenedMail, openMail } from "./open-mail.ts";
import { type OpenedSmpp, openSmpp } from "./open-smpp.ts";
import type { Threads } from "./messages/threads.ts";
import type { MessageWebhooks } from "./messages/webhooks.ts";
import type { ThreadsParts } from "./dependencies.ts";
import { callbackUrl, senderRoutes } from "./senders/routes.ts";
import { channelBy, createSenders, type SendersParts } from "./senders/senders.ts";
import type { TextAgent } from "./text-agent/text-agent.ts";
import { createSendMessage } from "./in-call/send-message.ts";
import { createSenderStore } from "./senders/store.ts";
import { joinBatchMessages } from "./templates/batches.ts";
import { callingSenderBy } from "./senders/calling.ts";
import { joinMissedCalls } from "./templates/missed-calls.ts";
import { templateRoutes } from "./templates/routes.ts";
import { twilioWebhooks } from "../telephony/index.ts";

export interface TextMessagesParts extends ThreadsParts {
  store: ThreadStore;
  masks: Masks;
  threads: Threads;
  files: FileStore;
  gate: MessageGate;
  webhooks: MessageWebhooks;
  /** The first words of an agent. */
  welcome: TextAgent["welcome"];
  /** Takes what an answer or a transcript has cost from the balance. */
  chargeText(workspaceId: string, spent: { cents: number; note: string; subject: string }): Promise<void>;
}

export interface TextMessages {
  /** From now on this server sends. */
  start(): void;
  routes(app: Http): void;
}

export function openTextMessages(parts: TextMessagesParts): TextMessages {
  const { platform, accounts, compliance, contacts, agents, calls, store, threads, files, gate, webhooks } = parts;
  const { config, database: tenancy, jobs, log } = platform;
  const { audit, isDemo } = accounts;
  const { doNotCall } = compliance;
  const publicUrl = config.PUBLIC_URL;
  const senderStore = createSenderStore(tenancy);
  const mail = openMail(parts);
  const smpp = openSmpp(parts);
  const channelOf = channelsOf(parts, { mailboxes: mail.mailboxes, links: smpp.links });
  agents.agents.choices.join("sender", async (workspaceId, id) => (await senderStore.read({ workspaceId, id }))?.agentId);
  const senders = createSenders({
    store: senderStore,
    audit,
    agents: agents.agents,
    isDemo,
    channelOf,
    mailboxes: mail.mailboxes,
    smpp: smpp.links,
    log,
    callbackUrl: (row) => callbackUrl(publicUrl, row),
  });
  parts.telephony.joinSenders(callingSenderBy(senders));
  joinMissedCalls({ missedCalls: parts.telephony.missedCalls, senders, gate, threads, tenancy });
  const deliveries = createDeliveryStore(tenancy, parts.masks);
  const { agents: documents } = agents;
  const priceOfSegment = priceOfSegmentBy(parts);
  const { campaigns } = parts;
  joinBatchMessages({ campaigns, senders, agents: documents, gate, threads, deliveries, tenancy, priceOfSegment });
  const threadOf: IncomingParts["threadOf"] = (key) => store.read(key);
  const welcome: IncomingParts["welcome"] = async ({ id: target, workspaceId, agentId }) =>
    parts.welcome(await agents.agents.read(workspaceId, agentId, { chooser: { kind: "sender", target } }));
  const agentOf = agentOfBy(parts, deliveries);
  const threadAt: IncomingParts["threadAt"] = ({ id: senderId, workspaceId, provider }, address) =>
    store.at({ workspaceId, channel: channelBy(provider), address, senderId });
  const nameOf: IncomingParts["nameOf"] = async (sender, address) => {
    if (sender.provider !== "messenger" && sender.provider !== "instagram") return "";
    const channel = await channelOf(sender);
    return channel?.nameOf ? withTimeout(channel.nameOf(address), NAME_TIMEOUT_MS, "Meta is late").catch(() => "") : "";
  };
  const callPermissions = createCallPermissions({
    threads,
    senders,
    deliveries,
    agents: documents,
    ledger: compliance.channelPermissions,
  });
  const incoming = createIncoming({
    agentOf,
    deliveries,
    files,
    threads,
    threadOf,
    threadAt,
    nameOf,
    webhooks,
    doNotCall,
    decided: callPermissions.answered,
    tenancy,
    jobs,
    welcome,
  });
  const callMessages = createCallMessageStore(tenancy);
  const { live } = platform;
  calls.join({ sendMessage: createSendMessage({ deliveries, senders: senderStore, gate, threads, tenancy, live, log }) });
  calls.whenEnded(createFollowing({ store: callMessages, jobs, campaigns }));
  return {
    start() {
      incoming.start();
      mail.start({ incoming, senders: senderStore, store });
      smpp.start({ incoming, senders: senderStore });
      startDownloading({ files, senders: senderStore, channelOf, threads, tenancy, jobs });
      startTranscribing({ files, threads, doNotCall, tenancy, jobs, hear: noteHearingOf(parts), log });
      startFollowing({ store: callMessages, calls, contacts, gate, threads, tenancy, jobs, log });
      startDelivering({
        deliveries,
        senders: senderStore,
        channelOf,
        gate,
        agents: agents.agents,
        doNotCall,
        threads,
        webhooks,
        tenancy,
        jobs,
        checkMoney: (workspaceId) => calls.limits.checkMoney(workspaceId),
        isFree: Object.values(parts.platform.config.PRICE_PER_MESSAGE_SEGMENT).every((price) => !price),
        charge: chargeBy(parts),
        decided: ({ workspaceId, id }, decision) => campaigns.messages.decided(workspaceId, id, decision),
        putBack: putBackBy(parts, deliveries),
        publicUrl,
      });
    },
    routes(app) {
      callPermissions.routes(app);
      templateRoutes(app, { threads, senders, deliveries });
      fileRoutes(app, { files, threads });
      senderRoutes(app, senders, publicUrl);
      const preview = createPreview({ calls, contacts });
      callMessageRoutes(app, { store: callMessages, senders, agents: agents.agents, audit, preview });
      const writing = createWriting({ senders, threads, gate, audit });
      deliveryRoutes(app, {
        store: senderStore,
        senders,
        incoming,
        writing,
        calls: parts.telephony.channelInbound,
        placed: parts.telephony.channelLegs,
        publicUrl,
      });
    },
  };
}

/** Meta waits for an answer to what it posts. */
const NAME_TIMEOUT_MS = 2_000;

/** Of a batch's agent for so long after its last message. */
const BATCH_REPLY_DAYS = 7;

function agentOfBy({ store, agents }: TextMessagesParts, deliveries: DeliveryStore): IncomingParts["agentOf"] {
  return async ({ id: senderId, workspaceId, provider, agentId }, address) => {
    const known = await store.at({ workspaceId, channel: channelBy(provider), address, senderId });
    const isOfBatch = known && known.agentId !== agentId && (await deliveries.isOfBatch(known, BATCH_REPLY_DAYS));
    const isBatchs = isOfBatch && (await agents.agents.present(workspaceId, known.agentId)) !== undefined;
    return { agentId: isBatchs ? known.agentId : agentId, known };
  };
}

function putBackBy(
  { campaigns, platform: { database } }: TextMessagesParts,
  deliveries: DeliveryStore,
): OutgoingParts["putBack"] {
  return async ({ id, workspaceId, batchId }, until) => {
    if (batchId === null) return false;
    return database.together(workspaceId, async () => {
      // A message that failed and that somebody sends again is theirs.
      if ((await campaigns.messages.waitAgain(workspaceId, [id], until)) === 0) return false;
      if ((await deliveries.withdraw(workspaceId, { id })).length === 0) throw new Error("A message was handed over meanwhile");
      return true;
    });
  };
}

/** By the workspace's own account at the provider. */
function channelsOf(
  { platform: { config }, engines }: TextMessagesParts,
  { mailboxes, links }: { mailboxes: OpenedMail["mailboxes"]; links: OpenedSmpp["links"] },
): SendersParts["channelOf"] {
  const { providerResolver } = engines.connections;
  const outside = { fetch: fetchOutside, allowed: config.PRIVATE_ADDRESSES };
  const pageTokens = createPageTokens(() => performance.now());
  const telegramBy = (token: string, bot: string): TextChannel => {
    const baseUrl = config.PROVIDER_ADDRESSES["telegram"] ?? "https://api.telegram.org";
    const ask = createRest({ ...outside, baseUrl, account: "", secret: token, signIn: {} });
    return createTelegram({ ...outside, ask, baseUrl, token, bot });
  };
  return async ({ workspaceId, provider, sender }) => {
    if (provider === "telegram") {
      const token = await providerResolver.keyOf(workspaceId, provider);
      return token === undefined ? undefined : telegramBy(token, sender);
    }
    if (provider === "email") return mailboxes.channelAt({ workspaceId, sender });
    if (provider === "smpp") return links.channelAt({ workspaceId, sender });
    const given = await providerResolver.accountOf(workspaceId, provider);
    if (!given) return undefined;
    if (provider === "twilio") {
      const baseUrl = config.PROVIDER_ADDRESSES["twilio"] ?? "https://api.twilio.com";
      return createTwilioSms({
        ...given,
        ask: createRest({ ...outside, ...given, baseUrl }),
        sender,
        isSigned: twilioWebhooks.isSigned,
      });
    }
    if (provider === "whatsapp") {
      const { account: appSecret, secret: token } = given;
      const baseUrl = config.PROVIDER_ADDRESSES["whatsapp"] ?? "https://graph.facebook.com";
      const signIn = { authorization: `Bearer ${token}` };
      const ask = createRest({ ...outside, baseUrl, account: "", secret: token, signIn });
      const download = createMediaDownload({ ...outside, ask, baseUrl, token, version: GRAPH_VERSION });
      return createWhatsApp({ ask, appSecret, phoneNumberId: sender, download });
    }
    if (provider === "messenger" || provider === "instagram") {
      const { account: appSecret, secret: token } = given;
      const baseUrl = config.PROVIDER_ADDRESSES[provider] ?? graphHost(provider, token);
      const restBy = (secret: string): Rest =>
        createRest({ ...outside, baseUrl, account: "", secret, signIn: { authorization: `Bearer ${secret}` } });
      const download = createAddressDownload({ ...outside, baseUrl });
      return createMetaMessaging({ provider, restBy, pageTokens, appSecret, token, account: sender, download });
    }
    const { account: username, secret } = given;
    const host = username === "sandbox" ? "api.sandbox.africastalking.com" : "api.africastalking.com";
    const baseUrl = config.PROVIDER_ADDRESSES["africastalking"] ?? `https://${host}`;
    const ask = createRest({ ...outside, baseUrl, account: username, secret, signIn: { apikey: secret } });
    return createAfricasTalkingSms({ ask, username, sender });
  };
}

function noteHearingOf({ platform, accounts, engines, agents, calls, chargeText }: TextMessagesParts) {
  const { config } = platform;
  return createNoteHearing({
    agents: agents.agents,
    connections: engines.connections.providerResolver,
    transcriber: createTranscriber(() => engines.speech.setup),
    admissions: accounts.admissions,
    prices: engines.prices,
    checkMoney: (workspaceId) => calls.limits.checkMoney(workspaceId),
    charge: chargeText,
    timeZone: config.TIME_ZONE,
    country: config.DIAL_COUNTRIES[0] ?? "KE",
  });
}

function priceOfSegmentBy({ platform: { config, database }, accounts: { credits } }: TextMessagesParts) {
  return async (workspaceId: string) =>
    config.PRICE_PER_MESSAGE_SEGMENT[await credits.currency(database.of(workspaceId), workspaceId)];
}

function chargeBy(parts: TextMessagesParts): OutgoingParts["charge"] {
  const { platform, accounts } = parts;
  const { database } = platform;
  const { credits } = accounts;
  const priceOfSegment = priceOfSegmentBy(parts);
  return async (workspaceId, { segments, note, subject }) => {
    const price = await priceOfSegment(workspaceId);
    if (!price) return;
    const db = database.of(workspaceId);
    const amount = negate({ ...price, micros: price.micros * BigInt(segments) });
    await credits.add(db, workspaceId, { kind: "message", amount, note, subject });
  };
}
