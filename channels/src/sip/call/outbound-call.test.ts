import { afterEach, expect, test } from "vitest";
import type { SipEndpoint, SipEndpointOptions } from "../endpoint.ts";
import { createSipEndpoint } from "../endpoint.ts";
import type { InboundCall } from "./inbound-call.ts";
import type { OutboundCall } from "./outbound-call.ts";
import type { Trunk } from "../trunk/trunk.ts";

const QUICK = { t1Ms: 20, t2Ms: 80, t4Ms: 50 };
const open: SipEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

test.each(["udp", "tcp"] as const)("a call over %s rings, is answered, and either side may end it", async (transport) => {
  const { us, them, trunk } = await pair(
    { onCall: (call) => (call.ring(), call.answer({ host: "127.0.0.3", port: 7_000 })) },
    { transport },
  );
  const events: string[] = [];
  const call = place(us, trunk);
  call.onRinging = () => events.push("ringing");
  const media = await new Promise((resolve) => (call.onAnswered = resolve));
  expect(events).toEqual(["ringing"]);
  expect(media).toMatchObject({ host: "127.0.0.3", port: 7_000, codec: "PCMU", dtmfPayloadType: 101 });
  expect(them.calls[0]?.from).toMatchObject({ user: "+254711000000", displayName: 'Duka "la" Amina' });
  expect(them.calls[0]?.number).toBe("+254700000001");
  them.calls[0]?.hangUp();
  expect(await call.ended).toMatchObject({ by: "remote", sipCause: 200, answered: true });
  expect(us.callCount).toBe(0);
});

test.each([
  [486, "Busy Here"],
  [404, "Not Found"],
  [603, "Decline"],
] as const)("the cause of a refused call is reported: %i", async (status, reason) => {
  const { us, trunk } = await pair({ onCall: (call) => call.reject(status) });
  expect(await place(us, trunk).ended).toEqual({ by: "remote", sipCause: status, reason, answered: false });
});

test("a call that nobody answers is cancelled after the time it was given", async () => {
  const { us, them, trunk } = await pair({ onCall: (call) => call.ring() });
  const call = place(us, trunk, 150);
  expect(await call.ended).toEqual({ by: "us", sipCause: 408, reason: "Nobody answered", answered: false });
  expect(await them.calls[0]?.ended).toMatchObject({ by: "remote", sipCause: 487 });
});

test("a call that is given up at once never rings on", async () => {
  const { us, them, trunk } = await pair({ onCall: (call) => call.ring() });
  const call = place(us, trunk);
  call.hangUp();
  expect(await call.ended).toMatchObject({ by: "us", sipCause: 487, answered: false });
  await expect.poll(() => them.endpoint.callCount).toBe(0);
});

test("a peer that does not answer at all is reported after the RFC's time", async () => {
  const { us } = await pair({});
  const call = place(us, { name: "dead", host: "127.0.0.9", port: 9 });
  expect(await call.ended).toMatchObject({ by: "network", sipCause: 408 });
});

test("a peer that refuses the connection is reported", async () => {
  const { us } = await pair({});
  const call = place(us, { name: "dead", host: "127.0.0.9", port: 9, transport: "tcp" });
  expect(await call.ended).toMatchObject({ by: "network", sipCause: 503 });
});

test("a trunk's name that does not exist is reported", async () => {
  const { us } = await pair({});
  expect(await place(us, { name: "dead", host: "no-such-host.invalid" }).ended).toMatchObject({ by: "network", sipCause: 503 });
});

test("a trunk that asks who we are is told by digest", async () => {
  const { us, them, trunk } = await pair({
    trunks: () => [],
    password: (user) => (user === "duka" ? "siri" : undefined),
    onCall: (call) => call.reject(486),
  });
  expect(await place(us, { ...trunk, username: "duka", password: "siri" }).ended).toMatchObject({ sipCause: 486 });
  expect(them.calls[0]?.proof).toEqual({ kind: "user", user: "duka" });
  expect(await place(us, { ...trunk, username: "duka", password: "wrong" }).ended).toMatchObject({ by: "remote", sipCause: 407 });
  expect(await place(us, trunk).ended).toMatchObject({ by: "remote", sipCause: 407 });
});

test("a phone that is not registered is reported without a packet", async () => {
  const { us } = await pair({});
  const call = us.place({
    to: "amina",
    from: { user: "100" },
    via: { registered: "amina" },
    media: { host: "127.0.0.2", port: 6_000 },
  });
  expect(await call.ended).toMatchObject({ sipCause: 480, answered: false });
});

test("closing the endpoint ends the calls on both sides", async () => {
  const { us, them, trunk } = await pair({ onCall: (call) => call.answer({ host: "127.0.0.3", port: 7_000 }) });
  const call = place(us, trunk);
  await new Promise((resolve) => (call.onAnswered = resolve));
  await us.close();
  expect(await them.calls[0]?.ended).toMatchObject({ by: "remote", answered: true });
});

function place(us: SipEndpoint, trunk: Trunk, ringTimeoutMs = 20_000): OutboundCall {
  return us.place({
    to: "+254700000001",
    from: { user: "+254711000000", displayName: 'Duka "la" Amina' },
    via: { trunk },
    media: { host: "127.0.0.2", port: 6_000 },
    ringTimeoutMs,
  });
}

async function pair(
  theirs: Partial<SipEndpointOptions>,
  way: Pick<Trunk, "transport"> = {},
): Promise<{ us: SipEndpoint; them: { endpoint: SipEndpoint; calls: InboundCall[] }; trunk: Trunk }> {
  const calls: InboundCall[] = [];
  const us = await createSipEndpoint({ host: "127.0.0.2", port: 0, timing: QUICK, onCall: (call) => call.reject(404) });
  const endpoint = await createSipEndpoint({
    host: "127.0.0.3",
    port: 0,
    timing: QUICK,
    trunks: () => [{ name: "us", host: "127.0.0.2" }],
    ...theirs,
    onCall(call) {
      calls.push(call);
      theirs.onCall?.(call);
    },
  });
  open.push(us, endpoint);
  return { us, them: { endpoint, calls }, trunk: { name: "them", host: "127.0.0.3", port: endpoint.port, ...way } };
}
