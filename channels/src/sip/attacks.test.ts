import { connect, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Attempts } from "./auth/attempts.ts";
import type { InboundCall } from "./call/inbound-call.ts";
import { createSipEndpoint, type SipEndpoint, type SipEndpointOptions } from "./endpoint.ts";
import type { SipMessage } from "./message/message.ts";
import { OFFER, RawPeer } from "./testing/raw-peer.ts";
import { STANDARD_TIMING } from "./transaction/timing.ts";
import { SourceLimit } from "./transport/source-limit.ts";

const HOST = "127.0.0.2";
const QUICK = { t1Ms: 20, t2Ms: 80, t4Ms: 50 };
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test.each([
  ["Contact", (port: number) => ({ Contact: `<sip:victim@127.0.0.1:${port};transport=tcp>` })],
  ["Record-Route", (port: number) => ({ "Record-Route": `<sip:127.0.0.1:${port};transport=tcp;lr>` })],
] as const)(
  "what a stranger writes into %s opens no connection: its BYE goes back to where it came from",
  async (_where, change) => {
    let connections = 0;
    const victim = createServer((socket) => (connections++, socket.destroy()));
    await new Promise<void>((resolve) => victim.listen(0, "127.0.0.1", resolve));
    open.push(victim);
    const { port } = victim.address() as { port: number };
    const { peer, calls } = await start({ answers: () => true });
    peer.send(peer.request("INVITE", { id: "x1", body: OFFER, change: change(port) }));
    await expect.poll(() => calls.length).toBe(1);
    calls[0]!.answer({ host: HOST, port: 42_000 });
    acknowledge(peer, "x1", await peer.response("x1", 200));
    await new Promise((resolve) => setTimeout(resolve, 30));
    calls[0]!.hangUp();
    await peer.requestOf("BYE");
    expect(connections).toBe(0);
  },
);

test("we hang up before the ACK: the BYE waits for it", async () => {
  const { peer, calls } = await start({ answers: () => true });
  peer.send(peer.request("INVITE", { id: "b1", body: OFFER }));
  await expect.poll(() => calls.length).toBe(1);
  calls[0]!.answer({ host: HOST, port: 42_000 });
  const answer = await peer.response("b1", 200);
  calls[0]!.hangUp();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(peer.received.some((message) => message.kind === "request")).toBe(false);
  acknowledge(peer, "b1", answer);
  await peer.requestOf("BYE");
  expect(await calls[0]!.ended).toMatchObject({ by: "us", answered: true });
});

test("a BYE of ours that is challenged is sent again with credentials, and so is the ACK", async () => {
  const us = await createSipEndpoint({ host: "127.0.0.3", port: 0, timing: QUICK, onCall: (call) => call.reject(486) });
  open.push(us);
  const trunk = await RawPeer.open({ host: "127.0.0.3", port: us.port });
  open.push(trunk);
  const call = us.place({
    to: "+254700000001",
    from: { user: "+254711000000" },
    via: { trunk: { name: "t", host: "127.0.0.1", port: trunk.port, username: "duka", password: "siri" } },
    media: { host: "127.0.0.3", port: 7_000 },
  });
  const challenge = 'Digest realm="t", nonce="n1", algorithm=MD5, qop="auth"';
  const first = await trunk.requestOf("INVITE");
  trunk.send(answerTo(first, 407, { "Proxy-Authenticate": challenge }));
  await trunk.requestOf("ACK");
  const second = await trunk.requestOf("INVITE");
  expect(second.headers.get("proxy-authorization")).toContain('username="duka"');
  trunk.send(answerTo(second, 200, { Contact: `<sip:t@127.0.0.1:${trunk.port}>`, "Content-Type": "application/sdp" }, OFFER));
  expect((await trunk.requestOf("ACK")).headers.get("proxy-authorization")).toContain('username="duka"');
  call.hangUp();
  const bye = await trunk.requestOf("BYE");
  trunk.send(answerTo(bye, 401, { "WWW-Authenticate": challenge }));
  const again = await trunk.requestOf("BYE");
  expect(again.headers.get("authorization")).toContain('username="duka"');
  expect(again.headers.get("cseq")).not.toBe(bye.headers.get("cseq"));
  trunk.send(answerTo(again, 200, {}));
});

