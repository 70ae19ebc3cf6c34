/** Calls at telephone companies whose webhooks, streams and answers come in any order, twice, late or never. */
import { carrierWords } from "@ongea/channels/testing";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CarrierAccount, CarrierName } from "../carriers/account.ts";
import { RestFailure } from "../../platform/fetch/rest.ts";
import type { CarrierEvent } from "../carriers/webhooks.ts";
import type { LegEnd } from "./carrier-leg.ts";
import { createCarrierLegs } from "./carrier-legs.ts";

const REF = "CA00112233445566778899aabbccddeeff";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(carrier: CarrierName = "twilio") {
  const seen = { rang: 0, answered: 0, heard: 0, ends: [] as LegEnd[], hungUp: [] as string[], sent: [] as string[], closed: 0 };
  let settle: { yes(ref: string): void; no(error: unknown): void } | undefined;
  const account = {
    carrier,
    workspaceId: "11111111-1111-4111-8111-111111111111",
    id: "account-1",
    secret: "s",
    place: () => new Promise<string>((yes, no) => (settle = { yes, no })),
    hangUp: async (ref: string) => void seen.hungUp.push(ref),
  } as unknown as CarrierAccount;
  const legs = createCarrierLegs({ publicUrl: "https://ongea.example", log: { warn: () => undefined } });
  const leg = legs.open(account);
  leg.onRinging = () => seen.rang++;
  leg.onAnswered = () => seen.answered++;
  leg.onPacket = () => seen.heard++;
  void leg.ended.then((end) => seen.ends.push(end));
  legs.place(leg, { from: "+17185550123", to: "+254722000002" });
  const words = carrierWords(carrier);
  const told = (news: CarrierEvent["news"]): CarrierEvent => ({ callRef: REF, account: "account-1", from: "", to: "", news });
  const socket = { send: (text: string) => void seen.sent.push(text), close: () => void seen.closed++ };
  const start = (facts = {}): string => words.start({ token: leg.token, callRef: REF, account: "account-1", ...facts });
  const placed = () => settle!;
  return { legs, leg, seen, words, told, socket, start, placed };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const STEPS = [
  "it is placed",
  "it is refused",
  "nobody knows whether it was placed",
  "it rings",
  "it is answered",
  "its stream comes",
  "its stream is gone",
  "its stream is lost",
  "it is over",
  "we hang up",
  "a minute passes",
] as const;

test("whatever is told in whichever order, a call rings before it is answered, is answered once, and ends once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 20 }), async (steps) => {
      const { legs, leg, seen, told, socket, start, placed } = open();
      for (const step of steps) {
        const before = { ...seen, ends: [...seen.ends] };
        if (step === "it is placed") placed().yes(REF);
        if (step === "it is refused") placed().no(new RestFailure("refused", { code: 21_211 }));
        if (step === "nobody knows whether it was placed") placed().no(new RestFailure("unknown"));
        if (step === "it rings") leg.told(told({ kind: "ringing" }));
        if (step === "it is answered") leg.told(told({ kind: "answered" }));
        if (step === "its stream comes") legs.streams("twilio", start(), socket);
        if (step === "its stream is gone" && leg.isStreaming) leg.closed(false);
        if (step === "its stream is lost" && leg.isStreaming) leg.closed(true);
        if (step === "it is over") leg.told(told({ kind: "over", sipCause: 486 }));
        if (step === "we hang up") leg.hangUp();
        if (step === "a minute passes") await vi.advanceTimersByTimeAsync(60_000);
        await settled();
        const mayRing = before.answered === 0 && before.ends.length === 0;
        expect(mayRing || seen.rang === before.rang).toBe(true);
      }
      await vi.advanceTimersByTimeAsync(600_000);
      leg.hangUp();
      await vi.advanceTimersByTimeAsync(600_000);
      expect(seen.ends).toHaveLength(1);
      expect(seen.answered).toBeLessThanOrEqual(1);
      expect(seen.hungUp.length).toBeLessThanOrEqual(1);
      expect(vi.getTimerCount()).toBe(0);
      expect(legs.find(leg.id)).toBeUndefined();
      expect(legs.streams("twilio", start(), socket)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test("a call whose order was never answered waits for the company's word, and is then known as unknown", async () => {
  const { leg, seen, told, placed } = open();
  placed().no(new RestFailure("unknown"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen.ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(seen.ends).toMatchObject([{ isUntold: true }]);
  // Its first word comes when we have given it up: it is ended there.
  leg.told(told({ kind: "ringing" }));
  await settled();
  expect(seen.hungUp).toEqual([REF]);
});

test("a call whose order was not answered rings, is answered and talks all the same", async () => {
  const { legs, seen, leg, told, socket, start, placed, words } = open();
  placed().no(new RestFailure("unknown"));
  await settled();
  leg.told(told({ kind: "ringing" }));
  expect(legs.streams("twilio", '{"event":"connected","protocol":"Call","version":"1.0.0"}', socket)).toBe("more");
  expect(legs.streams("twilio", start(), socket)).toBe(leg);
  leg.heard(words.media(0));
  expect(seen).toMatchObject({ rang: 1, answered: 1, heard: 2, ends: [] });
});

test.each([
  [21_211, 404],
  [21_215, 403],
  [20_429, 503],
])("Twilio's refusal %d is told as %d", async (code, sipCause) => {
  const { seen, placed } = open();
  placed().no(new RestFailure("refused", { code }));
  await settled();
  expect(seen.ends).toEqual([{ sipCause, by: "network" }]);
});

test("who hangs up here is heard to the end, ends the call there, and waits for no mark that never comes", async () => {
  for (const comesBack of [true, false]) {
    const { legs, leg, seen, socket, start, words, placed } = open();
    placed().yes(REF);
    await settled();
    legs.streams("twilio", start(), socket);
    leg.hangUp();
    expect([seen.sent.map((text) => words.said(text)), seen.closed]).toEqual([[{ kind: "mark", name: "end" }], 0]);
    if (comesBack) leg.heard(words.mark("end"));
    else await vi.advanceTimersByTimeAsync(1_600);
    await settled();
    expect(seen).toMatchObject({ closed: 1, hungUp: [REF], ends: [{ by: "us" }] });
  }
});

test.each([
  ["of another account", { account: "account-2" }],
  ["of another call", { callRef: "CAffffffffffffffffffffffffffffffff" }],
  ["with another token", { token: "0".repeat(48) }],
])("a stream %s is turned away, and the right one still comes", async (_, facts) => {
  const { legs, leg, seen, socket, start, placed } = open();
  placed().yes(REF);
  await settled();
  expect(legs.streams("twilio", start(facts), socket)).toBeUndefined();
  expect(legs.streams("plivo", start(), socket)).toBeUndefined();
  expect(seen.answered).toBe(0);
  expect(legs.streams("twilio", start(), socket)).toBe(leg);
});
