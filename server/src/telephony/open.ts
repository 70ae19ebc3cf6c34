import { isWildcard, localAddressTowards, type SipEndpoint } from "@ongea/channels";
import type { CallsDomain, Transfer } from "../calls/index.ts";
import { createOpening, type Opening } from "../compliance/index.ts";
import { fetchOutside } from "../platform/fetch/outside.ts";
import type { Http } from "../platform/http/http.ts";
import { createBrowserCalls, type BrowserCalls } from "./browser/browser-calls.ts";
import { createCallTokens } from "./browser/call-tokens.ts";
import { createDemoRoom } from "../accounts/index.ts";
import { browserRoutes } from "./browser/routes.ts";
import { webCallRoutes } from "./browser/web-call-routes.ts";
import { createCarrierDirectory, type CarrierDirectory } from "./carriers/directory.ts";
import { createNonces } from "./carriers/nonces.ts";
import { createNonceStore } from "./carriers/store.ts";
import { createCarrierInbound } from "./inbound/carrier-inbound.ts";
import { type ChannelInbound, createChannelInbound } from "./inbound/channel-inbound.ts";
import { carrierRoutes } from "./inbound/carrier-routes.ts";
import { createTurnAway } from "./inbound/turn-away.ts";
import { createInbound } from "./inbound/inbound.ts";
import { type CallingSender, type ChannelLegs, createChannelLegs } from "./legs/channel/channel-legs.ts";
import { createCarrierLegs } from "./legs/carrier-legs.ts";
import { createLineStore } from "./lines/store.ts";
import { createTrunkLines } from "./lines/trunk-lines.ts";
import type { MissedCalls } from "./missed-calls/missed-calls.ts";
import type { Numbers } from "./numbers/numbers.ts";
import { rentedAmong } from "./numbers/rental/store.ts";
import { openNumbers } from "./open-numbers.ts";
import { openRequestedCalls } from "./open-requested-calls.ts";
import { openSupervision, type OpenedSupervision } from "./open-supervision.ts";
import type { TelephonyParts } from "./dependencies.ts";
import { openPhones, type OpenedPhones } from "./open-phones.ts";
import { openTrunks } from "./open-trunks.ts";
import { limitRoutes } from "./outbound/limit-routes.ts";
import { createOutbound, type Outbound } from "./outbound/outbound.ts";
import { trunkOf } from "./sip/open-sip.ts";
import { openSipPort } from "./sip/sip-port.ts";
import type { TrunkDirectory } from "./trunks/directory.ts";

export interface Telephony
  extends Pick<OpenedSupervision, "everywhere" | "stopped">, Pick<OpenedPhones, "isRegistered" | "phoneOf"> {
  numbers: Numbers;
  /** Whom numbers have rejected is answered by what joins. */
  missedCalls: Pick<MissedCalls, "join">;
  /** Browsers that call. */
  browser: BrowserCalls;
  /** People who call on a messaging channel. */
  channelInbound: ChannelInbound;
  /** People who are called there: what their providers tell. */
  channelLegs: Pick<ChannelLegs, "told">;
  /** Senders of messaging channels, which can call, join. */
  joinSenders(find: CallingSenders): void;
  opening: Opening;
  /** Whom a workspace may call. */
  rules: ReturnType<typeof dialRules>;
  /** After `start`. */
  readonly outbound: Outbound;
  readonly sip: SipEndpoint;
  /** Of ours, as a peer at this address reaches it. */
  addressTowards(remoteHost: string): string;
  /** Opens the SIP port: from now on telephones reach us. */
  start(): Promise<void>;
  routes(app: Http): void;
}

type CallingSenders = (workspaceId: string, number: string) => Promise<CallingSender | undefined>;

/** Lines that a visitor's workspace may hold at a time. */
const DEMO_LINES = 2;

type Started = { sip: SipEndpoint; outbound: Outbound };

function notOpened(): never {
  throw new Error("The SIP port has not been opened");
}

