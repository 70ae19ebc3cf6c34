import type { Entry } from "@ongea/contract";
import { createPrices } from "@ongea/providers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { costOfInstallation, costOfProviders } from "../../engines/costs/cost.ts";
import { lineIn } from "../../telephony/legs/line-name.ts";
import { lineOut } from "../../telephony/outbound/line-out.ts";
import { LineMeter, linesLeftOpen, type CarriedLine } from "./lines.ts";
import { connectedProviders, markedOwn, NO_CONNECTED_PROVIDERS } from "../../engines/costs/provider-usage.ts";

const KE: CarriedLine = { by: "trunk-outbound-KE", isOwn: false };
const NG: CarriedLine = { by: "twilio-outbound-NG", isOwn: true };
const SEEN = { source: "https://example.com/contract", asOf: "2026-11-01" };
const prices = createPrices([
  { stage: "line", by: "trunk-outbound", per: { minuteOfSound: 0.06 }, ...SEEN },
  { stage: "line", by: "trunk-outbound-NG", per: { minuteOfSound: 0.2 }, ...SEEN },
  { stage: "line", by: "twilio", per: { minuteOfSound: 0.1 }, ...SEEN },
  { stage: "line", by: "africastalking", per: { minuteOfSound: 9 }, ...SEEN },
  { stage: "think", by: "openai gpt-5", per: { millionTokensIn: 1 }, ...SEEN },
]);

function metered(): { meter: LineMeter; told: Entry[] } {
  const told: Entry[] = [];
  return { meter: new LineMeter((entry) => told.push(entry)), told };
}

test("a call's line and that of somebody it is put through to are each counted from their answer to their end, and cost that", () => {
  const { meter, told } = metered();
  meter.carriedBy(KE, undefined);
  meter.opened();
  meter.connected(NG, 60_000);
  meter.legOver(90_000);
  meter.over(120_000);
  meter.over(130_000);
  expect(told.flatMap((one) => (one.kind === "usage" ? [[one.by, one.usage.soundMs, one.own]] : []))).toEqual([
    ["trunk-outbound-KE", 0, undefined],
    ["twilio-outbound-NG", 0, true],
    ["twilio-outbound-NG", 30_000, true],
    ["trunk-outbound-KE", 120_000, undefined],
  ]);
  expect(costOfProviders(told, prices).network).toBeCloseTo(12 + 5);
  // The workspace's own account pays for its leg itself.
  expect(costOfInstallation(told, prices)).toBeCloseTo(12);
});

test("whoever comes in another's place is counted from then on, by who carries them", () => {
  const { meter, told } = metered();
  meter.carriedBy(KE, undefined);
  meter.opened();
  meter.carriedBy(undefined, 30_000);
  meter.carriedBy({ by: "trunk-outbound-NG", isOwn: false }, 60_000);
  meter.over(120_000);
  expect(costOfProviders(told, prices).network).toBeCloseTo(3 + 20);
});

test("whatever happens until a server is killed, its lines are counted until the call was last heard of, each once", () => {
  const steps = fc.array(fc.constantFrom("leg", "leg over", "another", "time"), { maxLength: 12 });
  fc.assert(
    fc.property(steps, fc.boolean(), (all, isSame) => {
      const { meter, told } = metered();
      let [atMs, legMs, isLeg] = [0, 0, false];
      meter.carriedBy(KE, undefined);
      meter.opened();
      for (const step of all) {
        if (step === "leg") [, isLeg] = [meter.connected(isSame ? KE : NG, atMs), true];
        if (step === "leg over") [, isLeg] = [meter.legOver(atMs), false];
        if (step === "another") meter.carriedBy(KE, atMs);
        if (step === "time") [atMs, legMs] = [atMs + 10_000, legMs + (isLeg ? 10_000 : 0)];
      }
      const whole = [...told, ...linesLeftOpen(told, atMs)];
      const ms = whole.reduce((sum, one) => sum + (one.kind === "usage" ? (one.usage.soundMs ?? 0) : 0), 0);
      // A line that was over at once counts a millisecond.
      expect(Math.abs(ms - atMs - legMs)).toBeLessThanOrEqual(all.length + 2);
      expect(linesLeftOpen(whole, atMs + 1)).toEqual([]);
    }),
  );
});

test("a line is named by who carries it, which way and to which country; nobody takes anything for a phone of one's own", () => {
  const trunk = { name: "t", host: "192.0.2.9" };
  const line = { workspaceId: "w", trunkId: "t", limits: { lines: null, callsPerSecond: null } };
  const to = "+254722000002";
  expect(lineOut({ via: { trunk, writesPlus: true }, to })).toEqual(KE);
  expect(lineOut({ via: { trunk, writesPlus: true }, to: "+2348031234567", line })).toEqual({
    by: "trunk-outbound-NG",
    isOwn: true,
  });
  const orders = { trunkId: "t", username: "imani", apiKey: "k" };
  expect(lineOut({ via: { trunk, writesPlus: true, orders }, to, line })?.by).toBe("africastalking-outbound-KE");
  expect(lineOut({ via: { registered: "desk" }, to: "desk" })).toBeUndefined();
  expect([lineIn({ kind: "anyone" }, to, false), lineIn({ kind: "user", user: "desk" }, to, false)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(lineIn({ kind: "trunk", trunk: "t" }, to, false)).toEqual({ by: "trunk-inbound-KE", isOwn: false });
});

test("a company that says what it takes is not priced by a row besides", () => {
  const entry: Entry = { kind: "usage", atMs: 0, stage: "line", by: "africastalking-outbound-KE", usage: { soundMs: 60_000 } };
  expect(costOfProviders([entry], prices).network).toBe(0);
});

test("what a workspace's own connection was used for is never the installation's; where both have one, it is the workspace's", () => {
  const usage = { kind: "usage", atMs: 0, stage: "think", by: "openai gpt-5", usage: { tokensIn: 1_000_000 } } as const;
  const lent = connectedProviders({ lent: { recognisers: [], languageModels: [{ use: "openai" }], voices: [] } as never });
  expect(costOfInstallation([markedOwn(usage, lent) as Entry], prices)).toBe(0);
  expect(costOfInstallation([markedOwn(usage, NO_CONNECTED_PROVIDERS) as Entry], prices)).toBeCloseTo(100);
  expect(markedOwn({ ...usage, stage: "speak" }, lent)).not.toHaveProperty("own");
  const gemini = { use: "openai", baseUrl: "https://generativelanguage.googleapis.com" };
  const own = connectedProviders({ lent: { recognisers: [], languageModels: [gemini], voices: [] } as never });
  expect(markedOwn({ ...usage, by: "gemini gemini-3.8-flash" }, own)).toHaveProperty("own", true);
  const live = { realtime: { use: "gemini" }, recognisers: [], languageModels: [], voices: [] } as never;
  expect(markedOwn({ ...usage, by: "gemini gemini-3.8-live" }, connectedProviders({ lent: live }))).toHaveProperty("own", true);
});
