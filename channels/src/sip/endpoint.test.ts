import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { SipEndpoint, SipEndpointOptions } from "./endpoint.ts";
import { createSipEndpoint } from "./endpoint.ts";
import type { InboundCall } from "./call/inbound-call.ts";
import type { AgreedMedia } from "./message/sdp.ts";
import { OFFER, RawPeer } from "./testing/raw-peer.ts";
import { TORTURE, wireOf } from "./testing/torture.ts";

const HOST = "127.0.0.2";
const QUICK = { t1Ms: 20, t2Ms: 80, t4Ms: 50 };
const LOCAL = { host: HOST, port: 42_000 };
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test("whoever asks with OPTIONS is told what we take part in", async () => {
  const { peer } = await start({});
  peer.send(peer.request("OPTIONS", { id: "o1" }));
  const response = await peer.response("o1");
  expect(response.status).toBe(200);
  expect(response.headers.get("allow")).toContain("INVITE");
});

test.each([
  ["an unknown method", "FLY", {}, 501],
  ["a method that is known but not for us", "SUBSCRIBE", {}, 405],
  ["a call that does not exist", "BYE", { To: "<sip:100@127.0.0.2>;tag=none" }, 481],
  ["an extension that is required", "OPTIONS", { Require: "100rel" }, 420],
] as const)("%s is refused by its status", async (_name, method, change, status) => {
  const { peer } = await start({});
  peer.send(peer.request(method, { id: "r1", change }));
  expect((await peer.response("r1")).status).toBe(status);
});

test("every torture message is survived, and malformed requests get their answer", async () => {
  const { peer } = await start({ answers: () => true, onCall: (call) => call.reject(486) });
  for (const message of TORTURE) peer.sendBytes(wireOf(message));
  for (const message of TORTURE.filter(({ answer }) => answer === 505 || answer === 400)) {
    const callId = /^Call-ID: (\S+)/m.exec(message.text)?.[1];
    const isAnswer = (text: string): boolean => text.startsWith(`SIP/2.0 ${message.answer} `) && text.includes(callId ?? "");
    await expect.poll(() => callId === undefined || peer.texts.some(isAnswer)).toBe(true);
  }
  peer.send(peer.request("OPTIONS", { id: "after" }));
  expect((await peer.response("after")).status).toBe(200);
});

test("after 1,000 damaged datagrams OPTIONS is still answered", async () => {
  const { peer } = await start({ answers: () => true, onCall: (call) => call.reject(486) });
  let seed = 42;
  const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below;
  const wires = [...TORTURE.map(wireOf), Buffer.from(peer.request("INVITE", { body: OFFER }).replaceAll("\n", "\r\n"))];
  for (let i = 0; i < 1_000; i++) {
    const bytes = Buffer.from(wires[random(wires.length)] as Buffer);
    for (let edit = random(12); edit >= 0; edit--) bytes[random(bytes.length)] = random(256);
    peer.sendBytes(bytes.subarray(0, random(4) === 0 ? random(bytes.length) : bytes.length));
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  peer.send(peer.request("OPTIONS", { id: "alive" }));
  expect((await peer.response("alive")).status).toBe(200);
});

test("a call rings, is answered in the caller's codec, and the caller hangs up", async () => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => (call.ring(), call.answer(LOCAL)) });
  peer.send(peer.request("INVITE", { id: "i1", body: OFFER }));
  await peer.response("i1", 180);
  const ok = await peer.response("i1", 200);
  expect(ok.body).toContain("m=audio 42000 RTP/AVP 8 101");
  expect(calls[0]?.media).toMatchObject({
    codec: "PCMA",
    dtmfPayloadType: 101,
    host: "127.0.0.1",
    port: 40_000,
    direction: "sendrecv",
  });
  const inside = { To: ok.headers.get("to") ?? "", From: ok.headers.get("from") ?? "" };
  peer.send(peer.request("ACK", { id: "i1", change: inside }));
  const ended = await peer.ask(peer.request("BYE", { id: "i1", change: { ...inside, CSeq: "2 BYE" } }));
  expect(ended.status).toBe(200);
  expect(await calls[0]?.ended).toMatchObject({ by: "remote", sipCause: 200, answered: true });
});

test("an answer is repeated until it is acknowledged, and a call that nobody acknowledges is ended", async () => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => call.answer(LOCAL) });
  peer.send(peer.request("INVITE", { id: "n1", body: OFFER }));
  for (let i = 0; i < 4; i++) await peer.response("n1", 200);
  expect((await peer.requestOf("BYE")).headers.get("call-id")).toBe("n1");
  expect(await calls[0]?.ended).toMatchObject({ by: "network", sipCause: 408 });
});

