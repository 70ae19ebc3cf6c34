/** A telephone rings here: which assistant answers, and how its call is set up. */
import type { AgreedMedia, Called, CallerProof, InboundCall, Peer, TrunkProof } from "@ongea/channels";
import { armFor, type Agents } from "../../agents/index.ts";
import type { Numbers } from "../numbers/numbers.ts";
import type { Log } from "../../platform/log/log.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { sanitizeText } from "../../platform/text.ts";
import type { Calls, RunningCall, Signalling } from "../../calls/index.ts";
import type { LineRequest } from "../lines/store.ts";
import { FREE_LINE, type TakenLine, type TrunkLines } from "../lines/trunk-lines.ts";
import type { OpenedSlot } from "../../engines/index.ts";
import type { RequestedCalls } from "../legs/africastalking/requested-calls.ts";
import { lineIn } from "../legs/line-name.ts";
import type { Charge } from "../../calls/index.ts";
import type { FollowReferral } from "../outbound/follow-referral.ts";
import { addressAt } from "../outbound/dial.ts";
import { isFull } from "./inbound-limit.ts";
import { turnAway } from "./turn-away.ts";

export interface InboundParts {
  calls: Pick<Calls, "begin" | "answered" | "inboundOf">;
  agents: Pick<Agents, "read">;
  numbers: Pick<Numbers, "agentAt">;
  /** The workspace's own trunk by which somebody calls one of its numbers. */
  trunkOf(source: Peer, called: Called): TrunkProof | undefined;
  /** What that trunk may carry. */
  lineOf(trunkId: string): TrunkOfCall | undefined;
  /** Whose phone registers under this user; undefined: it is the installation's own. */
  phoneOwner(user: string): Promise<PhoneOwner | undefined>;
  followReferral: FollowReferral;
  asked: Pick<RequestedCalls, "comes">;
  /** What a company takes for a call, where it says so. */
  charged(call: RunningCall, charge: Charge): void;
  lines: Pick<TrunkLines, "take">;
  log: Log;
  /** Address that RTP sockets listen on. */
  mediaHost: string;
  /** The one that a peer at this address is told. */
  addressTowards(remoteHost: string): string;
}

interface PhoneOwner {
  workspaceId: string;
  name: string;
}

interface TrunkOfCall extends LineRequest {
  /** Where it puts calls through itself (REFER); undefined: it does not. */
  refersAt: Parameters<typeof addressAt>[0] | undefined;
}

export interface Inbound {
  /** Never rejects. */
  rings(call: InboundCall): Promise<void>;
  /** Whether a caller that nobody knows may reach this number. */
  answers(number: string): Promise<boolean>;
  trunkOf: InboundParts["trunkOf"];
}

/** A number that is assigned, or an assistant that is changed, is known to callers after this time. */
const KNOWN_MS = 500;
const BUSY = 486;
/** When a caller that was turned away for want of room may try again. */
const RETRY_AFTER_SECONDS = 5;