test("500 calls a second from one address are turned away before any work, and another address comes in", async () => {
  const { peer, endpoint, calls } = await start({ answers: () => true, onCall: (call) => call.reject(486) });
  let sent = 0;
  const isTurnedAway = (message: SipMessage): boolean => message.kind === "response" && message.status === 503;
  const flood = (): number => {
    for (let n = 0; n < 60; n++) peer.send(peer.request("INVITE", { id: `f${sent++}`, body: OFFER }));
    return peer.received.filter(isTurnedAway).length;
  };
  await expect.poll(flood, { timeout: 10_000, interval: 20 }).toBeGreaterThan(20);
  const turnedAway = peer.received.find(isTurnedAway);
  expect(turnedAway?.headers.get("retry-after")).toBe("2");
  expect(calls.length).toBe(0);
  const other = await RawPeer.open({ host: HOST, port: endpoint.port }, "127.0.0.7");
  open.push(other);
  other.send(other.request("INVITE", { id: "other", body: OFFER }));
  expect((await other.response("other")).status).toBe(486);
});

test("one address holds no more than a hundred calls that it does not acknowledge; others come in, and each that it acknowledges makes room", async () => {
  let answered = 0;
  const { peer, endpoint } = await start({
    answers: () => true,
    // Answers that are repeated at once would crowd out those that are waited for.
    timing: STANDARD_TIMING,
    onCall(call) {
      answered++;
      call.answer({ host: HOST, port: 42_000 });
    },
  });
  for (let n = 0; n < 150; n++) peer.send(peer.request("INVITE", { id: `h${n}`, body: OFFER }));
  const turnedAway = await peer.response("h149");
  expect([turnedAway.status, turnedAway.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(answered).toBe(100);
  const other = await RawPeer.open({ host: HOST, port: endpoint.port }, "127.0.0.7");
  open.push(other);
  other.send(other.request("INVITE", { id: "other", body: OFFER }));
  expect((await other.response("other")).status).toBe(200);
  acknowledge(peer, "h0", await peer.response("h0", 200));
  await new Promise((resolve) => setTimeout(resolve, 30));
  peer.send(peer.request("INVITE", { id: "again", body: OFFER }));
  expect((await peer.response("again")).status).toBe(200);
});

test("one address, and all that nobody knows together, hold no more than their share of the lines; trunks and phones keep theirs", async () => {
  const answered: InboundCall[] = [];
  const { peer, endpoint } = await start({
    answers: () => true,
    timing: STANDARD_TIMING,
    maxCalls: 20,
    mostCalls: { address: 4, strangers: 6, known: 8 },
    trunks: () => [{ name: "known", host: "127.0.0.9" }],
    onCall: (call) => (answered.push(call), call.answer({ host: HOST, port: 42_000 })),
  });
  const statuses = async (from: RawPeer, name: string, count: number): Promise<number[]> => {
    for (let n = 0; n < count; n++) from.send(from.request("INVITE", { id: `${name}${n}`, body: OFFER }));
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => from.response(`${name}${n}`)));
    for (const [n, answer] of answers.entries()) if (answer.status === 200) acknowledge(from, `${name}${n}`, answer);
    expect(answers.every(({ status, headers }) => status === 200 || headers.get("retry-after") === "5")).toBe(true);
    return answers.map(({ status }) => status);
  };
  const taken = (all: readonly number[]): number => all.filter((status) => status === 200).length;
  const [other, trunk] = [
    await RawPeer.open({ host: HOST, port: endpoint.port }, "127.0.0.7"),
    await RawPeer.open({ host: HOST, port: endpoint.port }, "127.0.0.9"),
  ];
  open.push(other, trunk);
  expect(taken(await statuses(peer, "flood", 30))).toBe(4);
  expect(taken(await statuses(other, "other", 5))).toBe(2);
  expect(taken(await statuses(trunk, "trunk", 12))).toBe(8);
  expect(endpoint.callCount).toBe(14);
  // Each that ends makes room for one of its kind.
  const first = answered.find(({ source }) => source.port === peer.port)!;
  first.hangUp();
  await first.ended;
  expect(taken(await statuses(peer, "again", 3))).toBe(1);
});