test("a caller puts us on hold and takes us back", async () => {
  const changes: AgreedMedia[] = [];
  const { peer } = await start({
    answers: () => true,
    onCall(call) {
      call.onMedia = (media) => changes.push(media);
      call.answer(LOCAL);
    },
  });
  peer.send(peer.request("INVITE", { id: "h1", body: OFFER }));
  const ok = await peer.response("h1", 200);
  const inside = { To: ok.headers.get("to") ?? "", From: ok.headers.get("from") ?? "" };
  peer.send(peer.request("ACK", { id: "h1", change: inside }));
  for (const [i, direction] of ["sendonly", "inactive", "sendrecv"].entries()) {
    const body = `${OFFER}a=${direction}\n`;
    const answer = await peer.ask(peer.request("INVITE", { id: "h1", body, change: { ...inside, CSeq: `${i + 2} INVITE` } }));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(`a=${["recvonly", "inactive", "sendrecv"][i]}`);
    expect(answer.body).toContain(` ${i + 2} IN IP4 `);
    peer.send(peer.request("ACK", { id: "h1", change: { ...inside, CSeq: `${i + 2} ACK` } }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(changes.map(({ direction }) => direction)).toEqual(["recvonly", "inactive", "sendrecv"]);
});

test("a change that can't be met is refused, and the call goes on", async () => {
  const { peer, calls, endpoint } = await start({ answers: () => true, onCall: (call) => call.answer(LOCAL) });
  peer.send(peer.request("INVITE", { id: "h2", body: OFFER }));
  const ok = await peer.response("h2", 200);
  const inside = { To: ok.headers.get("to") ?? "", From: ok.headers.get("from") ?? "" };
  peer.send(peer.request("ACK", { id: "h2", change: inside }));
  const video = OFFER.replace(/m=audio.*\n/, "m=audio 40000 RTP/AVP 98\n").replace(/a=rtpmap.*\n/, "a=rtpmap:98 opus/48000/2\n");
  const refused = await peer.ask(peer.request("INVITE", { id: "h2", body: video, change: { ...inside, CSeq: "2 INVITE" } }));
  expect(refused.status).toBe(488);
  expect(endpoint.callCount).toBe(1);
  calls[0]?.hangUp();
  expect((await peer.requestOf("BYE")).headers.get("call-id")).toBe("h2");
});

test("a caller who leaves the offer to us gets one and answers it in ACK", async () => {
  let media: AgreedMedia | undefined;
  const { peer } = await start({
    answers: () => true,
    onCall(call) {
      call.onMedia = (agreed) => (media = agreed);
      call.answer(LOCAL);
    },
  });
  peer.send(peer.request("INVITE", { id: "d1" }));
  const ok = await peer.response("d1", 200);
  expect(ok.body).toContain("RTP/AVP 0 8 101");
  const change = { To: ok.headers.get("to") ?? "", From: ok.headers.get("from") ?? "", "Content-Type": "application/sdp" };
  peer.send(peer.request("ACK", { id: "d1", change, body: OFFER }));
  await expect.poll(() => media?.codec).toBe("PCMA");
});

test("BYE goes through the proxies that recorded their route", async () => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => call.answer(LOCAL) });
  const route = [`<sip:127.0.0.1:${peer.port};lr;id=near>`, "<sip:proxy.example.com;lr;id=far>"];
  const change = { "Record-Route": route.join(", "), Contact: "<sip:caller@phone.example.com>" };
  peer.send(peer.request("INVITE", { id: "rr", body: OFFER, change }));
  const ok = await peer.response("rr", 200);
  expect(ok.headers.all("record-route")).toEqual(route);
  const inside = { To: ok.headers.get("to") ?? "", From: ok.headers.get("from") ?? "" };
  peer.send(peer.request("ACK", { id: "rr", change: inside }));
  await new Promise((resolve) => setTimeout(resolve, 30));
  calls[0]?.hangUp();
  const bye = await peer.requestOf("BYE");
  expect(bye.uriText).toBe("sip:caller@phone.example.com");
  expect(bye.headers.all("route")).toEqual(route);
});

test("the same call by two ways rings once", async () => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => call.ring() });
  peer.send(peer.request("INVITE", { id: "m1", body: OFFER }));
  await peer.response("m1", 180);
  peer.send(peer.request("INVITE", { id: "m1", body: OFFER }));
  expect((await peer.response("m1")).status).toBe(482);
  expect(calls).toHaveLength(1);
});