export function createInbound(parts: InboundParts): Inbound {
  const { calls, agents, numbers, log, mediaHost, addressTowards } = parts;
  const agentAt = memoizeFor(KNOWN_MS, async (number) => {
    // Nobody is asked about a number that no database takes: `sip:%00@…` is an address.
    const at = sanitizeText(number) === number ? await numbers.agentAt(number) : undefined;
    if (!at) return undefined;
    const agent = await agents.read(at.workspaceId, at.agentId, { chooser: { kind: "number", target: number } });
    return { agent, trunkId: at.trunkId, account: at.account, missed: at.missedCall ?? undefined };
  });
  return {
    async rings(sip) {
      try {
        await answer(sip);
      } catch (error) {
        sip.reject(503, { retryAfterSeconds: RETRY_AFTER_SECONDS });
        log.error({ err: error }, "A ringing call could not be answered");
      }
    },
    // A number of somebody's own trunk or account is reached by that: nobody else says who calls it.
    async answers(number) {
      const at = await agentAt(number);
      return at !== undefined && at.trunkId === null && at.account === null;
    },
    trunkOf: (source, called) => parts.trunkOf(source, called),
  };

  function broken(call: RunningCall, error: unknown): void {
    log.error({ err: error, callId: call.id }, "An answered call could not begin");
    call.fail();
  }

  async function answer(sip: InboundCall): Promise<void> {
    const caller = sip.proof.kind === "own trunk" ? parts.asked.comes(sip.proof.trunk, sip) : undefined;
    if (caller === "joined") return;
    const at = await agentAt(sip.number);
    const phone = sip.proof.kind === "user" ? await parts.phoneOwner(sip.proof.user) : undefined;
    if (!at || !leadsTo(sip.proof, at, phone)) return sip.reject(404);
    const agent = armFor(at.agent, caller?.from ?? sip.from.user ?? "");
    const { missed } = at;
    const trunkLine = missed ? FREE_LINE : await lineFor(sip.proof, parts);
    void sip.ended.then(() => trunkLine?.release());
    const facts = { agent, provider: "sip", direction: "inbound", status: "ringing" } as const;
    const call = calls.begin({
      ...facts,
      fromNumber: caller?.from ?? phone?.name ?? sip.from.user ?? "unknown",
      toNumber: sip.number,
      missed,
    });
    call.carriedBy(lineIn(sip.proof, sip.number, caller !== undefined));
    void caller?.charged.then((charge) => parts.charged(call, charge));
    call.signal({
      refuse: (status) => sip.reject(status, status === 503 ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
      hangUp: () => sip.hangUp(),
      refer: referBy(sip, parts),
    });
    if (missed) {
      void sip.ended.then((end) => call.personLeft(end));
      return turnAway(call);
    }
    let line: OpenedSlot | undefined;
    const isStranger = sip.proof.kind === "anyone";
    void parts.followReferral({ call, agent, leg: sip, isStranger, opened: () => line }).then((end) => call.personLeft(end));
    if (!trunkLine) log.info({ callId: call.id }, "A caller heard busy: all lines of the trunk are in use");
    if (!trunkLine || isFull(agent, calls)) return call.refuse(BUSY);
    sip.ring();
    const opened = await call.openLine({ kind: "rtp", host: mediaHost, media: sip.media, alsoFrom: [sip.source.host] });
    if (opened?.answer.kind !== "rtp") return;
    line = opened;
    sip.onMedia = (agreed: AgreedMedia) => call.line?.media(agreed);
    // Sound goes out, and time is counted, when the caller has acknowledged our answer.
    sip.onConfirmed = () => {
      call.line?.confirmed();
      calls.answered(call, agent, "inbound").catch((error: unknown) => broken(call, error));
    };
    const { port, srtpKey } = opened.answer;
    sip.answer({ host: addressTowards(sip.source.host), port, ...(srtpKey !== undefined && { srtpKey }) });
  }
}

interface Answering {
  agent: { workspaceId: string };
  trunkId: string | null;
  account: string | null;
}

/** A phone of the installation may call any number, one of a workspace those of its workspace; a trunk leads to its own. */
function leadsTo(proof: CallerProof, { agent, trunkId, account }: Answering, phone: PhoneOwner | undefined): boolean {
  if (proof.kind === "own trunk") return proof.trunk === trunkId;
  const isTheirs = phone === undefined || phone.workspaceId === agent.workspaceId;
  return (trunkId === null && account === null) || (proof.kind === "user" && isTheirs);
}

/** Undefined: whoever carries this call puts nobody through. */
function referBy({ proof, refer }: InboundCall, parts: Pick<InboundParts, "lineOf">): Signalling["refer"] {
  const at = proof.kind === "own trunk" ? parts.lineOf(proof.trunk)?.refersAt : undefined;
  return at && ((to) => refer(addressAt(at, to)));
}

/** Undefined: the trunk carries as many calls as it may. */
async function lineFor(proof: CallerProof, parts: Pick<InboundParts, "lineOf" | "lines">): Promise<TakenLine | undefined> {
  const asked = proof.kind === "own trunk" ? parts.lineOf(proof.trunk) : undefined;
  if (!asked) return FREE_LINE;
  try {
    return await parts.lines.take({ ...asked, limits: { ...asked.limits, callsPerSecond: null } });
  } catch (error) {
    if (error instanceof Refusal && error.code === "call.trunk_full") return undefined;
    throw error;
  }
}
