/** Referrals (REFER) between our user agent and a peer that sends exactly what is written. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createSipEndpoint, type SipEndpoint } from "../endpoint.ts";
import type { SipMessage, SipResponse } from "../message/message.ts";
import { OFFER, RawPeer } from "../testing/raw-peer.ts";
import type { InboundCall } from "./inbound-call.ts";
import { statusInFragment, type IncomingReferral } from "./referral.ts";

const TIMING = { t1Ms: 20, t2Ms: 80, t4Ms: 50 };
const QUICK = { answerMs: 400, firstWordMs: 400, endMs: 400 };
const TO = "sip:+254722000001@127.0.0.1";
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

interface Called {
  peer: RawPeer;
  endpoint: SipEndpoint;
  call: InboundCall;
  ok: SipResponse;
  asked: IncomingReferral[];
}

/** A call of the peer that is answered and acknowledged. */
async function called({ listens = true } = {}): Promise<Called> {
  const calls: InboundCall[] = [];
  const asked: IncomingReferral[] = [];
  const endpoint = await createSipEndpoint({
    host: "127.0.0.2",
    port: 0,
    timing: TIMING,
    answers: () => true,
    onCall(call) {
      calls.push(call);
      if (listens) call.onReferred = (one) => void asked.push(one);
      call.answer({ host: "127.0.0.2", port: 42_000 });
    },
  });
  const peer = await RawPeer.open({ host: endpoint.host, port: endpoint.port });
  open.push(endpoint, peer);
  peer.send(peer.request("INVITE", { id: "c1", body: OFFER }));
  const ok = await peer.response("c1", 200);
  peer.send(inDialog({ peer, ok }, "ACK", 1));
  return { peer, endpoint, call: calls[0]!, ok, asked };
}

function inDialog(
  { peer, ok }: Pick<Called, "peer" | "ok">,
  ...[method, sequence, change = {}, body]: [string, number, Record<string, string>?, string?]
): string {
  return peer.request(method, {
    id: "c1",
    change: { To: ok.headers.get("to") ?? "", CSeq: `${sequence} ${method}`, ...change },
    ...(body ? { body } : {}),
  });
}

const says = (status: number, subscription = "active;expires=60") =>
  [
    { Event: "refer", "Subscription-State": subscription, "Content-Type": "message/sipfrag;version=2.0" },
    `SIP/2.0 ${status} Said\n`,
  ] as const;

/** The final answer to exactly this request: our 200 may come again meanwhile. */
async function answered({ peer }: Called, request: string): Promise<SipResponse> {
  const cseq = /^CSeq: (.*)$/m.exec(request)?.[1];
  const isIts = (one: SipMessage): one is SipResponse =>
    one.kind === "response" && one.status >= 200 && one.headers.get("cseq") === cseq;
  peer.send(request);
  await expect.poll(() => peer.received.some(isIts), { timeout: 10_000 }).toBe(true);
  return peer.received.find(isIts)!;
}

test("a far end that takes our referral tells how it goes, and is believed when it has reached them", async () => {
  const here = await called();
  const ended = here.call.refer(TO, QUICK);
  const refer = await here.peer.requestOf("REFER");
  expect([refer.headers.get("refer-to"), refer.headers.get("contact")]).toEqual([`<${TO}>`, expect.any(String)]);
  here.peer.send(here.peer.answer(refer, 202));
  here.peer.send(inDialog(here, "NOTIFY", 2, ...says(100)));
  await expect
    .poll(() => here.peer.received.find((one) => one.headers.get("cseq") === "2 NOTIFY"))
    .toMatchObject({ status: 200 });
  here.peer.send(inDialog(here, "NOTIFY", 3, ...says(180)));
  here.peer.send(inDialog(here, "NOTIFY", 4, ...says(200, "terminated;reason=noresource")));
  expect(await ended).toEqual({ kind: "reached" });
  // What comes afterwards belongs to nothing.
  here.peer.send(inDialog(here, "NOTIFY", 5, ...says(200)));
  const late = () => here.peer.received.find((one) => one.headers.get("cseq") === "5 NOTIFY");
  await expect.poll(late).toMatchObject({ status: 481 });
});

test.each([405, 501, 603])("a far end that answers REFER with %d has refused it", async (status) => {
  const here = await called();
  const ended = here.call.refer(TO, QUICK);
  here.peer.send(here.peer.answer(await here.peer.requestOf("REFER"), status));
  expect(await ended).toEqual({ kind: "refused", status });
});

test("a first word that is quicker than the answer counts, and so does what came of it", async () => {
  const here = await called();
  const ended = here.call.refer(TO, QUICK);
  const refer = await here.peer.requestOf("REFER");
  here.peer.send(inDialog(here, "NOTIFY", 2, ...says(100)));
  here.peer.send(here.peer.answer(refer, 202));
  here.peer.send(inDialog(here, "NOTIFY", 3, ...says(486, "terminated;reason=noresource")));
  expect(await ended).toEqual({ kind: "failed", status: 486 });
});

test("silence is told: before the answer, before the first word, and after it", async () => {
  const here = await called();
  const first = here.call.refer(TO, QUICK);
  await here.peer.requestOf("REFER");
  expect(await here.call.refer(TO, QUICK)).toEqual({ kind: "refused", status: 491 });
  expect(await first).toEqual({ kind: "silent" });
  const second = here.call.refer(TO, QUICK);
  here.peer.received.length = 0;
  here.peer.send(here.peer.answer(await here.peer.requestOf("REFER"), 202));
  expect(await second).toEqual({ kind: "silent" });
  const third = here.call.refer(TO, QUICK);
  here.peer.received.length = 0;
  here.peer.send(here.peer.answer(await here.peer.requestOf("REFER"), 202));
  here.peer.send(inDialog(here, "NOTIFY", 2, ...says(180)));
  expect(await third).toEqual({ kind: "silent" });
});