test.each([404, 486, 488, 603])("a call is refused with %i before it was answered", async (status) => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => call.reject(status) });
  peer.send(peer.request("INVITE", { id: "b1", body: OFFER }));
  expect((await peer.response("b1")).status).toBe(status);
  expect(await calls[0]?.ended).toEqual(expect.objectContaining({ by: "us", sipCause: status, answered: false }));
});

test.each([
  ["no codec that we speak", OFFER.replace(/m=audio.*\n/, "m=audio 4000 RTP/AVP 18\n"), 488],
  ["encrypted sound only", OFFER.replace("RTP/AVP", "RTP/SAVP"), 488],
  ["no sound at all", "v=0\no=- 1 1 IN IP4 127.0.0.1\ns=-\nt=0 0\n", 488],
])("an offer with %s is refused", async (_name, body, status) => {
  const { peer, calls } = await start({ answers: () => true, onCall: (call) => call.answer(LOCAL) });
  peer.send(peer.request("INVITE", { id: "s1", body }));
  expect((await peer.response("s1")).status).toBe(status);
  expect(calls).toHaveLength(0);
});

test("strangers reach open numbers only, and learn nothing about the others", async () => {
  const { peer, calls } = await start({ answers: (number) => number === "100", onCall: (call) => call.reject(486) });
  const statuses: number[] = [];
  for (const [i, number] of ["100", "200", "+254700000000"].entries()) {
    peer.send(peer.request("INVITE", { id: `e${i}`, uri: `sip:${number}@127.0.0.2`, body: OFFER }));
    const response = await peer.response(`e${i}`);
    statuses.push(response.status);
    expect(response.headers.all("proxy-authenticate")).toHaveLength(i > 0 ? 2 : 0);
  }
  expect(statuses).toEqual([486, 407, 407]);
  expect(calls.map(({ number }) => number)).toEqual(["100"]);
});

test("a trunk is known by its address", async () => {
  const { peer, calls } = await start({
    trunks: () => [{ name: "operator", host: "127.0.0.1" }],
    onCall: (call) => call.reject(404),
  });
  peer.send(peer.request("INVITE", { id: "t1", body: OFFER }));
  await peer.response("t1");
  expect(calls[0]?.proof).toEqual({ kind: "trunk", trunk: "operator" });
});

test("a stranger's call that has been passed on too often is not passed on", async () => {
  const { peer } = await start({});
  peer.send(peer.request("INVITE", { id: "mf", body: OFFER, change: { "Max-Forwards": "0" } }));
  expect((await peer.response("mf")).status).toBe(483);
});

test("a fault while a call is taken ends that call and nothing else", async () => {
  const failures: unknown[] = [];
  const { peer } = await start({
    answers: () => true,
    onFailure: (error) => failures.push(error),
    onCall() {
      throw new Error("broken");
    },
  });
  peer.send(peer.request("INVITE", { id: "f1", body: OFFER }));
  expect((await peer.response("f1")).status).toBe(500);
  expect(failures).toHaveLength(1);
  peer.send(peer.request("OPTIONS", { id: "f2" }));
  expect((await peer.response("f2")).status).toBe(200);
});

test("over TCP messages are cut by their length, a ping is answered, and what can't be cut ends the connection", async () => {
  const { endpoint, peer } = await start({});
  const socket = connect(endpoint.port, HOST);
  let text = "";
  let isClosed = false;
  socket.on("data", (chunk) => (text += chunk.toString()));
  socket.on("close", () => (isClosed = true));
  await new Promise((resolve) => socket.once("connect", resolve));
  const wire = (id: string): string => peer.request("OPTIONS", { id }).replaceAll("\n", "\r\n").replace("UDP", "TCP");
  const both = `\r\n\r\n${wire("tcp-1")}${wire("tcp-2")}`;
  for (const part of [both.slice(0, 50), both.slice(50, 300), both.slice(300)]) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await expect.poll(() => text.match(/SIP\/2.0 200 OK/g)?.length).toBe(2);
  expect(text.startsWith("\r\n")).toBe(true);
  expect(isClosed).toBe(false);
  socket.write(wire("tcp-3").replace(/Content-Length.*\r\n/, ""));
  await expect.poll(() => isClosed).toBe(true);
  expect(text).toContain("SIP/2.0 400 Bad Request - Content-Length is missing.");
});

async function start(
  options: Partial<SipEndpointOptions>,
): Promise<{ endpoint: SipEndpoint; peer: RawPeer; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host: HOST,
    port: 0,
    timing: QUICK,
    ...options,
    onCall(call) {
      calls.push(call);
      options.onCall?.(call);
    },
  });
  const peer = await RawPeer.open({ host: HOST, port: endpoint.port });
  open.push(peer, endpoint);
  return { endpoint, peer, calls };
}
