/** Calls that we place: to a registered phone, or through a trunk or a telephone company to a number. */
import type { GateDecision } from "@ongea/contract";
import { armFor, type Agents, type StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../numbers/numbers.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Archive, Calls, RunningCall, Transfer, Charge } from "../../calls/index.ts";
import { createFollowReferral, type FollowReferral } from "./follow-referral.ts";
import { signallingOf, type DialRoute } from "./dial.ts";
import { createLegs, type LegParts, type Passage } from "./dial-gate.ts";
import { lineOut } from "./line-out.ts";
import { createTransfer } from "./transfer.ts";

export interface OutboundParts extends LegParts {
  calls: Pick<Calls, "begin" | "answered" | "find">;
  begun: Archive["begun"];
  agents: Pick<Agents, "read">;
  numbers: Pick<Numbers, "held" | "agentAt">;
  log: Log;
  /** What a company takes for a call, where it says so. */
  charged(call: RunningCall, charge: Charge): void;
}

export interface CallOrder {
  /** Of an order that may be given again: the call's id, so that it is placed once. */
  id?: string | undefined;
  workspaceId: string;
  agentId: string;
  to: string;
  from?: string | undefined;
  userData: Record<string, unknown>;
  batchId?: string | undefined;
  /** As the agent's draft has it. */
  isDraft?: boolean | undefined;
  /** An owner has set the hours aside for it. */
  anyHour?: boolean | undefined;
  /** Asked at the last moment, when all that can fail before has not: the intent to ring is stored, or it must not ring any more. */
  mayRing?(): Promise<boolean>;
}

export interface Outbound {
  /** Refuses what `place` would refuse; who would ring whom. */
  check(order: CallOrder): Promise<{ from: string; to: string }>;
  /** Refuses also what would be too much now: what `place` would refuse at this moment. */
  mayPlace(order: CallOrder): Promise<{ from: string; to: string; agent: StoredAgent }>;
  /** Resolves when the call is written down and on its way. */
  place(order: CallOrder): Promise<{ readonly id: string }>;
  /** Puts a caller through to somebody else. */
  transfer: Transfer;
  /** Whoever is on the line of a call by SIP, until they and all they refer us to are gone. */
  followReferral: FollowReferral;
}

interface Passed extends DialRoute {
  agent: StoredAgent;
}

interface Begun extends Passed {
  gate: readonly GateDecision[];
}

interface Ringing {
  mayRing: CallOrder["mayRing"];
  anyHour: boolean | undefined;
  passage: Passage;
  way: DialRoute;
}

export function createOutbound(parts: OutboundParts): Outbound {
  const { calls, agents, log } = parts;
  const legs = createLegs(parts);
  const followReferral = createFollowReferral({ ...parts, legs });
  const broken = (call: RunningCall, error: unknown): void => brokenCall(call, error, log);

  async function passed({ workspaceId, agentId, to, from, isDraft, batchId }: CallOrder): Promise<Passed> {
    const chooser = batchId === undefined ? undefined : ({ kind: "batch", target: batchId } as const);
    const agent = armFor(await agents.read(workspaceId, agentId, { isDraft, chooser }), to);
    return { ...(await legs.routeTo(agent, to, from)), agent };
  }

  return {
    check: passed,
    async mayPlace(order) {
      const way = await passed(order);
      await legs.check(way, way.agent);
      return way;
    },
    transfer: createTransfer({ ...parts, legs }),
    followReferral,
    async place(order) {
      const { id, workspaceId, anyHour, mayRing } = order;
      const { agent, ...way } = await passed(order);
      if (id !== undefined && (calls.find(id) || (await parts.begun({ id, workspaceId })) || calls.find(id))) return { id };
      const passage = await legs.enter(way, { agent, purpose: "call", anyHour });
      const call = await orEnd(passage, begun(order, { agent, ...way, gate: [passage.decision] }, calls));
      // Until what it cost stands in the ledger.
      void call.done.then(() => passage.end());
      void ring(call, agent, { way, passage, mayRing, anyHour })
        .catch((error: unknown) => broken(call, error))
        .finally(() => passage.release());
      return call;
    },
  };

  async function ring(call: RunningCall, agent: StoredAgent, { way, passage, mayRing, anyHour }: Ringing): Promise<void> {
    const { order, out, place } = passage.dial(call.id);
    const giveUp = (): void => out.closeSocket?.();
    call.signal({ refuse: giveUp, hangUp: giveUp });
    const opened = await call.openLine(order, out);
    if (!opened) return;
    await passage.turn();
    if (call.isOver) return;
    if (mayRing && !(await mayRing())) return call.end("stopped");
    if (call.isOver) return;
    call.status("initiated", { initiatedAt: call.now() });
    const leg = place(opened, {
      ringing: () => call.status("ringing"),
      media: (agreed) => call.line?.media(agreed),
      confirmed: () => call.line?.confirmed(),
      packet: (text) => call.line?.packet(text),
      answered(agreed) {
        if (agreed) call.line?.media(agreed);
        call.line?.confirmed();
        calls.answered(call, agent, "outbound").catch((error: unknown) => broken(call, error));
      },
    });
    call.signal(signallingOf(leg, way));
    call.carriedBy(lineOut(way));
    void leg.charged?.then((charge) => parts.charged(call, charge));
    void leg.ended.then(() => passage.release());
    const end = await followReferral({ call, agent, leg, isStranger: false, anyHour, opened: () => opened });
    if ("isUntold" in end) call.untold();
    else call.personLeft(end);
  }
}

/** It is written down, before anybody is rung. */
async function begun(
  { id, userData, batchId }: CallOrder,
  { agent, via, from, to, gate }: Begun,
  calls: OutboundParts["calls"],
): Promise<RunningCall> {
  const provider = "account" in via ? via.account.carrier : "channel" in via ? "whatsapp" : "sip";
  const facts = { agent, provider, direction: "outbound", status: "queued" } as const;
  const call = calls.begin({ ...facts, id, fromNumber: from, toNumber: to, userData, batchId, gate });
  if (await call.stored) return call;
  call.fail();
  throw refuse("server.no_database");
}

async function orEnd<T>(passage: Passage, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    passage.end();
    throw error;
  }
}

function brokenCall(call: RunningCall, error: unknown, log: Log): void {
  log.error({ err: error, callId: call.id }, "A call could not be placed");
  call.fail();
}
