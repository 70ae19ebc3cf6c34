/** Calls while they run: their media threads, their recordings, what they write, and what an earlier server has left of them. */
import { join } from "node:path";
import { isWildcard } from "@ongea/channels";
import type { GatewayOptions } from "@ongea/channels/browser";
import type { Entry } from "@ongea/contract";
import { createSpending, type Accounts } from "../accounts/index.ts";
import { functionsOf, type AgentsDomain } from "../agents/index.ts";
import { type Compliance, MASKED, aboutEntry, recordOptOuts } from "../compliance/index.ts";
import type { Contacts } from "../contacts/index.ts";
import {
  costsOf,
  createMediaPool,
  createRecordings,
  passedOnBy,
  type Cost,
  type Engines,
  type Recordings,
} from "../engines/index.ts";
import type { Config } from "../platform/config/config.ts";
import { exchangeCents } from "../platform/money/money.ts";
import type { Platform } from "../platform/platform.ts";
import { NUMBER_PRICE } from "@ongea/contract";
import { createAfterCall } from "./after-call.ts";
import type { Joining } from "./later.ts";
import { Calls, type CallsParts } from "./lifecycle/calls.ts";
import { createLeases, homeOf } from "./lifecycle/leases.ts";
import { recoverCall } from "./lifecycle/recover.ts";
import { createLeftOpenStore, createOwnerStore, createSweepStore } from "./lifecycle/store.ts";
import { createCallWriter, type CallWriting } from "./lifecycle/writer.ts";
import { createByteSeal, createSeal } from "../platform/secrets/seal.ts";
import { createRecordingAlerts } from "./recording/alerts.ts";
import { completeLeftOpen } from "./recording/left-open.ts";
import { createMaskSound } from "./recording/mask-sound.ts";
import { sweepRecordings } from "./recording/sweep.ts";
import type { CallKey, CallStore } from "./records/store.ts";
import type { CallWebhooks } from "./webhooks/call-webhooks.ts";

export interface CallsDomainParts {
  platform: Platform;
  accounts: Accounts;
  compliance: Compliance;
  contacts: Contacts;
  engines: Engines;
  agents: AgentsDomain;
}

export interface LifecycleParts extends CallsDomainParts {
  joining: Joining;
  store: CallStore;
  webhooks: CallWebhooks;
}

export interface Lifecycle {
  calls: Calls;
  /** What calls have written and the database has not. */
  writes: CallWriting;
  recordings: Recordings;
  /** This server, as the owner of its calls. */
  ownerId: string;
  costOf(seconds: number, entries: readonly Entry[]): Cost;
  /** What an earlier server has left is settled before the first new call. */
  start(): Promise<void>;
}

/** The purpose of the seal. */
const MASKED_SOUND = "masked sound";
/** A recording that could not be masked is tried again. */
const WITHHELD_EVERY_MS = 3_600_000;

export function openLifecycle(parts: LifecycleParts): Lifecycle {
  const { platform, engines, joining, store, webhooks } = parts;
  const { config, database, dataDir, live, publicUrl, log, closing } = platform;
  const recordings = openRecordings(parts, (callId) => calls.find(callId));
  const maskSound = createMaskSound({ recordings, log });
  const pool = openPool(parts, recordings);
  const nowMs = (): number => performance.now();
  const owners = createLeases({ store: createOwnerStore(database), log, home: homeOf(dataDir), nowMs });
  const { ownerId } = owners;
  const costOf = costsOf(config.PRICE_PER_MINUTE, engines.prices);
  const ended = afterCallOf(parts);
  const writer = createCallWriter({ store, ended, log, dataDir });
  closing.add("what waits for the database", () => writer.stop());
  const calls: Calls = new Calls({
    ...givenToCalls(parts),
    writer,
    webhooks,
    transfer: joining.later.transfer,
    sendMessage: joining.later.sendMessage,
    ownerId,
    timeZone: config.TIME_ZONE,
    pool,
    recordings,
    maskSound,
    live,
    publicUrl,
    log,
    nowMs,
    costOf,
  });
  closing.add("ownership of calls", () => owners.stop());
  const entries = (call: CallKey) => store.entries(call);
  const completeLeft = (): Promise<void> =>
    completeLeftOpen({
      store: createLeftOpenStore(database),
      recordings,
      isRunning: (id) => calls.find(id) !== undefined,
      entries,
      maskSound,
      log,
    });
  return {
    calls,
    writes: writer,
    recordings,
    ownerId,
    costOf,
    async start() {
      await writer.replay();
      await owners.start((call) => recoverCall(call, { store, recordings, maskSound, log, ended, costOf }));
      await completeLeft();
      setInterval(() => void completeLeft(), WITHHELD_EVERY_MS).unref();
      await sweepRecordings({ store: createSweepStore(database), recordings, now: () => new Date(), log });
    },
  };
}

