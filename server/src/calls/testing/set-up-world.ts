/** Everything around the set-up of a call, made so that it can fail at each await: see life/set-up.test.ts. */
import { randomUUID } from "node:crypto";
import { TEMPLATES } from "../../agents/documents/templates.ts";
import type { StoredAgent } from "../../agents/documents/store.ts";
import type { Entry, MissedCallSetting } from "@ongea/contract";
import { createLive } from "../../platform/live/live.ts";
import type { Log } from "../../platform/log/log.ts";
import { Calls } from "../lifecycle/calls.ts";
import type { Closed } from "../../compliance/country-packs/calling-hours.ts";
import type { Slot } from "../../compliance/limits/limits.ts";
import { FREE_LINE, type TrunkLines } from "../../telephony/lines/trunk-lines.ts";
import type { CallRow, CallWriter } from "../records/store.ts";
import { createChannelLegs } from "../../telephony/legs/channel/channel-legs.ts";
import { createRequestedCalls } from "../../telephony/legs/africastalking/requested-calls.ts";
import { createBrowserCalls } from "../../telephony/browser/browser-calls.ts";
import { createCarrierInbound } from "../../telephony/inbound/carrier-inbound.ts";
import { createDemoCalls } from "../../site/visitors/demo-calls.ts";
import { createVisitorCalls } from "../../site/visitors/visitor-calls.ts";
import { createInbound } from "../../telephony/inbound/inbound.ts";
import { createTurnAway } from "../../telephony/inbound/turn-away.ts";
import { createOutbound, type CallOrder } from "../../telephony/outbound/outbound.ts";
import type { Transfer } from "../lifecycle/transfer.ts";
import type { Transferred } from "../../agents/transfer/transferred.ts";
import { createCallTokens } from "../../telephony/browser/call-tokens.ts";
import { fakeCarrier, type FakeCarrier } from "./fake-carrier.ts";
import { fakeChannel, type FakeChannel } from "./fake-channel.ts";
import { FakePool } from "./fake-pool.ts";
import { fakeInbound, fakeOutbound, type FakeInbound, type FakeOutbound } from "./fake-sip.ts";
import { PendingAnswers } from "./pending-answers.ts";

const WORKSPACE = "11111111-1111-4111-8111-111111111111";

const TRUNK = "33333333-3333-4333-8333-333333333333";

const NOTHING_LENT = { recognisers: [], languageModels: [], voices: [], missing: [] };

export const TEST_AGENT: StoredAgent = {
  id: "22222222-2222-4222-8222-222222222222",
  workspaceId: WORKSPACE,
  template: "front_desk",
  status: "processed",
  document: TEMPLATES[0]!.document,
  createdAt: new Date(0),
  version: 1,
  savedBy: "",
  updatedAt: new Date(0),
};

type Way =
  | "sip in"
  | "sip in by a trunk"
  | "sip out"
  | "browser"
  | "browser socket"
  | "demo"
  | "carrier in"
  | "carrier out"
  | "whatsapp in";

export interface World {
  readonly pool: FakePool;
  readonly held: PendingAnswers;
  readonly calls: Calls;
  readonly inbound: FakeInbound[];
  readonly outbound: FakeOutbound[];
  readonly carrier: FakeCarrier;
  readonly channel: FakeChannel;
  /** Of each call, the kinds of what was written, in order. */
  readonly written: ReadonlyMap<string, string[]>;
  rows(): CallRow[];
  /** The caller of the first call is put through; what came of each. */
  transfer(to: string): AbortController;
  readonly transferred: readonly Transferred[];
  readonly puts: Transfer;
  /** A call that we place to this number or phone. */
  place(order: Pick<CallOrder, "to"> & Partial<CallOrder>): Promise<unknown>;
  begin(way: Way): void;
  leave(end: { by: "remote" | "network"; sipCause: number }): void;
  stop(): void;
  passMs(ms: number): void;
  /** Whatever follows at once has followed. */
  settle(): Promise<void>;
  /** Every answer comes, every thread works, and whoever is left hangs up. */
  comeToRest(): Promise<void>;
}

interface WorldOptions extends Partial<Pick<TrunkLines, "take">> {
  /** What the database knows of a caller. */
  known?: () => Promise<Record<string, string>>;
  /** The workspace's trunk puts calls through itself (REFER). */
  takesRefer?: boolean;
  /** A place among the calls that the workspace may place. */
  slot?: () => Slot;
  /** Nobody may be rung at this hour. */
  closed?: Closed;
  /** The number rejects its calls, and answers them so. */
  missedCall?: MissedCallSetting;
}