test("while it cannot be found out who may call, a caller is asked to try again soon", async () => {
  const { peer } = await start({ answers: () => Promise.reject(new Error("The database is away")) });
  peer.send(peer.request("INVITE", { id: "away", body: OFFER }));
  const answer = await peer.response("away");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("the share of one source shrinks as the machine fills up, never to nothing", () => {
  let nowMs = 0;
  let pressure = 0;
  const limit = new SourceLimit({ perSecond: 200, burst: 200, pressure: () => pressure, nowMs: () => nowMs });
  const inASecond = (): number => {
    let taken = 0;
    for (let ms = 0; ms < 1_000; ms++, nowMs++) if (limit.take("a")) taken++;
    return taken;
  };
  inASecond();
  inASecond();
  expect(inASecond()).toBeGreaterThan(190);
  pressure = 1;
  inASecond();
  expect(inASecond()).toBeLessThan(25);
  expect(inASecond()).toBeGreaterThan(15);
});

test("forged attempts lock nobody out, and one right password forgives no other account's failures", () => {
  const attempts = new Attempts(3, 60_000);
  attempts.failed("192.0.2.1", "amina");
  attempts.failed("192.0.2.1", "amina");
  attempts.succeeded("192.0.2.1", "attacker");
  attempts.failed("192.0.2.1", "juma");
  expect(attempts.isBlocked("192.0.2.1")).toBe(true);
  attempts.succeeded("192.0.2.1", "amina");
  expect(attempts.isBlocked("192.0.2.1")).toBe(false);
});

test("eleven registrations with a nonce that was never sent to their source do not lock it out", async () => {
  const { peer } = await start({ password: () => "siri" });
  const forged =
    'Digest username="amina", realm="ongea", nonce="x.y.z", uri="sip:127.0.0.2", response="0", qop=auth, nc=00000001, cnonce="c"';
  for (let n = 0; n < 11; n++) {
    peer.send(peer.request("REGISTER", { id: `g${n}`, uri: "sip:127.0.0.2", change: { Authorization: forged } }));
    expect((await peer.response(`g${n}`)).status).toBe(401);
  }
});

test("one source holds no more than a few connections that nothing needs, and a message must come to its end", async () => {
  const { endpoint } = await start({});
  const sockets: Socket[] = [];
  let closed = 0;
  for (let n = 0; n < 40; n++) {
    const socket = connect({ host: HOST, port: endpoint.port, localAddress: "127.0.0.8" });
    socket.on("error", () => undefined);
    socket.on("close", () => closed++);
    sockets.push(socket);
    await new Promise((resolve) => socket.once("connect", resolve));
  }
  open.push({ close: () => sockets.forEach((socket) => socket.destroy()) });
  await expect.poll(() => closed).toBe(20);
  const other = connect({ host: HOST, port: endpoint.port, localAddress: "127.0.0.9" });
  open.push({ close: () => other.destroy() });
  other.write("\r\n\r\n");
  expect(await new Promise((resolve) => other.once("data", (bytes) => resolve(bytes.toString())))).toBe("\r\n");
});

async function start(
  options: Partial<SipEndpointOptions>,
): Promise<{ endpoint: SipEndpoint; peer: RawPeer; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host: HOST,
    port: 0,
    timing: QUICK,
    onCall: (call) => void calls.push(call),
    ...options,
  });
  open.push(endpoint);
  const peer = await RawPeer.open({ host: HOST, port: endpoint.port });
  open.push(peer);
  return { endpoint, peer, calls };
}

function acknowledge(peer: RawPeer, id: string, answer: { headers: { get(name: string): string | undefined } }): void {
  peer.send(peer.request("ACK", { id, change: { To: answer.headers.get("to") ?? "" } }));
}

/** An answer as the other side writes it. */
function answerTo(
  request: { headers: { get(name: string): string | undefined } },
  status: number,
  headers: Record<string, string>,
  body = "",
): string {
  const text = body.replaceAll("\n", "\r\n");
  const to = request.headers.get("to") ?? "";
  const lines = {
    Via: request.headers.get("via") ?? "",
    From: request.headers.get("from") ?? "",
    To: to.includes("tag=") ? to : `${to};tag=them`,
    "Call-ID": request.headers.get("call-id") ?? "",
    CSeq: request.headers.get("cseq") ?? "",
    ...headers,
    "Content-Length": String(Buffer.byteLength(text)),
  };
  return `SIP/2.0 ${status} X\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n")}\n\n${body}`;
}