test("a call that ends while its far end is being referred is gone, and none that is over refers anybody", async () => {
  const here = await called();
  const ended = here.call.refer(TO, QUICK);
  here.peer.send(here.peer.answer(await here.peer.requestOf("REFER"), 202));
  here.peer.send(inDialog(here, "BYE", 2));
  expect(await ended).toEqual({ kind: "gone" });
  expect(await here.call.refer(TO, QUICK)).toEqual({ kind: "gone" });
});

test("a far end that refers us is told 100, then what came of it, one behind the other", async () => {
  const here = await called();
  here.peer.send(inDialog(here, "REFER", 2, { "Refer-To": `<${TO}>` }));
  await expect.poll(() => here.asked).toHaveLength(1);
  const [asked] = here.asked;
  expect(asked!.to).toBe("+254722000001");
  asked!.accept();
  expect((await here.peer.response("c1", 202)).headers.get("contact")).toBeDefined();
  asked!.over(486);
  asked!.over(200);
  const first = await here.peer.requestOf("NOTIFY");
  expect([first.headers.get("event"), first.headers.get("subscription-state"), first.body]).toEqual([
    "refer",
    "active;expires=180",
    "SIP/2.0 100 Trying\r\n",
  ]);
  expect(first.headers.get("content-type")).toContain("message/sipfrag");
  expect(here.peer.received.filter((one) => one.kind === "request" && one.method === "NOTIFY")).toEqual([]);
  here.peer.send(here.peer.answer(first, 200));
  await expect
    .poll(async () => {
      const next = await here.peer.requestOf("NOTIFY");
      here.peer.send(here.peer.answer(next, 200));
      return [next.headers.get("subscription-state"), next.body];
    })
    .toEqual(["terminated;reason=noresource", "SIP/2.0 486 Busy Here\r\n"]);
}, 30_000);

test("a far end that wants no subscription (RFC 4488) is told nothing but 202", async () => {
  const here = await called();
  here.peer.send(inDialog(here, "REFER", 2, { "Refer-To": `<${TO}>`, "Refer-Sub": "false", Require: "norefersub" }));
  await expect.poll(() => here.asked).toHaveLength(1);
  here.asked[0]!.accept();
  expect((await here.peer.response("c1", 202)).headers.get("refer-sub")).toBe("false");
  here.asked[0]!.over(200);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(here.peer.received.filter((one) => one.kind === "request" && one.method === "NOTIFY")).toEqual([]);
});

test.each([
  ["nobody", {}, 400],
  ["two people", { "Refer-To": `<${TO}>\nRefer-To: <${TO}>` }, 400],
  ["no address", { "Refer-To": "<<>" }, 400],
  ["a page of the web", { "Refer-To": "<https://example.com/>" }, 416],
  ["a call that is to be replaced", { "Refer-To": `<${TO}?Replaces=abc%3Bto-tag%3D1%3Bfrom-tag%3D2>` }, 403],
  ["a request that is none", { "Refer-To": `<${TO};method=BYE>` }, 403],
  ["a place without a name", { "Refer-To": "<sip:127.0.0.9>" }, 404],
] as const)("a referral to %s is refused, and nobody here hears of it", async (_, change, status) => {
  const here = await called();
  expect((await answered(here, inDialog(here, "REFER", 2, change))).status).toBe(status);
  expect(here.asked).toEqual([]);
});

test("one referral is dealt with at a time; where nobody listens it is declined; outside a call it is forbidden", async () => {
  const here = await called();
  here.peer.send(inDialog(here, "REFER", 2, { "Refer-To": `<tel:+254722000001>` }));
  await expect.poll(() => here.asked).toHaveLength(1);
  expect((await answered(here, inDialog(here, "REFER", 3, { "Refer-To": `<${TO}>` }))).status).toBe(491);
  here.asked[0]!.refuse(403);
  expect((await here.peer.response("c1", 403)).headers.get("cseq")).toBe("2 REFER");
  here.peer.send(inDialog(here, "REFER", 4, { "Refer-To": `<${TO}>` }));
  await expect.poll(() => here.asked).toHaveLength(2);

  const deaf = await called({ listens: false });
  expect((await answered(deaf, inDialog(deaf, "REFER", 2, { "Refer-To": `<${TO}>` }))).status).toBe(603);
  deaf.peer.send(deaf.peer.request("REFER", { id: "stranger", change: { "Refer-To": `<${TO}>` } }));
  expect((await deaf.peer.response("stranger")).status).toBe(403);
  const made = { To: "<sip:100@127.0.0.2>;tag=madeup", "Refer-To": `<${TO}>` };
  deaf.peer.send(deaf.peer.request("REFER", { id: "guess", change: made }));
  expect((await deaf.peer.response("guess")).status).toBe(481);
  expect((await answered(deaf, inDialog(deaf, "NOTIFY", 3, { Event: "dialog" }))).status).toBe(489);
});

test("whatever a NOTIFY carries, only a status line says how it goes", () => {
  expect(statusInFragment("SIP/2.0 200 OK\r\nTo: x\r\n")).toBe(200);
  expect(statusInFragment("SIP/2.0 200\n")).toBe(200);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const status = statusInFragment(text);
      expect(status === undefined || (status >= 100 && status < 700)).toBe(true);
    }),
  );
  for (const text of ["", "INVITE sip:x SIP/2.0", "SIP/2.0 20 OK", "SIP/2.0 2000 OK", " SIP/2.0 200 OK"])
    expect([text, statusInFragment(text)]).toEqual([text, undefined]);
});
