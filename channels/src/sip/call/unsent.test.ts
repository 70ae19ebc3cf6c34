/** Requests inside a call that cannot be sent: whoever waits for their answer is told, and a BYE leaves as soon as it can. */
import { afterEach, expect, test } from "vitest";
import { answerChallenges } from "../auth/digest.ts";
import { createSipEndpoint, type SipEndpoint, type SipEndpointOptions } from "../endpoint.ts";
import { OFFER, RawPeer } from "../testing/raw-peer.ts";
import type { InboundCall } from "./inbound-call.ts";

const TIMING = { t1Ms: 20, t2Ms: 80, t4Ms: 50, secondMs: 20 };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

async function listening(
  options: Partial<SipEndpointOptions>,
): Promise<{ peer: RawPeer; endpoint: SipEndpoint; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    timing: TIMING,
    onCall(call) {
      calls.push(call);
      call.answer({ host: "127.0.0.2", port: 42_000 });
    },
    ...options,
  });
  const peer = await RawPeer.open({ host: endpoint.host, port: endpoint.port });
  open.push(endpoint, peer);
  return { peer, endpoint, calls };
}

const NOWHERE = "<sip:raw@no-such-host.invalid>";

test("a re-INVITE of ours that cannot be sent keeps no re-INVITE of the far end's out", async () => {
  const { peer } = await listening({ trunks: () => [{ name: "pbx", host: "127.0.0.1" }] });
  const change = { Contact: NOWHERE, "Session-Expires": "300;refresher=uas", Supported: "timer" };
  // Its way back is not through address translation: its Contact counts.
  const via = `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKunsent`;
  peer.send(peer.request("INVITE", { id: "u1", body: OFFER, change: { ...change, Via: via } }));
  const ok = await peer.response("u1", 200);
  const to = ok.headers.get("to") ?? "";
  peer.send(peer.request("ACK", { id: "u1", change: { To: to, CSeq: "1 ACK" } }));
  // Ours was due after 3 s.
  await new Promise((resolve) => setTimeout(resolve, 3_800));
  let sequence = 1;
  const changed = () => peer.request("INVITE", { id: "u1", body: OFFER, change: { To: to, CSeq: `${++sequence} INVITE` } });
  // A resolver takes its time to say that there is no such host; until then ours is on its way.
  await expect.poll(async () => (await peer.ask(changed())).status, { timeout: 20_000 }).toBe(200);
}, 40_000);

test("a BYE that cannot be sent now is sent as soon as it can be, and one that never can is said", async () => {
  let isReachable = false;
  const failures: unknown[] = [];
  // A busy machine may pause for longer than 64 times a short T1.
  const timing = { ...TIMING, t1Ms: 100 };
  const { peer, endpoint } = await listening({ timing, onFailure: (error) => void failures.push(error) });
  const talking = async (): Promise<void> => {
    const call = endpoint.place({
      to: "+254700000001",
      from: { user: "+254711000000" },
      via: { trunk: { name: "raw", host: "127.0.0.1", port: peer.port, mayReach: () => isReachable } },
      media: { host: "127.0.0.2", port: 6_000 },
    });
    const answered = new Promise((resolve) => (call.onAnswered = resolve));
    isReachable = true;
    const invite = await peer.requestOf("INVITE");
    peer.send(peer.answer(invite, 200, { "Record-Route": `<sip:127.0.0.1:${peer.port};lr>` }, OFFER));
    await answered;
    isReachable = false;
    call.hangUp();
    expect(await call.ended).toMatchObject({ by: "us", answered: true });
  };
  await talking();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(peer.received.some((one) => one.kind === "request" && one.method === "BYE")).toBe(false);
  isReachable = true;
  peer.send(peer.answer(await peer.requestOf("BYE"), 200));
  expect(failures).toEqual([]);
  await talking();
  await expect
    .poll(() => failures, { timeout: 20_000 })
    .toEqual([expect.objectContaining({ message: expect.stringContaining("BYE") })]);
}, 40_000);

test("a registered phone that calls a number open to everybody proves who it is, and may put its call through", async () => {
  const { peer, endpoint, calls } = await listening({
    answers: () => true,
    password: (user) => (user === "amina" ? "siri" : undefined),
  });
  const us = `<sip:amina@127.0.0.2>`;
  const asked = (method: string, id: string, credentials: Record<string, string> = {}): string =>
    peer.request(method, {
      id,
      ...(method === "REGISTER" ? { uri: "sip:127.0.0.2" } : { body: OFFER }),
      change: { ...(method === "REGISTER" ? { From: `${us};tag=a`, To: us } : {}), ...credentials },
    });
  const proof = (challenges: string[], method: string, uri: string): string =>
    answerChallenges(challenges, { user: "amina", password: "siri" }, { method, uri })!.value;
  peer.send(asked("REGISTER", "r1"));
  const challenge = await peer.response("r1", 401);
  const authorization = proof(challenge.headers.all("www-authenticate"), "REGISTER", "sip:127.0.0.2");
  peer.send(asked("REGISTER", "r2", { Authorization: authorization }));
  expect((await peer.response("r2")).status).toBe(200);
  peer.send(asked("INVITE", "i1"));
  const who = await peer.response("i1", 407);
  const known = proof(who.headers.all("proxy-authenticate"), "INVITE", "sip:100@127.0.0.2");
  peer.send(asked("INVITE", "i2", { "Proxy-Authorization": known }));
  expect((await peer.response("i2")).status).toBe(200);
  expect(calls.map((call) => call.proof)).toEqual([{ kind: "user", user: "amina" }]);
  // Somebody else at that number is still anybody.
  const other = await RawPeer.open({ host: "127.0.0.2", port: endpoint.port }, "127.0.0.7");
  open.push(other);
  other.send(other.request("INVITE", { id: "o1", body: OFFER }));
  expect((await other.response("o1")).status).toBe(200);
  expect(calls.at(-1)!.proof).toEqual({ kind: "anyone" });
});
