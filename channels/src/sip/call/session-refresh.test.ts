/** Session timers between our user agent and a peer that sends exactly what is written; a second takes 20 ms. */
import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { SipResponse } from "../message/message.ts";
import { OFFER, RawPeer } from "../testing/raw-peer.ts";
import type { CallEnd } from "./call.ts";
import type { InboundCall } from "./inbound-call.ts";

const TIMING = { t1Ms: 100, t2Ms: 400, t4Ms: 50, secondMs: 20 };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

test("a caller that refreshes stays, and is hung up on when it stops", async () => {
  const { peer, invite, calls } = await called({ "Session-Expires": "90;refresher=uac", Supported: "timer", Require: "timer" });
  expect(invite.headers.get("session-expires")).toBe("90;refresher=uac");
  expect(invite.headers.all("require")).toEqual(["timer"]);
  for (let times = 2; times < 5; times++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const refresh = inDialog(peer, invite, "UPDATE", times, { "Session-Expires": "90;refresher=uac", Supported: "timer" });
    expect((await peer.ask(refresh)).headers.get("session-expires")).toBe("90;refresher=uac");
  }
  expect(calls[0]!.over).toBeUndefined();
  await peer.requestOf("BYE");
  await expect.poll(() => calls[0]!.over).toMatchObject({ by: "network", sipCause: 408, reason: "Nobody refreshed the call" });
});

test("an interval that is too short is refused with the least, in the beginning and in the call", async () => {
  const { peer } = await listening();
  peer.send(peer.request("INVITE", { id: "short", body: OFFER, change: { "Session-Expires": "30", Supported: "timer" } }));
  const refused = await peer.response("short");
  expect([refused.status, refused.headers.get("min-se")]).toEqual([422, "90"]);
  const { peer: other, invite } = await called({ Supported: "timer" });
  expect(invite.headers.get("session-expires")).toBeUndefined();
  const refresh = inDialog(other, invite, "UPDATE", 2, { "Session-Expires": "10", Supported: "timer" });
  expect((await other.ask(refresh)).status).toBe(422);
});

test("where it is ours to refresh, UPDATE goes out; where that is unknown, an INVITE with the sound as it is", async () => {
  const { peer, invite, calls } = await called({
    "Session-Expires": "90;refresher=uas",
    Supported: "timer",
    Allow: "INVITE, UPDATE",
  });
  expect(invite.headers.get("session-expires")).toBe("90;refresher=uas");
  const update = await peer.requestOf("UPDATE");
  expect(update.headers.get("session-expires")).toBe("90;refresher=uac");
  peer.send(peer.answer(update, 501));
  const again = await peer.requestOf("INVITE");
  expect(again.body).toContain("m=audio");
  peer.send(peer.answer(again, 200, { "Session-Expires": "90;refresher=uac", Require: "timer" }, OFFER));
  await peer.requestOf("ACK");
  const third = await peer.requestOf("INVITE");
  expect(third.headers.get("cseq")).not.toBe(again.headers.get("cseq"));
  peer.send(peer.answer(third, 481));
  await peer.requestOf("BYE");
  await expect.poll(() => calls[0]!.over).toMatchObject({ by: "network", sipCause: 481 });
});

test("an UPDATE may not send our sound elsewhere: nobody there has said that they want it", async () => {
  const { peer, invite } = await called({ Supported: "timer" });
  const elsewhere = inDialog(peer, invite, "UPDATE", 2, { "Content-Type": "application/sdp" }, OFFER.replace("40000", "40002"));
  expect((await peer.ask(elsewhere)).status).toBe(488);
  const same = inDialog(peer, invite, "UPDATE", 3, { "Content-Type": "application/sdp" }, OFFER);
  const accepted = await peer.ask(same);
  expect([accepted.status, accepted.body.includes("m=audio")]).toEqual([200, true]);
});

test("a trunk that wants a longer interval is asked once more with it, and its call is refreshed", async () => {
  const { peer, endpoint } = await listening();
  const call = endpoint.place({
    to: "+254700000001",
    from: { user: "+254711000000" },
    via: { trunk: { name: "raw", host: "127.0.0.1", port: peer.port } },
    media: { host: "127.0.0.2", port: 6_000 },
  });
  let over: CallEnd | undefined;
  void call.ended.then((end) => (over = end));
  const first = await peer.requestOf("INVITE");
  expect([first.headers.all("supported"), first.headers.get("session-expires")]).toEqual([["timer"], undefined]);
  peer.send(peer.answer(first, 422, { "Min-SE": "120" }));
  await peer.requestOf("ACK");
  const second = await peer.requestOf("INVITE");
  expect(second.headers.get("session-expires")).toBe("120;refresher=uac");
  const agreed = { "Session-Expires": "120;refresher=uac", Require: "timer", Allow: "INVITE, UPDATE" };
  peer.send(peer.answer(second, 200, agreed, OFFER));
  await peer.requestOf("ACK");
  for (let times = 0; times < 2; times++) peer.send(peer.answer(await peer.requestOf("UPDATE"), 200, agreed));
  expect(over).toBeUndefined();
  // From now on nobody answers: the call ends by itself.
  await peer.requestOf("BYE");
  await expect.poll(() => over).toMatchObject({ by: "network", sipCause: 408 });
});

interface Taken extends InboundCall {
  over?: CallEnd;
}

async function listening(): Promise<{ peer: RawPeer; endpoint: SipEndpoint; calls: { over?: CallEnd }[] }> {
  const calls: { over?: CallEnd }[] = [];
  const endpoint = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    timing: TIMING,
    answers: () => true,
    onCall(call: Taken) {
      const kept: { over?: CallEnd } = {};
      calls.push(kept);
      void call.ended.then((end) => (kept.over = end));
      call.answer({ host: "127.0.0.2", port: 42_000 });
    },
  });
  const peer = await RawPeer.open({ host: endpoint.host, port: endpoint.port });
  open.push(endpoint, peer);
  return { peer, endpoint, calls };
}

/** A call of the peer that is answered and acknowledged; `invite` is our 200. */
async function called(change: Record<string, string>): Promise<Awaited<ReturnType<typeof listening>> & { invite: SipResponse }> {
  const here = await listening();
  here.peer.send(here.peer.request("INVITE", { id: "c1", body: OFFER, change }));
  const invite = await here.peer.response("c1", 200);
  here.peer.send(inDialog(here.peer, invite, "ACK", 1));
  return { ...here, invite };
}

function inDialog(
  peer: RawPeer,
  ok: SipResponse,
  ...[method, sequence, change = {}, body]: [string, number, Record<string, string>?, string?]
): string {
  const to = ok.headers.get("to") ?? "";
  return peer.request(method, {
    id: "c1",
    change: { To: to, CSeq: `${sequence} ${method}`, ...change },
    ...(body ? { body } : {}),
  });
}