export async function openTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { platform, accounts, compliance, agents, calls } = parts;
  const { config, database, log } = platform;
  let started: Started | undefined;
  const running = (): Started => started ?? notOpened();
  const addressTowards = (remoteHost: string): string =>
    config.PUBLIC_ADDRESS ?? (isWildcard(config.HOST) ? localAddressTowards(remoteHost) : config.HOST);
  const carriers = openCarriers(parts);
  const { numbers, missedCalls, routes: numberRoutes } = await openNumbers({ platform, accounts, agents, calls, carriers });
  const phones = openPhones(parts, { endpoint: () => started?.sip, addressTowards });
  const { isRegistered, phoneOf } = phones;
  agents.agents.choices.join("number", async (workspaceId, number) => {
    const at = await numbers.agentAt(number);
    return at?.workspaceId === workspaceId ? at.agentId : undefined;
  });
  const opening = createOpening({ packs: compliance.packs, numbers, isRegistered, timeZone: config.TIME_ZONE });
  const trunks = openTrunks(platform, accounts);
  const turnAway = createTurnAway({ calls: calls.calls, agents: agents.agents });
  const requested = openRequestedCalls(platform, { numbers, trunks, turnAway, addressTowards });
  const lines = createTrunkLines({ store: createLineStore(database), ownerId: calls.ownerId });
  const legs = createCarrierLegs({ publicUrl: config.PUBLIC_URL, log });
  const browser = openBrowser(parts);
  const shared = { calls: calls.calls, agents: agents.agents, numbers, log, mediaHost: config.HOST, addressTowards };
  const inboundParts = { ...shared, ...requested, charged: calls.charged };
  const inbound = createInbound({
    ...inboundParts,
    lines,
    followReferral: (order) => running().outbound.followReferral(order),
    phoneOwner: (user) => phones.ownerOf(user),
    lineOf: (trunkId) => trunks.directory.lineOf(trunkId),
    trunkOf: (source, called) => trunks.directory.proof(source, called),
  });
  const transfer: Transfer = (order) => running().outbound.transfer(order);
  const channelLegs = createChannelLegs({
    tellOwner: (actor, callId, told) => supervision.everywhere.channelTold(actor, callId, told),
    log,
  });
  const { toldHere: channelTold } = channelLegs;
  const supervision = openSupervision(parts, { transfer, isRegistered, channelTold });
  let callingSender: CallingSenders = async () => undefined;
  const nonces = createNonces(createNonceStore(database));
  const { everywhere } = supervision;
  const channelInbound = createChannelInbound({ ...shared, nonces, everywhere, now: () => new Date() });
  calls.join({
    transfer,
    rented: (workspaceId, among) => rentedAmong(database, workspaceId, among),
  });
  return {
    numbers,
    missedCalls,
    isRegistered,
    phoneOf,
    browser,
    channelInbound,
    channelLegs,
    joinSenders: (find) => void (callingSender = find),
    opening,
    rules: dialRules(parts),
    addressTowards,
    everywhere,
    stopped: supervision.stopped,
    get outbound() {
      return running().outbound;
    },
    get sip() {
      return running().sip;
    },
    async start() {
      const trunk = trunkOf(config.SIP_TRUNK);
      const sip = await openSipPort(platform, inbound, { trunk, accounts: phones });
      missedCalls.start();
      trunks.keep(sip);
      phones.keep();
      const channels = { channelLegs, callingSender: (of: string, number: string) => callingSender(of, number) };
      const ways = { isRegistered, phoneOf, opening, lines, carriers, carrierLegs: legs, trunk, endpoint: sip, ...channels };
      const ownTrunk: TrunkDirectory["wayOut"] = (workspaceId, trunkId) => trunks.directory.wayOut(workspaceId, trunkId);
      const begun: CallsDomain["archive"]["begun"] = (call) => calls.archive.begun(call);
      const outbound = createOutbound({ ...inboundParts, ...dialRules(parts), ...ways, limits: calls.limits, begun, ownTrunk });
      started = { sip, outbound };
    },
    routes(app) {
      for (const serve of [trunks.routes, phones.routes, numberRoutes, supervision.routes]) serve(app);
      serveCalling(app, parts, { browser, opening, outbound: running().outbound });
      carrierRoutes(app, {
        carriers,
        legs,
        inbound: createCarrierInbound({ ...shared, legs, turnAway }),
        ...requested,
        nonces,
        refused: platform.guesses.note,
      });
    },
  };
}

function serveCalling(
  app: Http,
  { platform: { live }, accounts: { audit }, agents: { agents }, calls: { limits } }: TelephonyParts,
  { browser, opening, outbound }: Pick<Telephony, "browser" | "opening" | "outbound">,
): void {
  browserRoutes(app, browser);
  webCallRoutes(app, { browser, agents, live });
  limitRoutes(app, { limits, opening, outbound, audit, now: () => new Date() });
}

/** Whom a workspace may call, and by what. */
function dialRules({ platform: { config }, accounts, compliance }: TelephonyParts) {
  const { workspaces, hasProvenOwner } = accounts;
  return {
    async standing(workspaceId: string) {
      const { kind, admitted } = await workspaces.read(workspaceId);
      return { isDemo: kind === "demo", isAdmitted: admitted };
    },
    hasProvenOwner,
    isListed: (workspaceId: string, number: string) => compliance.doNotCall.has(workspaceId, number),
    consents: compliance.consents,
    countries: config.DIAL_COUNTRIES,
    now: () => new Date(),
  };
}

function openBrowser({ platform: { config }, accounts: { isDemo, activity }, agents, calls }: TelephonyParts): BrowserCalls {
  const demoRoom = createDemoRoom({
    secondsOf: (workspaceId) => calls.store.secondsOf(workspaceId),
    mostMinutes: config.DEMO_MINUTES,
    nearlyFull: (workspaceId, { minutes }) =>
      activity.tell(workspaceId, { kind: "workspace.nearly_full", tone: "error", details: { minutes }, notify: true }),
  });
  return createBrowserCalls({
    calls: calls.calls,
    agents: agents.agents,
    tokens: createCallTokens(() => performance.now()),
    linesOf: async (workspaceId) => {
      if (!(await isDemo(workspaceId))) return config.MAX_CALLS;
      await demoRoom.check(workspaceId);
      return DEMO_LINES;
    },
  });
}

function openCarriers({ platform: { config }, engines: { connections } }: TelephonyParts): CarrierDirectory {
  return createCarrierDirectory({
    credentials: (workspaceId, carrier) => connections.providerResolver.accountOf(workspaceId, carrier),
    fetch: fetchOutside,
    allowed: config.PRIVATE_ADDRESSES,
    twilioUrl: config.PROVIDER_ADDRESSES["twilio"] ?? "https://api.twilio.com",
    plivoUrl: config.PROVIDER_ADDRESSES["plivo"] ?? "https://api.plivo.com",
  });
}
