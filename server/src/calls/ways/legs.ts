/**
 * The dial gate: every telephone that rings because of us rings by a passage through it, whoever asked for it. `wayTo` decides whom it may reach
 * and how (number, country, opt-out, route), `enter` whether it may ring now (hours, limits, balance, lines); a passage alone can dial.
 */
import type { Trunk } from "@ongea/channels";
import type { StoredAgent } from "../../agents/documents/index.ts";
import type { Numbers } from "../../telephony/numbers/index.ts";
import type { CarrierDirectory, CarrierName } from "../../telephony/carriers/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { TrunkLimits } from "../limits/lines/store.ts";
import { FREE_LINE, type TakenLine, type TrunkLines } from "../limits/lines/trunk-lines.ts";
import type { Limits } from "../limits/limits.ts";
import type { Orders } from "./asked/asked-calls.ts";
import { dialBy, type Dial, type DialParts, type Way } from "./dial.ts";
import { mayDial } from "./dial-gate.ts";
import type { Opening } from "./opening.ts";
import { usualNumber } from "./usual-number.ts";

export interface LegParts extends DialParts {
  numbers: Pick<Numbers, "held">;
  /** What the operator lets it use. */
  standing(workspaceId: string): Promise<Standing>;
  /** Whether an owner has proven their e-mail address. */
  hasProvenOwner(workspaceId: string): Promise<boolean>;
  /** Nobody of this workspace calls this number. */
  isListed(workspaceId: string, number: string): Promise<boolean>;
  /** ISO 3166 codes of the countries that may be called. */
  countries: readonly string[];
  /** The installation's own. */
  trunk?: Trunk | undefined;
  /** One of the workspace's: this one, or its oldest that works. */
  ownTrunk(workspaceId: string, trunkId?: string): Promise<OwnTrunk | undefined>;
  /** What trunks may carry. */
  lines: TrunkLines;
  /** How much a workspace may call. */
  limits: Pick<Limits, "check" | "take">;
  /** When somebody may be rung. */
  opening: Opening;
  now(): Date;
  /** Accounts at telephone companies, for numbers that are held there. */
  carriers: Pick<CarrierDirectory, "account">;
}

export interface Standing {
  /** It is a visitor's. */
  isDemo: boolean;
  /** It may use the installation's own trunk. */
  isAdmitted: boolean;
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
  wayTo(agent: StoredAgent, to: string, from?: string): Promise<Way>;
  /** A place among the workspace's calls and a line of the trunk; refuses where the hours are closed or none of either is free. */
  enter(way: Way, ring: Ring): Promise<Passage>;
  /** Refuses what `enter` would refuse now, hours excepted. */
  check(way: Way, agent: StoredAgent): Promise<void>;
}

export interface Ring {
  agent: StoredAgent;
  /**
   * `call`: it is placed by itself. Else it is put beside a call that runs: `transfer`, to a number that the workspace has written down for
   * its callers, at any hour; `referral` and `takeover`, to a number that somebody names in the call.
   */
  purpose: "call" | "transfer" | "referral" | "takeover";
  /** An owner has set the hours aside for it. */
  anyHour?: boolean | undefined;
  /** The trunk is asked to place it (REFER): no further line of it is used. */
  byTrunk?: boolean | undefined;
}

/** What may ring. */
export interface Passage {
  dial(): Dial;
  /** When it may ring: resolves after two seconds at most. */
  turn(): Promise<void>;
  /** The far end is gone: the trunk's line is free. May be called more than once, as `end`. */
  release(): void;
  /** Nothing of it is left: it counts for no limit any more. */
  end(): void;
}

export function createLegs(parts: LegParts): Legs {
  const { numbers, endpoint } = parts;

  /** A phone that is registered here under this name; else a number of the network. */
  function gate(to: string, isDemo: boolean): { phone: string } | { number: string } {
    const isRegistered = endpoint.bindings(to).length > 0;
    const verdict = mayDial({ to, isRegistered, isDemo, countries: parts.countries });
    if (verdict.kind === "refused") throw refuse(verdict.code);
    return verdict.kind === "phone" ? { phone: to } : { number: verdict.number };
  }

  /** The company or the trunk whose number is shown; else the installation's; else the workspace's own. */
  async function wayOut(workspaceId: string, shown: Shown, isAdmitted: boolean): Promise<Pick<Way, "via" | "from" | "line">> {
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
    async wayTo(agent, wanted, from) {
      const { workspaceId } = agent;
      const { isDemo, isAdmitted } = await parts.standing(workspaceId);
      const reached = gate(wanted, isDemo);
      if ("phone" in reached) {
        const { number = NOBODY } = await callerId(numbers, agent, from);
        return { via: { registered: reached.phone }, to: reached.phone, from: number };
      }
      if (await parts.isListed(workspaceId, reached.number)) throw refuse("call.do_not_call");
      if (!isAdmitted && !(await parts.hasProvenOwner(workspaceId))) throw refuse("call.unproven");
      return { ...(await wayOut(workspaceId, await callerId(numbers, agent, from), isAdmitted)), to: reached.number };
    },
    enter: createEntrance(parts),
    async check(way, { workspaceId }) {
      await parts.limits.check(workspaceId);
      if (way.line) await parts.lines.check(way.line);
    },
  };
}

function createEntrance(parts: LegParts): Legs["enter"] {
  return async (way, ring) => {
    const { workspaceId } = ring.agent;
    if (await isClosed(way, ring)) throw refuse("call.outside_hours");
    const slot = await parts.limits.take(workspaceId);
    const line = await lineOf(way, ring).catch((error: unknown) => {
      slot.release();
      throw error;
    });
    return {
      dial: () => dialBy(parts, way),
      async turn() {
        await line.turn();
        slot.rang();
      },
      release: () => line.release(),
      end: () => (line.release(), slot.release()),
    };
  };

  async function isClosed({ via, to }: Way, { agent, purpose, anyHour = false }: Ring): Promise<boolean> {
    if (anyHour || purpose === "transfer" || (purpose !== "call" && "registered" in via)) return false;
    return (await parts.opening.closed(agent, to, parts.now())) !== undefined;
  }

  async function lineOf({ line }: Way, { byTrunk = false }: Ring): Promise<TakenLine> {
    return line && !byTrunk ? parts.lines.take(line) : FREE_LINE;
  }
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
