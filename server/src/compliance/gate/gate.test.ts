/** The gate answers for everything that rings, and says by which facts. */
import type { AgentDocument, GateDecision, RefusalCode } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { orRefusal, refuse, Refusal } from "../../platform/http/refuse.ts";
import type { ConsentAnswer } from "../consents/consents.ts";
import { createGate, type GateParts, type Ring } from "./gate.ts";

const PERSON = "+254733000003";
const AT = new Date("2026-11-24T11:05:00Z");
const CLOSED = { until: new Date(0), country: "KE", timeZone: "Africa/Nairobi", time: "14:05", today: null };
const THERE = { time: "14:05", timeZone: "Africa/Nairobi", isHoliday: false };
const agent = { id: "a", workspaceId: "w", document: {} as AgentDocument };
const PURPOSES = ["call", "transfer", "referral", "takeover"] as const;

interface World {
  isClosed: boolean;
  limit: RefusalCode | undefined;
  line: RefusalCode | undefined;
  isListed: boolean;
  consent?: ConsentAnswer;
}
const OPEN: World = { isClosed: false, limit: undefined, line: undefined, isListed: false };

function gateIn({ isClosed, limit, line, isListed, consent = { required: false } }: World) {
  let slots = 0;
  const parts: GateParts = {
    standing: async () => ({ isDemo: false, isAdmitted: true }),
    hasProvenOwner: async () => true,
    isListed: async () => isListed,
    consents: { judge: async () => consent },
    countries: ["KE"],
    limits: {
      check: async () => undefined,
      async take() {
        if (limit) throw refuse(limit);
        slots++;
        const counted = { calls_now: 2, calls_last_minute: 5 };
        return { rang: () => undefined, release: () => void slots--, counted };
      },
    },
    opening: {
      closed: async () => (isClosed ? CLOSED : undefined),
      there: async (_agent, to) => (to === PERSON ? THERE : undefined),
    },
    isRegistered: (phone) => phone === "reception",
    now: () => AT,
  };
  const gate = createGate(parts);
  return {
    held: () => slots,
    async ring(to: string, ring: Omit<Ring, "agent">): Promise<GateDecision | RefusalCode> {
      const decisions: GateDecision[] = [];
      const admitted = await orRefusal(gate.admit("w", to));
      if (admitted instanceof Refusal) return admitted.code;
      const decided = (decision: GateDecision): void => void decisions.push(decision);
      await orRefusal(gate.enter(admitted, { ...ring, agent, decided }, async () => void (line && raise(line))));
      expect(decisions).toHaveLength(1);
      return decisions[0]!;
    },
  };
}

function raise(code: RefusalCode): never {
  throw refuse(code);
}

test("who may be rung is told with the hour there, the holiday, the list and the calls on their way", async () => {
  expect(await gateIn(OPEN).ring(PERSON, { purpose: "call" })).toEqual({
    at: AT.toISOString(),
    purpose: "call",
    to: PERSON,
    allowed: true,
    reason: null,
    facts: {
      country: "KE",
      listed: false,
      consent: { required: false },
      local_time: "14:05",
      time_zone: "Africa/Nairobi",
      holiday: false,
      calls_now: 2,
      calls_last_minute: 5,
    },
  });
});

test("somebody who asked not to be called is rung for no purpose", async () => {
  for (const purpose of PURPOSES)
    expect(await gateIn({ ...OPEN, isListed: true }).ring(PERSON, { purpose })).toBe("call.do_not_call");
});

test("where a consent is required and none stands, nobody is rung, and the answer says so", async () => {
  const required = { required: true, by: "country" as const };
  for (const purpose of PURPOSES)
    expect(await gateIn({ ...OPEN, consent: required }).ring(PERSON, { purpose })).toMatchObject({
      allowed: false,
      reason: "call.no_consent",
      facts: { consent: required },
    });
  const given = { ...required, id: "0b6ad2a3-2c1f-4d4e-8f43-5f7f0f3f9d11", given_at: AT.toISOString() };
  const consented = await gateIn({ ...OPEN, consent: given }).ring(PERSON, { purpose: "call" });
  expect(consented).toMatchObject({ allowed: true, facts: { consent: given } });
  expect(await gateIn({ ...OPEN, consent: required }).ring("reception", { purpose: "call" })).toMatchObject({ allowed: true });
});

test("closed hours hold for all but a number that the workspace has written down, and what an owner has set aside", async () => {
  const closed = gateIn({ ...OPEN, isClosed: true });
  const reasons = await Promise.all(PURPOSES.map(async (purpose) => (await closed.ring(PERSON, { purpose })) as GateDecision));
  expect(reasons.map(({ reason }) => reason)).toEqual(["call.outside_hours", null, "call.outside_hours", "call.outside_hours"]);
  expect(await closed.ring(PERSON, { purpose: "call", anyHour: true })).toMatchObject({
    allowed: true,
    facts: { hours_set_aside: true, local_time: "14:05" },
  });
  expect(await closed.ring("reception", { purpose: "takeover" })).toMatchObject({ allowed: true, facts: { registered: true } });
});

test("whatever stands against a ring, it is refused once with a reason, and then nothing is held for it", async () => {
  const code = (codes: readonly RefusalCode[]) => fc.option(fc.constantFrom(...codes), { nil: undefined });
  const worlds = fc.record({
    isClosed: fc.boolean(),
    limit: code(["call.too_fast", "call.no_credit"]),
    line: code(["call.trunk_full", "call.busy"]),
    isListed: fc.constant(false),
  });
  await fc.assert(
    fc.asyncProperty(worlds, fc.constantFrom(...PURPOSES), async (world, purpose) => {
      const gate = gateIn(world);
      const decision = (await gate.ring(PERSON, { purpose })) as GateDecision;
      const stands = (world.isClosed && purpose !== "transfer") || world.limit !== undefined || world.line !== undefined;
      expect(decision.allowed).toBe(!stands);
      expect(decision.reason === null).toBe(decision.allowed);
      expect(gate.held()).toBe(decision.allowed ? 1 : 0);
    }),
  );
});
