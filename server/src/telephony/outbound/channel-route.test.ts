/** Who is called on WhatsApp, and why not. */
import { expect, test } from "vitest";
import type { ChannelCalls } from "../../contacts/index.ts";
import { parsePhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { routeByChannel } from "./channel-route.ts";

const TO = "+254712000001";
const ADMITTED = { to: TO, isRegistered: false, isAdmitted: false, facts: { country: "KE", listed: false } };
const UNTIL = new Date("2026-12-08T12:00:00Z");
const ALLOWED = { state: "temporary", expiresAt: UNTIL, mayCall: true, mayAsk: false } as const;

interface World {
  permission?: Awaited<ReturnType<ChannelCalls["permission"]>>;
  /** Of the sender. */
  number?: string;
  from?: string | undefined;
  isRegistered?: boolean;
}

/** The facts by which somebody is rung; a code: they are not. */
async function routeOf({ number = "+254700000001", from = `whatsapp:${number}`, isRegistered = false, permission }: World) {
  let asked = 0;
  const api: ChannelCalls = {
    mayCallFrom: (country) => country !== "NG",
    permission: async () => (asked++, permission ?? { kind: "permission", permission: ALLOWED }),
    place: async () => ({ kind: "unknown" }),
    act: async () => ({ kind: "unknown" }),
  };
  const known = parsePhoneNumber(number);
  const callingSender = async (_: string, wished: string) =>
    known && wished === known ? { id: "s", workspaceId: "w", number: known, api } : undefined;
  const order = { workspaceId: "w", admitted: { ...ADMITTED, isRegistered }, from };
  return routeByChannel({ callingSender }, order).then(
    (way) => way && [way.from, way.to, "channel" in way.via, way.admitted.facts, asked],
    (error: { code: string }) => [error.code, asked],
  );
}

test("a number of the network is none of WhatsApp's; one with its name is called as Meta allows it", async () => {
  expect(await routeOf({ from: "+254700000001" })).toBeUndefined();
  expect(await routeOf({ from: "" })).toBeUndefined();
  const facts = { country: "KE", listed: false, permission: { state: "temporary", expires_at: UNTIL.toISOString() } };
  const expected = ["+254700000001", TO, true, facts, 1];
  for (const from of ["whatsapp:+254700000001", "whatsapp:254700000001", "whatsapp: +254 700 000001"])
    expect(await routeOf({ from })).toEqual(expected);
});

test("each reason why nobody is rung has its code, and Meta is asked only where it could be yes", async () => {
  expect(await routeOf({ from: "whatsapp:+254700000002" })).toEqual(["call.bad_caller_id", 0]);
  expect(await routeOf({ from: "whatsapp:the clinic" })).toEqual(["call.bad_caller_id", 0]);
  expect(await routeOf({ isRegistered: true })).toEqual(["call.bad_number", 0]);
  expect(await routeOf({ number: "+2348031234567" })).toEqual(["call.channel_country", 0]);
  const none = { state: "none", expiresAt: null, mayCall: false, mayAsk: true } as const;
  expect(await routeOf({ permission: { kind: "permission", permission: none } })).toEqual(["call.no_permission", 1]);
  const used = { ...ALLOWED, mayCall: false };
  expect(await routeOf({ permission: { kind: "permission", permission: used } })).toEqual(["call.permission_used_up", 1]);
  expect(await routeOf({ permission: { kind: "later" } })).toEqual(["call.channel_busy", 1]);
  expect(await routeOf({ permission: { kind: "refused", code: 138_000 } })).toEqual(["call.channel_refused", 1]);
  expect(await routeOf({ permission: { kind: "unknown" } })).toEqual(["call.channel_unreachable", 1]);
});
