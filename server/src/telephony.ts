/** Everything that calls need, from the media threads to the SIP port. Part of the composition. */
import { join } from "node:path";
import type { GatewayOptions } from "@ongea/channels/browser";
import { isWildcard, localAddressTowards, type SipEndpoint } from "@ongea/channels";
import type { LiveEvent } from "@ongea/contract";
import type { Agents } from "./agents/documents/index.ts";
import { createAppointmentStore, createAppointments } from "./agents/appointments/index.ts";
import {
  Calls,
  createAnalysisStore,
  createArchive,
  createBrowserCalls,
  createCarrierInbound,
  createCarrierLegs,
  createCallStore,
  createCallTokens,
  createCallWriter,
  createDemoRoom,
  completeLeftOpen,
  createInbound,
  createLimits,
  createLimitStore,
  createLineStore,
  createLeftOpenStore,
  createMediaPool,
  createOutbound,
  createOpening,
  createOwners,
  createOwnerStore,
  createPlannedCalls,
  createPlanStore,
  createRecordingAlerts,
  createRecordings,
  createTrunkLines,
  homeOf,
  createSweepStore,
  settleCall,
  sweepRecordings,
  startAnalysis,
  trunkOf,
  type Archive,
  type BrowserCalls,
  type CarrierRoutesParts,
  type CallsParts,
  type CallWriter,
  type Limits,
  type Opening,
  type Outbound,
  type PlannedCalls,
  type Recordings,
} from "./calls/index.ts";
import { createCarrierDirectory, type CarrierDirectory } from "./telephony/carriers/index.ts";
import type { Config } from "./config.ts";
import type { CountryPacks } from "./compliance/country-packs/index.ts";
import { dialRules } from "./dial-rules.ts";
import { createDoNotCallStore } from "./compliance/do-not-call/index.ts";
import type { Lender } from "./engines/connections/index.ts";
import { createMessages, createMessageStore } from "./agents/messages/index.ts";
import type { Knowing } from "./knowing.ts";
import { createOutcomeStore } from "./agents/outcomes/index.ts";
import type { Numbers } from "./telephony/numbers/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Database } from "./platform/database/database.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Live } from "./platform/live/live.ts";
import type { Log } from "./platform/log/log.ts";
import type { WrongGuesses } from "./platform/log/wrong-guesses.ts";
import type { Records } from "./records.ts";
import { openSipPort } from "./sip-port.ts";
import type { SpeechHosts } from "./engines/speech-hosts/index.ts";
import { openTrunking, type Trunking } from "./trunking.ts";
import { openOrdering } from "./ordering.ts";
import type { Pronunciations } from "./agents/voices/index.ts";
import type { Admissions, Workspaces } from "./accounts/workspaces/index.ts";

export interface TelephonyParts {
  config: Config;
  dataDir: string;
  tenancy: Tenancy & Pick<Database, "beats">;
  workspaces: Pick<Workspaces, "read">;
  /** Who may use what the installation pays for. */
  admissions: Admissions;
  homeId: string;
  agents: Agents;
  numbers: Numbers;
  jobs: Jobs;
  speech: Pick<SpeechHosts, "setup" | "onChange">;
  records: Records;
  knowing: Knowing;
  connections: Lender;
  packs: Pick<CountryPacks, "expect" | "hoursOf" | "recording">;
  pronunciations: Pick<Pronunciations, "expect" | "of">;
  live: Live<LiveEvent>;
  log: Log;
  closing: Closing;
  guesses: WrongGuesses;
  /** Of the installation, for people and clients. */
  publicUrl: string;
}

export interface Telephony {
  /** This server, as the owner of its calls. */
  ownerId: string;
  calls: Calls;
  archive: Archive;
  browser: BrowserCalls;
  outbound: Outbound;
  limits: Limits;
  planned: PlannedCalls;
  opening: Opening;
  sip: SipEndpoint;
  trunking: Pick<Trunking, "routes">;
  /** Accounts of workspaces at telephone companies, and the calls that come and go by them. */
  carriers: CarrierDirectory;
  carriage: Omit<CarrierRoutesParts, "refused" | "nonces">;
  /** What calls have written and the database has not. */
  writes: CallWriter & { readonly waiting: number };
  recordings: Pick<Recordings, "share" | "isFull" | "path" | "remove" | "silence">;
  /** What assistants ask over HTTP. */
  functions: ReturnType<typeof functionsOf>;
  /** Of ours, as a peer at this address reaches it. */
  addressTowards(remoteHost: string): string;
}

/** Lines that a visitor's workspace may hold at a time. */
const DEMO_LINES = 2;

