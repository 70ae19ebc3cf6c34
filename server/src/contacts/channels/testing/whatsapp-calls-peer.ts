/**
 * Meta's side of Cloud API Calling, as strict as its reference (developers.facebook.com/docs/whatsapp/cloud-api/calling): each call has a state,
 * each action its place, an SDP must be one that WebRTC can use, and nobody is called who has not allowed it. Its sound is the business of
 * whoever plays the person.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createCallPermissionsPeer, type CallPermissionsPeer } from "./whatsapp-permissions-peer.ts";
import type { SmsAnswer } from "./sms-server.ts";

export interface PeerCall {
  readonly ref: string;
  /** Digits: who calls, or is called. */
  readonly person: string;
  readonly direction: "USER_INITIATED" | "BUSINESS_INITIATED";
  /** Of whoever calls. */
  readonly offer: string;
  state: "ringing" | "pre-accepted" | "accepted" | "over";
  /** Of whoever is called, once it was given. */
  answer: string | undefined;
  /** What the business calls it. */
  readonly ours: string | undefined;
  /** What was asked of it, in order, with what was refused: "accept: 138021". */
  readonly asked: string[];
}

export interface WhatsAppCallsPeer {
  readonly all: PeerCall[];
  readonly permissions: CallPermissionsPeer;
  /** Refuses the next of this action with this code. */
  refuses: { action: string; code: number } | undefined;
  /** Somebody calls: what is delivered. `from`: digits. */
  rings(from: string, offer: string): { call: PeerCall; delivery: object };
  /** The SDP of somebody who is called: what is delivered. */
  connects(call: PeerCall, answer: string): object;
  /** Their telephone rings, is picked up, or they decline: what is delivered. */
  becomes(call: PeerCall, status: "RINGING" | "ACCEPTED" | "REJECTED"): object;
  /** The person hangs up, or nobody answered: what is delivered. */
  ends(call: PeerCall): object;
  asked(body: string): SmsAnswer;
}

const Asked = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  call_id: z.string(),
  action: z.enum(["pre_accept", "accept", "reject", "terminate"]),
  session: z.strictObject({ sdp_type: z.literal("answer"), sdp: z.string() }).optional(),
});

