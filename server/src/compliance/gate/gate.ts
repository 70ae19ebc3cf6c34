/**
 * The one gate for everything that rings: a call, a retry, a batch, a transfer, a referral, a take-over. `admit` decides whom a workspace may
 * reach, `enter` whether they may be rung now. Each answer names the facts that it was given by, as evidence.
 */
import type { AgentDocument, GateDecision, RefusalCode } from "@ongea/contract";
import { orRefusal, refuse, Refusal } from "../../platform/http/refuse.ts";
import type { Limits, Slot } from "../limits/limits.ts";
import { isMissing, type Consents } from "../consents/consents.ts";
import type { Opening } from "./calling-hours.ts";
import { mayDial } from "./dialable-number.ts";

export interface GateParts {
  /** What the operator lets it use. */
  standing(workspaceId: string): Promise<Standing>;
  /** Whether an owner has proven their e-mail address. */
  hasProvenOwner(workspaceId: string): Promise<boolean>;
  /** Nobody of this workspace calls this number. */
  isListed(workspaceId: string, number: string): Promise<boolean>;
  /** ISO 3166 codes of the countries that may be called. */
  countries: readonly string[];
  /** Whether somebody must have agreed, and has. */
  consents: Pick<Consents, "judge">;
  /** How much a workspace may call. */
  limits: Pick<Limits, "check" | "take">;
  /** When somebody may be rung. */
  opening: Opening;
  /** A phone under this name is registered here. */
  isRegistered(phone: string): boolean;
  /** The user under which a phone of this workspace is registered here; undefined: it has none of this name. Absent: no workspace has any. */
  phoneOf?(workspaceId: string, name: string): Promise<string | undefined>;
  now(): Date;
}

export interface Standing {
  /** It is a visitor's. */
  isDemo: boolean;
  /** It may use the installation's own trunk. */
  isAdmitted: boolean;
}

/** Who may be reached, and by what it was judged. */
export interface Admitted {
  /** In E.164, or the name of a phone that is registered here. */
  to: string;
  isRegistered: boolean;
  /** The user under which that phone is registered, where its name is its workspace's own. */
  phone?: string | undefined;
  /** The workspace may use the installation's own trunk. */
  isAdmitted: boolean;
  facts: GateDecision["facts"];
}

export interface Ring {
  agent: { id: string; workspaceId: string; document: AgentDocument };
  /**
   * `call`: it is placed by itself. Else it is put beside a call that runs: `transfer`, to a number that the workspace has written down for
   * its callers, at any hour; `referral` and `takeover`, to a number that somebody names in the call.
   */
  purpose: GateDecision["purpose"];
  /** An owner has set the hours aside for it. */
  anyHour?: boolean | undefined;
  /** Told of the answer, refused or not. */
  decided?(decision: GateDecision): void;
}

export interface Entered {
  slot: Slot;
  decision: GateDecision;
}

export interface Gate {
  /** Refuses what may not leave: number, country, opt-out, admission. */
  admit(workspaceId: string, to: string): Promise<Admitted>;
  /** Refuses what `enter` would refuse now of a call that is placed by itself, hours excepted. */
  check(admitted: Admitted, agent: Ring["agent"]): Promise<void>;
  /**
   * Refuses where the hours are closed, a consent is missing, the balance is empty or no call is free. `line`: takes what its trunk may carry,
   * last.
   */
  enter<Line>(admitted: Admitted, ring: Ring, line: () => Promise<Line>): Promise<Entered & { line: Line }>;
}

export type AdmitParts = Pick<GateParts, "standing" | "hasProvenOwner" | "isListed" | "countries" | "isRegistered" | "phoneOf">;

