/** Calls by Africa's Talking whose forms, orders and INVITEs come in any order, twice, late or never. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RestFailure } from "../../../platform/fetch/rest.ts";
import { EMPTY_XML, REJECT_XML, type SessionNews } from "../../carriers/africastalking/webhooks.ts";
import { fakeInbound, type FakeInbound } from "../../../calls/testing/fake-sip.ts";
import type { LegEnd } from "../carrier-leg.ts";
import type { Charge } from "../../../calls/charges/store.ts";
import { createRequestedCalls } from "./requested-calls.ts";

const TRUNK = {
  trunkId: "33333333-3333-4333-8333-333333333333",
  workspaceId: "w",
  client: "dawati.imani@ke.sip.africastalking.com",
};
const ORDERS = { trunkId: TRUNK.trunkId, username: "imani", apiKey: "k" };
const [NUMBER, PERSON] = ["+254711082130", "+254722000002"];
const OPENED = { answer: { kind: "rtp", port: 4_000 } } as never;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
};

function open() {
  const orders: { yes(ref: string): void; no(error: unknown): void; requestId: string }[] = [];
  const asked = createRequestedCalls({
    isPublic: true,
    account: () => ({ place: ({ requestId }) => new Promise((yes, no) => void orders.push({ yes, no, requestId })) }),
    answers: async (_, number) => number === NUMBER,
    turnsAway: async () => false,
    addressTowards: () => "127.0.0.1",
    log: { warn: () => undefined },
  });
  const place = (to = PERSON) => {
    const seen = { answered: 0, ends: [] as LegEnd[], charges: [] as Charge[] };
    const line = {
      answered: () => void seen.answered++,
      media: () => undefined,
      confirmed: () => undefined,
      packet: () => undefined,
    };
    const leg = asked.place({ orders: ORDERS, from: NUMBER, to }, OPENED, line);
    void leg.ended.then((end) => seen.ends.push(end));
    void leg.charged.then((charge) => seen.charges.push(charge));
    return { leg, seen, order: orders.at(-1)! };
  };
  return { asked, place, orders };
}

const news = (sessionId: string, change: Partial<SessionNews> = {}): SessionNews => ({
  sessionId,
  isActive: change.over === undefined,
  isInbound: false,
  person: PERSON,
  number: NUMBER,
  requestId: "",
  over: undefined,
  ...change,
});
const over = (sessionId: string, change: Partial<SessionNews> = {}): SessionNews =>
  news(sessionId, { over: { sipCause: 486, charge: { amount: 12.5, currency: "KES" } }, ...change });

test("the person answers, our client is dialled, and the INVITE that comes is their call; its charge comes once, after it", async () => {
  const { asked, place } = open();
  const { leg, seen, order } = place();
  order.yes("ATVId_00000001");
  await settled();
  const told = await asked.asks(TRUNK, news("ATVId_00000001"));
  expect(told).toContain(`<Dial phoneNumbers="${TRUNK.client}"`);
  expect(await asked.asks(TRUNK, news("ATVId_00000001"))).toBe(told);
  const sip = fakeInbound(TRUNK.trunkId);
  expect(asked.comes(TRUNK.trunkId, sip.call)).toBe("joined");
  expect([sip.said, seen.answered]).toEqual([["200"], 0]);
  sip.ack();
  sip.ack();
  expect(seen.answered).toBe(1);
  sip.end({ by: "remote", sipCause: 200, answered: true });
  await settled();
  for (let times = 0; times < 2; times++) expect(await asked.asks(TRUNK, over("ATVId_00000001"))).toBe(EMPTY_XML);
  await settled();
  expect([seen.ends, seen.charges]).toEqual([
    [{ by: "remote", sipCause: 200 }],
    [{ amount: 12.5, currency: "KES", ref: "ATVId_00000001" }],
  ]);
  // Told once more that it rings, it is over all the same.
  expect(await asked.asks(TRUNK, news("ATVId_00000001"))).toBe(REJECT_XML);
  expect(leg.isOver).toBe(true);
});

test("a form that comes before the order's answer belongs to its call, by our name for it or by whom it rings", async () => {
  for (const byName of [true, false]) {
    const { asked, place } = open();
    const { seen, order } = place();
    const first = news("ATVId_00000002", byName ? { requestId: order.requestId, person: "" } : {});
    expect(await asked.asks(TRUNK, first)).toContain("<Dial ");
    order.yes("ATVId_00000002");
    await settled();
    expect(await asked.asks(TRUNK, over("ATVId_00000002"))).toBe(EMPTY_XML);
    await settled();
    expect(seen.ends).toEqual([{ by: "remote", sipCause: 486 }]);
  }
});

test("a call that nobody here has asked for, or to a number that nobody answers, is rejected", async () => {
  const { asked } = open();
  expect(await asked.asks(TRUNK, news("ATVId_00000003"))).toBe(REJECT_XML);
  expect(await asked.asks(TRUNK, news("ATVId_00000004", { isInbound: true, number: "+254700000000" }))).toBe(REJECT_XML);
  expect(asked.comes(TRUNK.trunkId, fakeInbound(TRUNK.trunkId).call)).toBeUndefined();
});

test("two who call at once are put through one after the other, each with their own number", async () => {
  const { asked } = open();
  const first = asked.asks(TRUNK, news("ATVId_00000005", { isInbound: true, person: "+254733000001" }));
  const second = asked.asks(TRUNK, news("ATVId_00000006", { isInbound: true, person: "+254733000002" }));
  let isToldSecond = false;
  void second.then(() => (isToldSecond = true));
  expect(await first).toContain("<Dial ");
  await settled();
  expect(isToldSecond).toBe(false);
  expect(asked.comes(TRUNK.trunkId, fakeInbound(TRUNK.trunkId).call)).toMatchObject({ from: "+254733000001" });
  expect(await second).toContain("<Dial ");
  expect(asked.comes(TRUNK.trunkId, fakeInbound(TRUNK.trunkId).call)).toMatchObject({ from: "+254733000002" });
});

test("whoever waits too long for the call before is rejected; an INVITE that never comes keeps nobody for ever", async () => {
  const { asked, place } = open();
  const { seen, order } = place();
  order.yes("ATVId_00000007");
  await settled();
  expect(await asked.asks(TRUNK, news("ATVId_00000007"))).toContain("<Dial ");
  const waits = asked.asks(TRUNK, news("ATVId_00000008", { isInbound: true }));
  await vi.advanceTimersByTimeAsync(5_100);
  expect(await waits).toBe(REJECT_XML);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen.ends).toEqual([{ by: "network", sipCause: 408 }]);
  expect(await asked.asks(TRUNK, news("ATVId_00000009", { isInbound: true }))).toContain("<Dial ");
});

test.each([
  [new RestFailure("refused", { code: 404 }), [{ by: "network", sipCause: 404 }]],
  [new RestFailure("credentials"), [{ by: "network", sipCause: 503 }]],
  [new RestFailure("unknown"), []],
])("an order that fails ends the call where it is sure that nobody rings: %s", async (error, ends) => {
  const { place } = open();
  const { seen, order } = place();
  order.no(error);
  await settled();
  expect(seen.ends).toEqual(ends);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen.ends).toMatchObject(ends.length === 0 ? [{ isUntold: true }] : ends);
});

test("whoever is hung up on before they answer is rejected when they do", async () => {
  const { asked, place } = open();
  const { leg, seen, order } = place();
  order.yes("ATVId_00000010");
  await settled();
  leg.hangUp();
  expect(await asked.asks(TRUNK, news("ATVId_00000010"))).toBe(REJECT_XML);
  await settled();
  expect(seen.ends).toEqual([{ by: "us", sipCause: 487 }]);
});

const STEPS = [
  "it is ordered",
  "it is refused",
  "it asks",
  "the INVITE comes",
  "it is acknowledged",
  "it is over",
  "we hang up",
  "BYE",
  "time passes",
] as const;

test("whatever is told in whichever order, a call is answered at most once, ends once, and leaves no INVITE without an answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 16 }), async (steps) => {
      const { asked, place } = open();
      const { leg, seen, order } = place();
      const invites: FakeInbound[] = [];
      for (const step of steps) {
        if (step === "it is ordered") order.yes("ATVId_00000011");
        if (step === "it is refused") order.no(new RestFailure("refused"));
        if (step === "it asks") void asked.asks(TRUNK, news("ATVId_00000011", { requestId: order.requestId }));
        if (step === "the INVITE comes") {
          const sip = fakeInbound(TRUNK.trunkId);
          if (asked.comes(TRUNK.trunkId, sip.call) === "joined") invites.push(sip);
        }
        if (step === "it is acknowledged") invites[0]?.ack();
        if (step === "it is over") void asked.asks(TRUNK, over("ATVId_00000011"));
        if (step === "we hang up") leg.hangUp();
        if (step === "BYE") invites[0]?.end({ by: "remote", sipCause: 200, answered: true });
        if (step === "time passes") await vi.advanceTimersByTimeAsync(9_000);
        await settled();
      }
      leg.hangUp();
      await vi.advanceTimersByTimeAsync(200_000);
      expect(seen.ends).toHaveLength(1);
      expect(seen.answered).toBeLessThanOrEqual(1);
      for (const sip of invites) expect(sip.isOver).toBe(true);
    }),
    { numRuns: 200 },
  );
});
