/** Who lets a WhatsApp number call them: what we ask of Meta, what it answers, and what it posts. */
import { afterAll, beforeEach, expect, test } from "vitest";
import type { ChannelCalls, Posted } from "./channel.ts";
import { deliveryOf, startWhatsAppPeer, type WhatsAppPeer } from "./testing/whatsapp-peer.ts";

const PERSON = "+254712000001";
const DIGITS = "254712000001";
const OFFER = [
  "v=0",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "a=fingerprint:sha-256 1B",
  "a=ice-ufrag:a",
  "a=ice-pwd:b",
  "a=candidate:1 1 udp 1 127.0.0.1 9 typ host",
  "a=rtcp-mux",
  "a=setup:actpass",
  "a=mid:0",
  "a=rtpmap:111 opus/48000/2",
  "",
].join("\r\n");
const CALL = "11111111-1111-4111-8111-111111111111";

let peer: WhatsAppPeer;
let calls: ChannelCalls;
beforeEach(async () => {
  await peer?.close();
  peer = await startWhatsAppPeer();
  calls = peer.channel().calls!;
});
afterAll(() => peer.close());

const ask = () => peer.channel().send({ to: PERSON, text: "May we call you?", asksToCall: true, reportUrl: undefined });
const place = () => calls.place({ to: PERSON, offer: OFFER, callId: CALL });
const state = async () => {
  const read = await calls.permission(PERSON);
  return read.kind === "permission" ? read.permission : read;
};

test("nobody has allowed calls at first; they are asked once a day and twice in a week, until a call connects", async () => {
  expect(await state()).toEqual({ state: "none", expiresAt: null, mayCall: false, mayAsk: true });
  expect((await ask()).kind).toBe("sent");
  expect(peer.left).toMatchObject([{ to: PERSON, text: "May we call you?" }]);
  expect(await state()).toMatchObject({ mayAsk: false });
  expect(await ask()).toEqual({ kind: "refused", reason: "blocked" });
  peer.calls.permissions.later(86_401);
  expect((await ask()).kind).toBe("sent");
  peer.calls.permissions.later(86_401);
  expect(await ask()).toEqual({ kind: "refused", reason: "blocked" });
  peer.calls.permissions.called(DIGITS, true);
  expect((await ask()).kind).toBe("sent");
});

test("a temporary permission ends after seven days, a permanent one does not, and four unanswered calls end either", async () => {
  peer.calls.permissions.decide(DIGITS, "temporary");
  const now = await state();
  expect(now).toMatchObject({ state: "temporary", mayCall: true });
  expect(Math.round(("expiresAt" in now && now.expiresAt ? now.expiresAt.getTime() - Date.now() : 0) / 86_400_000)).toBe(7);
  peer.calls.permissions.later(7 * 86_400 + 1);
  expect(await state()).toMatchObject({ state: "none", mayCall: false });
  peer.calls.permissions.decide(DIGITS, "permanent");
  peer.calls.permissions.later(30 * 86_400);
  expect(await state()).toMatchObject({ state: "permanent", expiresAt: null, mayCall: true });
  for (let n = 0; n < 4; n++) peer.calls.permissions.called(DIGITS, false);
  expect(await state()).toMatchObject({ state: "none" });
});

test("a hundred connected calls in 24 hours are all", async () => {
  peer.calls.permissions.decide(DIGITS, "permanent");
  for (let n = 0; n < 100; n++) peer.calls.permissions.called(DIGITS, true);
  expect(await state()).toMatchObject({ state: "permanent", mayCall: false });
  expect(await place()).toEqual({ kind: "refused", code: 138_012 });
});

test("a call is taken from whoever has allowed it, once at a time; each refusal has Meta's code", async () => {
  expect(await place()).toEqual({ kind: "refused", code: 138_006 });
  peer.calls.permissions.decide(DIGITS, "temporary");
  expect(await place()).toMatchObject({ kind: "placed" });
  expect(peer.calls.all).toMatchObject([{ person: DIGITS, ours: CALL }]);
  expect(await place()).toEqual({ kind: "refused", code: 138_003 });
  const [call] = peer.calls.all;
  expect(await calls.act(call!.ref, "terminate")).toEqual({ kind: "done" });
  expect(await calls.act(call!.ref, "terminate")).toEqual({ kind: "refused", code: 100 });
  peer.calls.refuses = { action: "connect", code: 138_000 };
  expect(await place()).toEqual({ kind: "refused", code: 138_000 });
});