export async function openTelephony(parts: TelephonyParts): Promise<Telephony> {
  const { config, workspaces, agents, numbers, log, closing } = parts;
  const carried = await openCalls(parts, (order) => outbound.transfer(order));
  const { calls, archive, writes, ownerId } = carried;
  const addressTowards = (remoteHost: string): string =>
    config.PUBLIC_ADDRESS ?? (isWildcard(config.HOST) ? localAddressTowards(remoteHost) : config.HOST);
  const isDemo = async (workspaceId: string): Promise<boolean> => (await workspaces.read(workspaceId)).kind === "demo";
  const demoRoom = openDemoRoom(parts);
  const browser = createBrowserCalls({
    calls,
    agents,
    tokens: createCallTokens(() => performance.now()),
    linesOf: async (workspaceId) => {
      if (!(await isDemo(workspaceId))) return config.MAX_CALLS;
      await demoRoom.check(workspaceId);
      return DEMO_LINES;
    },
  });
  const shared = { calls, agents, numbers, log, mediaHost: config.HOST, addressTowards };
  const trunking = openTrunking(parts);
  const trunk = trunkOf(config.SIP_TRUNK);
  const ordering = openOrdering(parts, { trunking, addressTowards });
  const lines = createTrunkLines({ store: createLineStore(parts.tenancy), ownerId });
  const inbound = createInbound({
    ...shared,
    ...ordering,
    lines,
    attend: (order) => outbound.attend(order),
    lineOf: (trunkId) => trunking.directory.lineOf(trunkId),
    trunkOf: (source, called) => trunking.directory.proof(source, called),
  });
  const sip = await openSipPort(parts, inbound, trunk);
  trunking.keep(sip, closing);
  const limits = createLimits({ store: createLimitStore(parts.tenancy), money: parts.records.moneyOf, ownerId });
  const opening = openOpening(parts, sip);
  const carriers = openCarriers(parts);
  const carrierLegs = createCarrierLegs({ publicUrl: config.PUBLIC_URL, log });
  const outbound = createOutbound({
    limits,
    opening,
    lines,
    carriers,
    carrierLegs,
    ...ordering,
    ...shared,
    begun: (call) => archive.begun(call),
    ...dialRules(parts),
    trunk,
    ownTrunk: (workspaceId, trunkId) => trunking.directory.wayOut(workspaceId, trunkId),
    endpoint: sip,
  });
  const planned = openPlanned(parts, { calls, outbound, writes, opening });
  return {
    ...carried,
    browser,
    outbound,
    limits,
    planned,
    opening,
    sip,
    trunking,
    carriers,
    carriage: { carriers, legs: carrierLegs, inbound: createCarrierInbound({ ...shared, legs: carrierLegs }), ...ordering },
    functions: functionsOf(config),
    addressTowards,
  };
}

function openDemoRoom({ tenancy, config, records: { activity } }: TelephonyParts): ReturnType<typeof createDemoRoom> {
  return createDemoRoom({
    secondsOf: (workspaceId) => createCallStore(tenancy).secondsOf(workspaceId),
    mostMinutes: config.DEMO_MINUTES,
    nearlyFull: (workspaceId, { minutes }) =>
      activity.tell(workspaceId, { kind: "workspace.nearly_full", tone: "error", details: { minutes }, notify: true }),
  });
}

function openOpening({ packs, numbers, config }: TelephonyParts, sip: SipEndpoint): Opening {
  const isRegistered = (phone: string): boolean => sip.bindings(phone).length > 0;
  return createOpening({ packs, numbers, isRegistered, timeZone: config.TIME_ZONE });
}

function openPlanned(
  parts: TelephonyParts,
  { calls, outbound, writes, opening }: Pick<Telephony, "calls" | "outbound" | "writes" | "opening">,
): PlannedCalls {
  const { tenancy, agents, jobs, config } = parts;
  return createPlannedCalls({
    store: createPlanStore(tenancy),
    tenancy,
    agents,
    outbound,
    jobs,
    writer: writes,
    told: toldOfPlans(parts),
    room: () => config.MAX_CALLS - calls.running,
    opening,
    now: () => new Date(),
  });
}

function openCarriers({ config, connections }: TelephonyParts): CarrierDirectory {
  return createCarrierDirectory({
    credentials: (workspaceId, carrier) => connections.accountOf(workspaceId, carrier),
    fetch: fetchOutside,
    allowed: config.PRIVATE_ADDRESSES,
    twilioUrl: config.PROVIDER_ADDRESSES["twilio"] ?? "https://api.twilio.com",
    plivoUrl: config.PROVIDER_ADDRESSES["plivo"] ?? "https://api.plivo.com",
  });
}

/** Webhooks are told of a planned call as it stands in its row. */
function toldOfPlans({ tenancy, records }: TelephonyParts): (call: { id: string; workspaceId: string }) => Promise<void> {
  return async (call) => {
    const row = await createCallStore(tenancy).read(call);
    if (row) await records.webhooks.changed(row, Promise.resolve(true));
  };
}

