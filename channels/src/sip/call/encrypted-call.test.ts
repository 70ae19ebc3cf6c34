/** What is agreed on where sound is to be encrypted, with a peer that sends exactly what is written. */
import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { SipResponse } from "../message/message.ts";
import { parseSdp } from "../message/sdp.ts";
import { OFFER, RawPeer } from "../testing/raw-peer.ts";
import type { CallEnd } from "./call.ts";
import type { InboundCall } from "./inbound-call.ts";

const TIMING = { t1Ms: 100, t2Ms: 400, t4Ms: 50 };
const THEIRS = Buffer.alloc(30, 1).toString("base64");
const OURS = Buffer.alloc(30, 2).toString("base64");
const SUITE = "AES_CM_128_HMAC_SHA1_80";
const SECURE = secure(`a=crypto:7 ${SUITE} inline:${THEIRS}|2^31`);
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test("an encrypted offer is answered with our key, under the tag that it has, and stays encrypted", async () => {
  const { peer, calls } = await listening();
  const ok = await invited(
    peer,
    secure(`a=crypto:1 AES_256_CM_HMAC_SHA1_80 inline:${"A".repeat(61)}`, `a=crypto:7 ${SUITE} inline:${THEIRS}|2^31`),
  );
  expect(calls[0]!.media?.srtp).toEqual({ tag: 7, suite: SUITE, key: THEIRS });
  expect(ok.body).toMatch(/^m=audio 42000 RTP\/SAVP 8 101\r$/m);
  expect(parseSdp(ok.body)?.crypto).toEqual([{ tag: 7, suite: SUITE, key: OURS }]);
  peer.send(inDialog(peer, ok, "1 ACK"));
  // Somebody on the way takes the encryption out of a change.
  expect((await answered(peer, inDialog(peer, ok, "2 INVITE", OFFER))).status).toBe(488);
  const other = SECURE.replace(THEIRS, Buffer.alloc(30, 3).toString("base64"));
  const changed = await answered(peer, inDialog(peer, ok, "3 INVITE", other));
  expect([changed.status, parseSdp(changed.body)?.crypto?.[0]?.key]).toEqual([200, OURS]);
});

test.each([
  ["no key", secure()],
  ["a key that is too short", secure(`a=crypto:1 ${SUITE} inline:AAAA`)],
  ["a suite that is unknown here", secure(`a=crypto:1 F8_128_HMAC_SHA1_80 inline:${THEIRS}`)],
  ["keys for several streams", secure(`a=crypto:1 ${SUITE} inline:${THEIRS}|2^20|1:4`)],
  ["sound that is not authenticated", secure(`a=crypto:1 ${SUITE} inline:${THEIRS} UNAUTHENTICATED_SRTP`)],
])("an encrypted offer with %s is refused, not answered in the clear", async (_what, offer) => {
  const { peer, calls } = await listening();
  peer.send(peer.request("INVITE", { id: "c1", body: offer }));
  expect((await peer.response("c1")).status).toBe(488);
  expect(calls).toEqual([]);
});

test("a trunk that encrypts is not called in the clear, and its calls in the clear are refused", async () => {
  const { peer, endpoint, calls } = await listening({ trunkOf: true });
  peer.send(peer.request("INVITE", { id: "clear", body: OFFER }));
  expect((await peer.response("clear")).status).toBe(488);
  const ok = await invited(peer, SECURE);
  expect(ok.status).toBe(200);
  expect(calls).toHaveLength(1);
  peer.send(inDialog(peer, ok, "1 ACK"));

  for (const answer of [OFFER, secure()]) {
    let over: CallEnd | undefined;
    const call = endpoint.place({
      to: "+254700000001",
      from: { user: "+254711000000" },
      via: { trunk: { name: "raw", host: "127.0.0.1", port: peer.port, isSecure: true } },
      media: { host: "127.0.0.2", port: 6_000, srtpKey: OURS },
    });
    call.onAnswered = () => expect.unreachable();
    void call.ended.then((end) => (over = end));
    const invite = await peer.requestOf("INVITE");
    expect(parseSdp(invite.body)?.crypto).toEqual([{ tag: 1, suite: SUITE, key: OURS }]);
    peer.send(peer.answer(invite, 200, {}, answer));
    await peer.requestOf("ACK");
    peer.send(peer.answer(await peer.requestOf("BYE"), 200));
    await expect.poll(() => over).toMatchObject({ by: "us", sipCause: 488, answered: false });
  }
});

function secure(...crypto: string[]): string {
  return OFFER.replace("RTP/AVP", "RTP/SAVP") + crypto.map((line) => `${line}\n`).join("");
}

async function listening({ trunkOf = false } = {}): Promise<{ peer: RawPeer; endpoint: SipEndpoint; calls: InboundCall[] }> {
  const calls: InboundCall[] = [];
  const endpoint = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    timing: TIMING,
    answers: () => true,
    ...(trunkOf && {
      trunkOf: (_source, { number }) => ({ kind: "own trunk", trunk: "t", number, mayReach: () => true, isSecure: true }),
    }),
    onCall(call) {
      calls.push(call);
      call.answer({ host: "127.0.0.2", port: 42_000, srtpKey: OURS });
    },
  });
  const peer = await RawPeer.open({ host: endpoint.host, port: endpoint.port });
  open.push(endpoint, peer);
  return { peer, endpoint, calls };
}

async function invited(peer: RawPeer, offer: string): Promise<SipResponse> {
  peer.send(peer.request("INVITE", { id: "c1", body: offer }));
  return peer.response("c1");
}

function inDialog(peer: RawPeer, ok: SipResponse, sequence: string, body?: string): string {
  const change = { To: ok.headers.get("to") ?? "", CSeq: sequence };
  return peer.request(sequence.replace(/^\d+ /, ""), { id: "c1", change, ...(body ? { body } : {}) });
}

/** An answer to an earlier request may come once more. */
async function answered(peer: RawPeer, request: string): Promise<SipResponse> {
  peer.send(request);
  const sequence = /^CSeq: (.*)$/m.exec(request)?.[1];
  for (;;) {
    const response = await peer.response("c1");
    if (response.headers.get("cseq") === sequence) return response;
  }
}