test("who asks Meta too often is told to come later, and a number without calls is refused", async () => {
  for (const code of [138_013, 613, 80_007]) {
    peer.calls.permissions.refuses = code;
    expect(await state()).toEqual({ kind: "later" });
  }
  peer.calls.permissions.refuses = 138_000;
  expect(await state()).toEqual({ kind: "refused", code: 138_000 });
});

test("numbers of some countries may not call, wherever the person is", () => {
  expect(["US", "CA", "EG", "VN", "NG"].map((country) => calls.mayCallFrom(country))).toEqual(Array(5).fill(false));
  expect(["KE", "UG", "TZ", "RW", "GH", "ZA", "TR"].every((country) => calls.mayCallFrom(country))).toBe(true);
});

const posted = (events: object[], field?: string): Posted => peer.signs("/hook", deliveryOf(events, peer.sender, field));
const reply = (answer: object, more: object = {}) =>
  peer.channel().receive(
    posted([
      {
        messages: [
          {
            from: DIGITS,
            id: "wamid.reply",
            timestamp: "1764230000",
            context: { from: "254700000001", id: "wamid.request" },
            interactive: { type: "call_permission_reply", call_permission_reply: answer },
            ...more,
          },
        ],
      },
    ]),
  );

test("what somebody answers is read as Meta writes it: allowed until then, for good, or declined", () => {
  const base = { kind: "call-permission", ref: "wamid.reply", from: PERSON, to: peer.sender, about: "wamid.request" };
  const at = new Date(1_764_230_000_000);
  const accept = { response: "accept", is_permanent: false, expiration_timestamp: "1764834800", response_source: "user_action" };
  const until = new Date(1_764_834_800_000);
  expect(reply(accept, { type: "interactive" })).toEqual([{ ...base, at, isAllowed: true, expiresAt: until }]);
  // Meta's own sample has no type.
  expect(reply({ ...accept, expiration_timestamp: 1_764_834_800 })).toEqual([{ ...base, at, isAllowed: true, expiresAt: until }]);
  expect(reply({ response: "accept", is_permanent: true })).toEqual([{ ...base, at, isAllowed: true, expiresAt: null }]);
  expect(reply({ response: "accept" })).toEqual([{ ...base, at, isAllowed: true, expiresAt: until }]);
  expect(reply({ response: "reject" })).toEqual([{ ...base, at, isAllowed: false, expiresAt: null }]);
  expect(reply({ response: "accept", is_permanent: true }, { context: undefined })).toMatchObject([{ about: undefined }]);
});

test("what becomes of a call that we placed is read with our name for it, and odd news are left out", () => {
  const told = (events: object[]) => peer.channel().callsIn?.(posted(events, "calls"));
  const base = { id: "wacid.1", timestamp: "1764230000", direction: "BUSINESS_INITIATED", biz_opaque_callback_data: CALL };
  const connect = { ...base, event: "connect", session: { sdp_type: "answer", sdp: "v=0" } };
  const news = { kind: "placed", ref: "wacid.1", callId: CALL };
  expect(told([{ calls: [connect] }])).toEqual([{ ...news, news: { is: "media", answer: "v=0" } }]);
  for (const [status, wasAnswered] of [
    ["COMPLETED", true],
    ["Completed", true],
    ["FAILED", false],
    [undefined, false],
  ] as const)
    expect(told([{ calls: [{ ...base, event: "terminate", status }] }])).toEqual([
      { ...news, news: { is: "over", wasAnswered } },
    ]);
  const status = { id: "wacid.1", type: "call", timestamp: "1764230000", recipient_id: DIGITS, biz_opaque_callback_data: CALL };
  expect(told([{ statuses: ["RINGING", "ACCEPTED", "REJECTED", "HELD"].map((one) => ({ ...status, status: one })) }])).toEqual(
    ["ringing", "accepted", "rejected"].map((is) => ({ ...news, news: { is } })),
  );
  expect(told([{ statuses: [{ ...status, status: "RINGING", biz_opaque_callback_data: "another's" }] }])).toEqual([
    { ...news, callId: undefined, news: { is: "ringing" } },
  ]);
  expect(
    told([
      { calls: [{ ...connect, session: { sdp_type: "offer", sdp: "v=0" } }] },
      { calls: [{ ...connect, session: { sdp_type: "answer", sdp: "x".repeat(20_001) } }] },
      { calls: [{ ...connect, event: "call_created" }, "nothing"] },
      { statuses: [{ ...status, type: "message", status: "RINGING" }, null] },
    ]),
  ).toEqual([]);
});