/** The calls themselves; what an earlier server left behind is settled before the first new one. */
async function openCalls(
  parts: TelephonyParts,
  transfer: Outbound["transfer"],
): Promise<Pick<Telephony, "calls" | "archive" | "writes" | "recordings"> & { ownerId: string }> {
  const { config, dataDir, tenancy, speech, records, live, publicUrl, log, closing } = parts;
  const tellOfRecording = createRecordingAlerts(records.activity, log);
  const recordings = createRecordings({
    folder: join(dataDir, "recordings"),
    log,
    mostMb: config.RECORDINGS_MB,
    onStopped: (callId, problem) => {
      const call = calls.find(callId);
      call?.recordingStopped(problem);
      if (call) tellOfRecording(call.row);
    },
    onNearlyFull: () => tellNearlyFull(parts),
  });
  closing.add("recordings", () => recordings.stop());
  const pool = createMediaPool({
    threads: config.MEDIA_WORKERS,
    maxCalls: config.MAX_CALLS,
    setup: { speech: speech.setup, rtpPorts: config.RTP_PORTS, browser: browserWays(config) },
    recordingPort: () => recordings.source(),
    log,
  });
  speech.onChange((setup) => pool.speakWith(setup));
  closing.add("media threads", () => pool.stop());
  const nowMs = (): number => performance.now();
  const owners = createOwners({ store: createOwnerStore(tenancy), log, home: homeOf(dataDir), nowMs });
  const { ownerId } = owners;
  const [store, plans] = [createCallStore(tenancy), createPlanStore(tenancy)];
  const [{ ended, costOf, rehearsed, search }, { analysed }] = [records.forCalls, records.webhooks];
  const writer = createCallWriter({ store, ended, log, dataDir });
  await writer.replay();
  closing.add("what waits for the database", () => writer.stop());
  const calls: Calls = new Calls({
    writer,
    appointments: createAppointments(createAppointmentStore(tenancy), () => new Date()),
    messages: createMessages(createMessageStore(tenancy)),
    ...givenToCalls(parts),
    webhooks: records.webhooks,
    transfer,
    ownerId,
    timeZone: config.TIME_ZONE,
    pool,
    recordings,
    live,
    publicUrl,
    log,
    nowMs,
    costOf,
  });
  await owners.start((call) => settleCall(call, { store, recordings, log, ended, costOf }));
  await completeLeftOpen({ store: createLeftOpenStore(tenancy), recordings, log });
  await sweepRecordings({ store: createSweepStore(tenancy), recordings, now: () => new Date(), log });
  closing.add("ownership of calls", () => owners.stop());
  const analyses = createAnalysisStore(tenancy);
  const { dispositions: questionsOf } = createOutcomeStore(tenancy);
  startAnalysis({ ...parts, calls: store, store: analyses, choices: speech.setup.choices, questionsOf, analysed });
  const archive = createArchive({ calls, store, recordings, analyses, plans, search, ownerId, publicUrl, rehearsed });
  return { calls, archive, writes: writer, recordings, ownerId };
}

type GivenToCalls =
  | "functions"
  | "calendars"
  | "retrieval"
  | "connections"
  | "pronunciations"
  | "packs"
  | "admissions"
  | "optOut"
  | "country";

function givenToCalls(parts: TelephonyParts): Pick<CallsParts, GivenToCalls> {
  const { config, tenancy, knowing, connections, pronunciations, packs, admissions } = parts;
  const country = config.DIAL_COUNTRIES[0] ?? "KE";
  return {
    functions: functionsOf(config),
    calendars: { calendarKey: (workspaceId) => connections.keyOf(workspaceId, "cal"), country },
    retrieval: knowing.retrieval,
    connections,
    pronunciations,
    packs,
    admissions,
    async optOut({ workspaceId, callId, number }) {
      await createDoNotCallStore(tenancy).add(tenancy.of(workspaceId), workspaceId, "asked", [{ number, callId }]);
    },
    country,
  };
}

function tellNearlyFull({ config, records, homeId, log }: TelephonyParts): void {
  log.warn({ mb: config.RECORDINGS_MB }, "Recordings have taken four fifths of what they may");
  const nearly = {
    kind: "recording.nearly_full",
    tone: "error",
    details: { mb: config.RECORDINGS_MB },
    notify: true,
  } as const;
  records.activity.tell(homeId, nearly).catch((error: unknown) => {
    log.warn({ err: error }, "Nobody could be told that recordings have nearly filled their room");
  });
}

/** Browsers' sound uses the same addresses and ports as that of telephones. */
function browserWays({ HOST, PUBLIC_ADDRESS, RTP_PORTS }: Config): GatewayOptions {
  return {
    portRange: RTP_PORTS,
    ...(isWildcard(HOST) ? {} : { bindHost: HOST }),
    ...(PUBLIC_ADDRESS === undefined ? {} : { advertisedHost: PUBLIC_ADDRESS }),
  };
}

function functionsOf({ PRIVATE_ADDRESSES: allowed, TIME_ZONE: timeZone }: Config) {
  return { fetch: fetchOutside, allowed, timeZone };
}