/** Whom a workspace may reach, by a call or a message. */
export function admitBy(parts: AdmitParts): Gate["admit"] {
  return async (workspaceId, wanted) => {
    const { isDemo, isAdmitted } = await parts.standing(workspaceId);
    const phone = isDemo ? undefined : await parts.phoneOf?.(workspaceId, wanted);
    const isRegistered = phone !== undefined || parts.isRegistered(wanted);
    const verdict = mayDial({ to: wanted, isRegistered, isDemo, countries: parts.countries });
    if (verdict.kind === "refused") throw refuse(verdict.code);
    if (verdict.kind === "phone") return { to: wanted, isRegistered, phone, isAdmitted, facts: { registered: true } };
    const { number: to, country } = verdict;
    if (await parts.isListed(workspaceId, to)) throw refuse("call.do_not_call");
    if (!isAdmitted && !(await parts.hasProvenOwner(workspaceId))) throw refuse("call.unproven");
    return { to, isRegistered, isAdmitted, facts: { country, listed: false } };
  };
}

export function createGate(parts: GateParts): Gate {
  return {
    admit: admitBy(parts),
    async check(admitted, agent) {
      const consent = await consentOf(admitted, { agent, purpose: "call" }, parts.now());
      if (consent && isMissing(consent)) throw refuse("call.no_consent");
      await parts.limits.check(agent.workspaceId);
    },
    async enter(admitted, ring, line) {
      const at = parts.now();
      const [hours, consent] = await Promise.all([hoursOf(admitted, ring, at), consentOf(admitted, ring, at)]);
      const decide = (facts: GateDecision["facts"], code: RefusalCode | null): GateDecision => {
        const judged = { ...admitted.facts, ...hours.facts, ...(consent && { consent }), ...facts };
        const decision = { ...decisionOf(ring.purpose, admitted.to, code), at: at.toISOString(), facts: judged };
        ring.decided?.(decision);
        return decision;
      };
      const barred = hours.isClosed ? "call.outside_hours" : consent && isMissing(consent) ? "call.no_consent" : undefined;
      const taken = await orRefusal(takeAll(ring, barred, line));
      if (!(taken instanceof Refusal)) return { ...taken, decision: decide(countsOf(taken.slot), null) };
      decide({}, taken.code);
      throw taken;
    },
  };

  async function takeAll<Line>(
    { agent }: Ring,
    barred: RefusalCode | undefined,
    line: () => Promise<Line>,
  ): Promise<{ slot: Slot; line: Line }> {
    if (barred) throw refuse(barred);
    const slot = await parts.limits.take(agent.workspaceId);
    try {
      return { slot, line: await line() };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /** A telephone that is registered here is the workspace's own. */
  async function consentOf({ to: number, isRegistered }: Admitted, { agent, purpose }: Ring, at: Date) {
    if (isRegistered) return undefined;
    const isBeside = purpose === "transfer" || purpose === "takeover";
    return parts.consents.judge({ workspaceId: agent.workspaceId, agentId: agent.id, number, channel: "call", isBeside, at });
  }

  async function hoursOf({ to, isRegistered }: Admitted, { agent, purpose, anyHour = false }: Ring, at: Date) {
    const there = await parts.opening.there(agent, to, at).catch(() => undefined);
    const facts = there && { local_time: there.time, time_zone: there.timeZone, holiday: there.isHoliday };
    if (anyHour || purpose === "transfer" || (purpose !== "call" && isRegistered))
      return { isClosed: false, facts: { ...facts, hours_set_aside: true } };
    return { isClosed: (await parts.opening.closed(agent, to, at)) !== undefined, facts };
  }
}

/** An answer without facts: of what was refused before any were looked up. */
export function decisionOf(purpose: GateDecision["purpose"], to: string, reason: RefusalCode | null): GateDecision {
  return { at: new Date().toISOString(), purpose, to, allowed: reason === null, reason, facts: {} };
}

function countsOf({ counted }: Slot): GateDecision["facts"] {
  return counted ? { calls_now: counted.calls_now, calls_last_minute: counted.calls_last_minute } : {};
}