/** `take`: of a trunk's lines. */
const FREE_SLOT: Slot = { rang: () => undefined, release: () => undefined };

export function openWorld({
  take,
  takesRefer = false,
  slot = () => FREE_SLOT,
  closed,
  known,
  missedCall,
}: WorldOptions = {}): World {
  const held = new PendingAnswers();
  const pool = new FakePool();
  const written = new Map<string, string[]>();
  const rows = new Map<string, CallRow>();
  const inbound: FakeInbound[] = [];
  const outbound: FakeOutbound[] = [];
  let nowMs = 0;
  const writer: CallWriter = {
    async write({ id }, write) {
      const kind = Object.keys(write)[0] ?? "";
      written.set(id, [...(written.get(id) ?? []), kind]);
      if (write.begin) {
        rows.set(id, write.begin as CallRow);
        return held.hold(true).catch(() => false);
      }
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, ...write.change, ...write.finish } as CallRow);
      return true;
    },
  };
  const recordings = { open: () => "a.wav", written: async () => 1, close: () => undefined };
  const calls = new Calls({
    publicUrl: "https://ongea.example",
    writer,
    pool,
    recordings: recordings as never,
    live: createLive(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log,
    nowMs: () => nowMs,
    // A cent for a second of each line.
    costOf: (seconds, entries) => ({ llm: 0, network: lineSeconds(entries), platform: seconds, synthesizer: 0, transcriber: 0 }),
    connections: { expect: () => undefined, lend: () => held.hold(NOTHING_LENT).catch(() => NOTHING_LENT) },
    knownOf: known ?? (() => held.hold({})),
    appointments: {} as never,
    functions: {} as never,
    messages: {} as never,
    timeZone: "Africa/Nairobi",
    ownerId: randomUUID(),
  });
  const agents = { read: () => held.hold(TEST_AGENT), find: () => held.hold(TEST_AGENT) };
  const at = { workspaceId: WORKSPACE, agentId: TEST_AGENT.id };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Log;
  const shared = { calls, agents, log, mediaHost: "127.0.0.1", addressTowards: () => "127.0.0.1" };
  const lines = { take: take ?? (() => held.hold(FREE_LINE)), check: async () => undefined };
  const carrier = fakeCarrier(held, WORKSPACE);
  const answered = { ...at, trunkId: null, account: null, missedCall: missedCall ?? null };
  const limits = { lines: 1, callsPerSecond: null };
  const trunk = { name: TRUNK, host: "192.0.2.9" };
  const way = { trunk, writesPlus: true, number: "+254711000001", limits, takesRefer: true };
  const hasTrunk = take !== undefined || takesRefer;
  const asked = createRequestedCalls({
    isPublic: false,
    account: () => ({ place: () => Promise.reject(new Error("Nobody orders a call here")) }),
    answers: async () => false,
    turnsAway: async () => false,
    addressTowards: shared.addressTowards,
    log,
  });
  const charged = (): void => undefined;
  const sipIn = createInbound({
    ...shared,
    asked,
    charged,
    lines,
    numbers: { agentAt: () => held.hold({ ...answered, trunkId: hasTrunk ? TRUNK : null }) },
    trunkOf: () => undefined,
    phoneOwner: () => held.hold(undefined),
    followReferral: (order) => sipOut.followReferral(order),
    lineOf: (trunkId) => ({ workspaceId: WORKSPACE, trunkId, limits, refersAt: takesRefer ? way : undefined }),
  });
  const sipOut = createOutbound({
    ...shared,
    asked,
    charged,
    numbers: {
      held: () => held.hold(carrier.isAsked ? [carrier.numberOf(at.agentId)] : []),
      agentAt: () => held.hold(undefined),
    },
    lines,
    begun: () => held.hold(false),
    standing: () => held.hold({ isDemo: false, isAdmitted: true }),
    hasProvenOwner: () => held.hold(true),
    isListed: () => held.hold(false),
    consents: { judge: () => held.hold({ required: false }) },
    countries: ["KE"],
    isRegistered: (to) => to === "reception",
    ownTrunk: () => held.hold(takesRefer ? way : undefined),
    carriers: { account: () => held.hold(carrier.account) },
    carrierLegs: carrier.legs,
    channelLegs: createChannelLegs({ tellOwner: async () => undefined, log }),
    callingSender: async () => undefined,
    limits: { check: async () => undefined, take: () => held.hold(undefined).then(slot) },
    opening: { closed: async () => closed, there: async () => undefined },
    now: () => new Date(0),
    endpoint: {
      bindings: (to) => (to === "reception" ? ([{ peer: { host: "192.0.2.1" } }] as never) : []),
      place() {
        const call = fakeOutbound();
        outbound.push(call);
        return call.call;
      },
    },
  });
  const turnAway = createTurnAway({ calls, agents });
  const carried = { ...answered, account: "twilio" as const };
  const carrierIn = createCarrierInbound({
    ...shared,
    numbers: { agentAt: () => held.hold(carried) },
    legs: carrier.legs,
    turnAway,
  });
  const channel = fakeChannel({ held, calls, agents, agent: TEST_AGENT, log });
  const transferred: Transferred[] = [];
  const tokens = createCallTokens(() => nowMs);
  const browser = createBrowserCalls({ calls, agents, tokens, linesOf: () => held.hold(10) });
  const demo = createDemoCalls({
    visitors: createVisitorCalls({ calls, browser, live: createLive() }),
    workspaceId: WORKSPACE,
    mostAtOnce: 4,
    hears: async () => true,
    agents: agents as never,
    nowMs: () => nowMs,
  });
  const quiet = (work: Promise<unknown>): void => void work.catch(() => undefined);
  const live = () => calls.runningOf(WORKSPACE);

  const world: World = {
    pool,
    held,
    calls,
    inbound,
    outbound,
    carrier,
    channel,
    written,
    rows: () => [...rows.values()],
    transferred,
    puts: sipOut.transfer,
    place: (order) => sipOut.place({ ...at, userData: {}, ...order }),
    transfer(to) {
      const wanted = new AbortController();
      const [call] = calls.runningOf(WORKSPACE);
      if (call) {
        const order = { call, agent: TEST_AGENT, to, signal: wanted.signal };
        quiet(sipOut.transfer(order).then((end) => transferred.push(end)));
      }
      return wanted;
    },
    begin(way) {
      if (way === "sip in" || way === "sip in by a trunk") {
        const call = fakeInbound(way === "sip in" ? undefined : TRUNK);
        inbound.push(call);
        return quiet(sipIn.rings(call.call));
      }
      if (way === "whatsapp in") return quiet(channel.rings());
      if (way === "carrier in") return quiet(carrierIn.rings(carrier.account, carrier.told({ kind: "ringing" })));
      carrier.isAsked = way === "carrier out";
      if (carrier.isAsked) return quiet(sipOut.place({ ...at, to: "+254722000002", from: carrier.number, userData: {} }));
      if (way === "sip out") return quiet(sipOut.place({ ...at, to: "reception", userData: {} }));
      if (way === "demo")
        return quiet(demo.start({ from: "192.0.2.0" }).then(({ callId, token }) => demo.offer(callId, token, "v=0")));
      const prepared = browser.prepare({ ...at, by: "person/1" }, {});
      const out = { packet: () => undefined, closeSocket: () => undefined };
      if (way === "browser") return quiet(prepared.then(({ callId, token }) => browser.offer(callId, token, "v=0")));
      quiet(prepared.then(({ callId, token }) => browser.socket(callId, token, out)));
    },
    leave(end) {
      for (const call of [...inbound, ...outbound]) call.end({ ...end, answered: false });
      carrier.leave(end);
      if (end.by === "remote") channel.leaves();
    },
    stop: () => live().forEach((call) => call.end("stopped")),
    passMs: (ms) => void (nowMs += ms),
    async settle() {
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    },
    async comeToRest() {
      for (let turn = 0; turn < 40; turn++) {
        held.give();
        pool.work();
        pool.connects();
        await world.settle();
      }
      world.leave({ by: "network", sipCause: 408 });
      world.stop();
      for (let turn = 0; turn < 10; turn++) {
        held.give();
        pool.work();
        await world.settle();
      }
    },
  };
  return world;
}

function lineSeconds(entries: readonly Entry[]): number {
  const lines = entries.flatMap((entry) => (entry.kind === "usage" && entry.stage === "line" ? [entry.usage.soundMs ?? 0] : []));
  return Math.round(lines.reduce((sum, ms) => sum + ms, 0) / 1_000);
}
