/**
 * By which way a telephone rings: every one that rings because of us passes the gate of compliance here, and a passage alone can dial. `routeTo`
 * adds to the gate's answer the caller's number and the trunk or carrier, `enter` the line of a trunk.
 */
import type { Trunk } from "@ongea/channels";
import type { StoredAgent } from "../../agents/index.ts";
import type { Numbers } from "../numbers/numbers.ts";
import type { CarrierDirectory } from "../carriers/directory.ts";
import type { CarrierName } from "../carriers/account.ts";
import type { GateDecision } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { TrunkLimits } from "../lines/store.ts";
import { FREE_LINE, type TakenLine, type TrunkLines } from "../lines/trunk-lines.ts";
import { createGate, type Gate, type GateParts, type Ring as GateRing } from "../../compliance/index.ts";
import type { Orders } from "../legs/africastalking/requested-calls.ts";
import { routeByChannel, type ChannelRouteParts } from "./channel-route.ts";
import { dialBy, type Dial, type DialParts, type DialRoute } from "./dial.ts";
import { usualNumber } from "./usual-number.ts";

export interface LegParts extends DialParts, GateParts, ChannelRouteParts {
  numbers: Pick<Numbers, "held">;
  /** The installation's own. */
  trunk?: Trunk | undefined;
  /** One of the workspace's: this one, or its oldest that works. */
  ownTrunk(workspaceId: string, trunkId?: string): Promise<OwnTrunk | undefined>;
  /** What trunks may carry. */
  lines: TrunkLines;
  /** Accounts at telephone companies, for numbers that are held there. */
  carriers: Pick<CarrierDirectory, "account">;
}

export interface OwnTrunk {
  trunk: Trunk;
  /** Numbers are written with their plus there. */
  writesPlus: boolean;
  /** One of its numbers. */
  number: string | undefined;
  limits: TrunkLimits;
  /** It puts calls through itself (REFER). */
  takesRefer: boolean;
  /** Its calls are asked for by HTTP. */
  orders?: Orders | undefined;
}

export interface Legs {
  /** How this agent may reach somebody; refuses what may not leave. */
  routeTo(agent: StoredAgent, to: string, from?: string): Promise<DialRoute>;
  /** A place among the workspace's calls and a line of the trunk; refuses where the hours are closed or none of either is free. */
  enter(way: DialRoute, ring: Ring): Promise<Passage>;
  /** Refuses what `enter` would refuse now, hours excepted. */
  check(way: DialRoute, agent: StoredAgent): Promise<void>;
}

export interface Ring extends GateRing {
  agent: StoredAgent;
  /** The trunk is asked to place it (REFER): no further line of it is used. */
  byTrunk?: boolean | undefined;
}

/** What may ring. */
export interface Passage {
  /** Why it may. */
  readonly decision: GateDecision;
  /** Of this call. */
  dial(callId: string): Dial;
  /** When it may ring: resolves after two seconds at most. */
  turn(): Promise<void>;
  /** The far end is gone: the trunk's line is free. May be called more than once, as `end`. */
  release(): void;
  /** Nothing of it is left: it counts for no limit any more. */
  end(): void;
}

export function createLegs(parts: LegParts): Legs {
  const gate = createGate(parts);
  const { numbers } = parts;

  /** The company or the trunk whose number is shown; else the installation's; else the workspace's own. */
  async function wayOut(
    workspaceId: string,
    shown: Shown,
    isAdmitted: boolean,
  ): Promise<Pick<DialRoute, "via" | "from" | "line">> {
    if (shown.account !== null) {
      const account = await parts.carriers.account(workspaceId, shown.account);
      if (!account || parts.carrierLegs.publicUrl === undefined) throw refuse("call.no_route");
      return { via: { account }, from: shown.number ?? NOBODY };
    }
    if (shown.trunkId === null && parts.trunk && isAdmitted)
      return { via: { trunk: parts.trunk, writesPlus: true }, from: shown.number ?? NOBODY };
    const own =
      shown.trunkId !== null || shown.number === undefined || !shown.isWished
        ? await parts.ownTrunk(workspaceId, shown.trunkId ?? undefined)
        : undefined;
    if (!own) throw refuse(parts.trunk && !isAdmitted ? "call.not_admitted" : "call.no_route");
    const { trunk, writesPlus, number, limits, takesRefer, orders } = own;
    // The company could not ask what to do when somebody answers.
    if (orders && !parts.asked.isPublic) throw refuse("call.no_route");
    const from = (shown.trunkId === null ? number : shown.number) ?? trunk.username ?? NOBODY;
    return { via: { trunk, writesPlus, takesRefer, orders }, from, line: { workspaceId, trunkId: trunk.name, limits } };
  }

  return {
    async routeTo(agent, wanted, from) {
      const { workspaceId } = agent;
      const admitted = await gate.admit(workspaceId, wanted);
      const { to, isRegistered, isAdmitted } = admitted;
      const byChannel = await routeByChannel(parts, { workspaceId, admitted, from });
      if (byChannel) return byChannel;
      const shown = await callerId(numbers, agent, from);
      if (isRegistered) return { via: { registered: admitted.phone ?? to }, to, from: shown.number ?? NOBODY, admitted };
      return { ...(await wayOut(workspaceId, shown, isAdmitted)), to, admitted };
    },
    enter: createEntrance(parts, gate),
    async check(way, agent) {
      await gate.check(way.admitted, agent);
      if (way.line) await parts.lines.check(way.line);
    },
  };
}

function createEntrance(parts: LegParts, gate: Gate): Legs["enter"] {
  return async (way, ring) => {
    const take = async (): Promise<TakenLine> => (way.line && !ring.byTrunk ? parts.lines.take(way.line) : FREE_LINE);
    const { slot, line, decision } = await gate.enter(way.admitted, ring, take);
    return {
      decision,
      dial: (callId) => dialBy(parts, way, callId),
      async turn() {
        await line.turn();
        slot.rang();
      },
      release: () => line.release(),
      end: () => (line.release(), slot.release()),
    };
  };
}

/** Shown where there is no number to show. */
const NOBODY = "ongea";

interface Shown {
  number: string | undefined;
  /** The workspace's trunk that the number belongs to. */
  trunkId: string | null;
  /** The telephone company at which the workspace has it. */
  account: CarrierName | null;
  isWished: boolean;
}

/** A call shows a number of the workspace's own, or none: nobody rings under another's name. */
async function callerId(numbers: LegParts["numbers"], agent: StoredAgent, wished: string | undefined): Promise<Shown> {
  const held = await numbers.held(agent.workspaceId);
  const answered = held.filter(({ agentId }) => agentId === agent.id);
  const usual = usualNumber(answered);
  const shown = wished === undefined ? usual : held.find(({ number }) => number === wished);
  if (wished !== undefined && !shown) throw refuse("call.bad_caller_id");
  return {
    number: shown?.number,
    trunkId: shown?.trunkId ?? null,
    account: shown?.account?.carrier ?? null,
    isWished: wished !== undefined,
  };
}