function openRecordings(
  { platform: { config, dataDir, log, closing, secret }, accounts: { activity, homeId } }: LifecycleParts,
  find: Calls["find"],
): Recordings {
  const tellOfRecording = createRecordingAlerts(activity, log);
  const recordings = createRecordings({
    folder: join(dataDir, "recordings"),
    log,
    seal: createByteSeal(secret, MASKED_SOUND),
    mostMb: config.RECORDINGS_MB,
    onStopped: (callId, problem) => {
      const call = find(callId);
      call?.recordingStopped(problem);
      if (call) tellOfRecording(call.row);
    },
    onNearlyFull() {
      const details = { mb: config.RECORDINGS_MB };
      log.warn(details, "Recordings have taken four fifths of what they may");
      activity
        .tell(homeId, { kind: "recording.nearly_full", tone: "error", details, notify: true })
        .catch((error: unknown) =>
          log.warn({ err: error }, "Nobody could be told that recordings have nearly filled their room"),
        );
    },
  });
  closing.add("recordings", () => recordings.stop());
  return recordings;
}

function openPool({ platform: { config, log, closing }, engines: { speech } }: LifecycleParts, recordings: Recordings) {
  const pool = createMediaPool({
    threads: config.MEDIA_WORKERS,
    maxCalls: config.MAX_CALLS,
    setup: { speech: speech.setup, rtpPorts: config.RTP_PORTS, browser: browserGateway(config) },
    recordingPort: () => recordings.source(),
    log,
  });
  speech.onChange((setup) => pool.speakWith(setup));
  closing.add("media threads", () => pool.stop());
  return pool;
}

function afterCallOf({ platform, accounts, compliance, agents, joining, webhooks }: LifecycleParts) {
  const { config } = platform;
  const { activity, credits } = accounts;
  const { PRICE_PER_MINUTE: prices, EXCHANGE_RATES: rates } = config;
  return createAfterCall({
    activity,
    spend: createSpending({
      activity,
      credits,
      prices,
      passedOn: passedOnBy(config),
      called: {
        rented: joining.later.rented,
        minute: (currency) => exchangeCents(NUMBER_PRICE.minuteMinor, currency, rates),
      },
    }),
    webhooks,
    preferences: recordOptOuts(compliance.doNotCall),
    told: joining.ended,
    wanting: agents.afterCalls,
  });
}

function givenToCalls({ platform, accounts, compliance, contacts, engines, agents }: LifecycleParts) {
  const { config, database, secret } = platform;
  const seal = createSeal(secret, MASKED);
  const { providerResolver } = engines.connections;
  const country = config.DIAL_COUNTRIES[0] ?? "KE";
  return {
    appointments: contacts.appointments,
    messages: agents.messages,
    functions: functionsOf(config),
    mcp: agents.mcp,
    calendars: { calendarKey: (workspaceId) => providerResolver.keyOf(workspaceId, "cal"), country },
    knowledge: agents.knowledge,
    connections: providerResolver,
    failures: engines.failures,
    pronunciations: engines.pronunciations,
    packs: compliance.packs,
    masking: {
      expect: (workspaceId) => compliance.masking.expect(workspaceId),
      of: (workspaceId, agentId) => compliance.masking.of(workspaceId, agentId),
      seal: (callId, entry, position) => seal.close(JSON.stringify(entry), aboutEntry(callId, position)),
    },
    sealDecision: compliance.evidence.seal,
    knownOf: contacts.knownOf,
    admissions: accounts.admissions,
    async optOut({ workspaceId, callId, number }) {
      await compliance.doNotCall.add(database.of(workspaceId), workspaceId, "asked", [{ number, callId }]);
    },
    country,
  } satisfies Partial<CallsParts>;
}

/** Browsers' sound uses the same addresses and ports as that of telephones. */
function browserGateway({ HOST, PUBLIC_ADDRESS, RTP_PORTS }: Config): GatewayOptions {
  return {
    portRange: RTP_PORTS,
    ...(isWildcard(HOST) ? {} : { bindHost: HOST }),
    ...(PUBLIC_ADDRESS === undefined ? {} : { advertisedHost: PUBLIC_ADDRESS }),
  };
}
