/**
 * Meta's side of Cloud API Calling, as strict as its reference (developers.facebook.com/docs/whatsapp/cloud-api/calling): each call has a state,
 * each action its place, and an SDP answer must be one that WebRTC can use. Its sound is the business of whoever plays the caller.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SmsAnswer } from "./sms-server.ts";

export interface PeerCall {
  readonly ref: string;
  readonly from: string;
  readonly offer: string;
  state: "ringing" | "pre-accepted" | "accepted" | "over";
  /** Our SDP, once it was given. */
  answer: string | undefined;
  /** What was asked of it, in order, with what was refused: "accept: 138021". */
  readonly asked: string[];
}

export interface WhatsAppCallsPeer {
  readonly all: PeerCall[];
  /** Refuses the next of this action with this code. */
  refuses: { action: string; code: number } | undefined;
  /** Somebody calls: what is delivered. `from`: digits. */
  rings(from: string, offer: string): { call: PeerCall; delivery: object };
  /** The caller hangs up, or nobody answered: what is delivered. */
  ends(call: PeerCall): object;
  asked(body: string): SmsAnswer;
}

const Asked = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  call_id: z.string(),
  action: z.enum(["pre_accept", "accept", "reject", "terminate"]),
  session: z.strictObject({ sdp_type: z.literal("answer"), sdp: z.string() }).optional(),
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
    refuses: undefined,
    rings(from, offer) {
      const ref = `wacid.${randomBytes(24).toString("base64")}`;
      const call: PeerCall = { ref, from, offer, state: "ringing", answer: undefined, asked: [] };
      peer.all.push(call);
      const session = { sdp_type: "offer", sdp: offer };
      const contacts = [{ profile: { name: "Amina" }, wa_id: from }];
      return { call, delivery: delivers({ contacts, calls: [{ ...factsOf(call), event: "connect", session }] }) };
    },
    ends(call) {
      const wasAnswered = call.state === "accepted";
      call.state = "over";
      const times = wasAnswered ? { start_time: now(), end_time: now(), duration: 1 } : {};
      const status = wasAnswered ? "COMPLETED" : "FAILED";
      return delivers({ calls: [{ ...factsOf(call), event: "terminate", status, ...times }] });
    },
    asked(body) {
      const read = Asked.safeParse(JSON.parse(body));
      if (!read.success) return failed(100, "(#100) Invalid parameter");
      const { call_id: ref, action, session } = read.data;
      const call = peer.all.find((one) => one.ref === ref);
      if (!call) return failed(100, "(#100) Invalid call id");
      const code = problemOf(call, { action, answer: session?.sdp }, peer.refuses);
      if (code === peer.refuses?.code) peer.refuses = undefined;
      call.asked.push(code === undefined ? action : `${action}: ${code}`);
      if (code !== undefined) return failed(code, `(#${code}) It was refused`);
      call.state = MOVES[action].to;
      call.answer ??= session?.sdp;
      return { status: 200, said: { messaging_product: "whatsapp", success: true } };
    },
  };
  const factsOf = ({ ref: id, from }: PeerCall): object => ({
    id,
    from,
    to: "254700000001",
    timestamp: now(),
    direction: "USER_INITIATED",
  });
  return peer;
}

function problemOf(
  { state, offer, answer }: PeerCall,
  asked: { action: keyof typeof MOVES; answer: string | undefined },
  refuses: WhatsAppCallsPeer["refuses"],
): number | undefined {
  if (refuses?.action === asked.action) return refuses.code;
  if (!(MOVES[asked.action].from as readonly string[]).includes(state)) return 100;
  if (asked.action === "reject" || asked.action === "terminate") return undefined;
  if (asked.answer === undefined || !isAnswerTo(offer, asked.answer)) return 100;
  return answer === undefined || answer === asked.answer ? undefined : 100;
}

/** RFC 8866, and what WebRTC needs besides. */
function isAnswerTo(offer: string, answer: string): boolean {
  const opus = /^a=rtpmap:(\d+) opus\/48000\/2/m.exec(offer)?.[1] ?? "?";
  const mid = /^a=mid:(\S+)/m.exec(offer)?.[1] ?? "?";
  return (
    answer.startsWith("v=0\r\n") &&
    answer.split("\r\n").every((line) => line === "" || /^[a-z]=/.test(line)) &&
    [
      /^a=setup:(?:active|passive)/m,
      /^a=fingerprint:sha-256 /m,
      /^a=ice-ufrag:/m,
      /^a=ice-pwd:/m,
      /^a=candidate:/m,
      /^a=rtcp-mux/m,
    ].every((needed) => needed.test(answer)) &&
    new RegExp(`^a=mid:${mid}\\r$`, "m").test(answer) &&
    new RegExp(`^a=rtpmap:${opus} opus/48000/2\\r$`, "m").test(answer) &&
    (answer.match(/^m=/gm) ?? []).length === 1
  );
}

function now(): string {
  return String(Math.round(Date.now() / 1_000));
}

function failed(code: number, message: string): SmsAnswer {
  return { status: 400, said: { error: { message, type: "OAuthException", code, fbtrace_id: "AX1" } } };
}