const Dialled = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  to: z.string().regex(/^\d{5,20}$/),
  action: z.literal("connect"),
  session: z.strictObject({ sdp_type: z.literal("offer"), sdp: z.string() }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

/** In which states each is taken, and to which it leads. */
const MOVES = {
  pre_accept: { from: ["ringing"], to: "pre-accepted" },
  accept: { from: ["ringing", "pre-accepted"], to: "accepted" },
  reject: { from: ["ringing", "pre-accepted"], to: "over" },
  terminate: { from: ["accepted"], to: "over" },
} as const;

/** `delivers`: an event of the field `calls`. */
export function createWhatsAppCallsPeer(delivers: (event: object) => object): WhatsAppCallsPeer {
  const peer: WhatsAppCallsPeer = {
    all: [],
    permissions: createCallPermissionsPeer(),
    refuses: undefined,
    rings(from, offer) {
      const call = begin({ person: from, offer, direction: "USER_INITIATED", ours: undefined });
      const session = { sdp_type: "offer", sdp: offer };
      const contacts = [{ profile: { name: "Amina" }, wa_id: from }];
      return { call, delivery: delivers({ contacts, calls: [{ ...factsOf(call), event: "connect", session }] }) };
    },
    connects(call, answer) {
      call.answer ??= answer;
      return delivers({ calls: [{ ...factsOf(call), event: "connect", session: { sdp_type: "answer", sdp: answer } }] });
    },
    becomes(call, status) {
      if (status === "ACCEPTED" && call.state !== "over") call.state = "accepted";
      const { ref: id, person, ours } = call;
      const name = ours === undefined ? {} : { biz_opaque_callback_data: ours };
      return delivers({ statuses: [{ id, type: "call", status, timestamp: now(), recipient_id: person, ...name }] });
    },
    ends(call) {
      const wasAnswered = call.state === "accepted";
      call.state = "over";
      if (call.direction === "BUSINESS_INITIATED") peer.permissions.called(call.person, wasAnswered);
      const times = wasAnswered ? { start_time: now(), end_time: now(), duration: 1 } : {};
      const status = wasAnswered ? "COMPLETED" : "FAILED";
      return delivers({ calls: [{ ...factsOf(call), event: "terminate", status, ...times }] });
    },
    asked(body) {
      const json: unknown = JSON.parse(body);
      const dialled = Dialled.safeParse(json);
      if (dialled.success) return dial(dialled.data);
      const read = Asked.safeParse(json);
      if (!read.success) return failed(100, "(#100) Invalid parameter");
      const { call_id: ref, action, session } = read.data;
      const call = peer.all.find((one) => one.ref === ref);
      if (!call) return failed(100, "(#100) Invalid call id");
      const code = problemOf(call, { action, answer: session?.sdp }, peer.refuses);
      if (code === peer.refuses?.code) peer.refuses = undefined;
      call.asked.push(code === undefined ? action : `${action}: ${code}`);
      if (code !== undefined) return failed(code, `(#${code}) It was refused`);
      call.state = MOVES[action].to;
      if (call.direction === "USER_INITIATED") call.answer ??= session?.sdp;
      return { status: 200, said: { messaging_product: "whatsapp", success: true } };
    },
  };

  function dial({ to, session: { sdp }, biz_opaque_callback_data: ours }: z.output<typeof Dialled>): SmsAnswer {
    const { refuses } = peer;
    if (refuses?.action === "connect") {
      peer.refuses = undefined;
      return failed(refuses.code, `(#${refuses.code}) It was refused`);
    }
    const isBusy = peer.all.some((one) => one.person === to && one.state !== "over");
    const code = peer.permissions.problemOfCall(to) ?? (isBusy ? 138_003 : isOffer(sdp) ? undefined : 100);
    if (code !== undefined) return failed(code, `(#${code}) It was refused`);
    const { ref } = begin({ person: to, offer: sdp, direction: "BUSINESS_INITIATED", ours });
    return { status: 200, said: { messaging_product: "whatsapp", calls: [{ id: ref }] } };
  }

  function begin(facts: Pick<PeerCall, "person" | "offer" | "direction" | "ours">): PeerCall {
    const ref = `wacid.${randomBytes(24).toString("base64")}`;
    const call: PeerCall = { ...facts, ref, state: "ringing", answer: undefined, asked: [] };
    peer.all.push(call);
    return call;
  }

  return peer;
}

const BUSINESS = "254700000001";

function factsOf({ ref: id, person, direction, ours }: PeerCall): object {
  const isOurs = direction === "BUSINESS_INITIATED";
  const [from, to] = isOurs ? [BUSINESS, person] : [person, BUSINESS];
  const name = ours === undefined ? {} : { biz_opaque_callback_data: ours };
  return { id, from, to, timestamp: now(), direction, ...name };
}

function problemOf(
  { state, direction, offer, answer }: PeerCall,
  asked: { action: keyof typeof MOVES; answer: string | undefined },
  refuses: WhatsAppCallsPeer["refuses"],
): number | undefined {
  if (refuses?.action === asked.action) return refuses.code;
  // A call of the business is ended in any state, and nothing else.
  if (direction === "BUSINESS_INITIATED") return asked.action === "terminate" && state !== "over" ? undefined : 100;
  if (!(MOVES[asked.action].from as readonly string[]).includes(state)) return 100;
  if (asked.action === "reject" || asked.action === "terminate") return undefined;
  if (asked.answer === undefined || !isAnswerTo(offer, asked.answer)) return 100;
  return answer === undefined || answer === asked.answer ? undefined : 100;
}

const NEEDED = [/^a=fingerprint:sha-256 /m, /^a=ice-ufrag:/m, /^a=ice-pwd:/m, /^a=candidate:/m, /^a=rtcp-mux/m];

/** RFC 8866, and what WebRTC needs besides. */
function isSdp(sdp: string): boolean {
  return (
    sdp.startsWith("v=0\r\n") &&
    sdp.split("\r\n").every((line) => line === "" || /^[a-z]=/.test(line)) &&
    NEEDED.every((needed) => needed.test(sdp)) &&
    (sdp.match(/^m=/gm) ?? []).length === 1
  );
}

function isOffer(sdp: string): boolean {
  return isSdp(sdp) && [/^a=setup:actpass/m, /^a=mid:\S+/m, /^a=rtpmap:\d+ opus\/48000\/2/m].every((one) => one.test(sdp));
}

function isAnswerTo(offer: string, answer: string): boolean {
  const opus = /^a=rtpmap:(\d+) opus\/48000\/2/m.exec(offer)?.[1] ?? "?";
  const mid = /^a=mid:(\S+)/m.exec(offer)?.[1] ?? "?";
  return (
    isSdp(answer) &&
    /^a=setup:(?:active|passive)/m.test(answer) &&
    new RegExp(`^a=mid:${mid}\\r$`, "m").test(answer) &&
    new RegExp(`^a=rtpmap:${opus} opus/48000/2\\r$`, "m").test(answer)
  );
}

function now(): string {
  return String(Math.round(Date.now() / 1_000));
}

function failed(code: number, message: string): SmsAnswer {
  return { status: 400, said: { error: { message, type: "OAuthException", code, fbtrace_id: "AX1" } } };
}
