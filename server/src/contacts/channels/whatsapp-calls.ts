/**
 * Calls between people and a WhatsApp number, by the Graph API of Meta's Cloud API Calling
 * (developers.facebook.com/docs/whatsapp/cloud-api/calling, as of May 2026).
 *
 * People call: the field `calls` of the webhook brings the caller's SDP offer (`connect`) and the end (`terminate`); POST /{phone-number-id}/calls
 * answers with `pre_accept`, `accept`, `reject` or `terminate`. The answer of `accept` is that of `pre_accept`, sound goes out after `accept` has
 * been taken, and Meta waits 30 to 60 s for it.
 *
 * We call whoever has allowed it: POST with `connect` and our offer; the webhook brings their side's SDP answer (`connect`), RINGING, ACCEPTED or
 * REJECTED, and the end, each with what we called the call (`biz_opaque_callback_data`).
 */
import { z } from "zod";
import { RestFailure, type Rest, type RestAnswer } from "../../platform/fetch/rest.ts";
import type { CallActionResult, CallPermission, CallSignal, ChannelCalls, PlacedCallEvent, Posted } from "./channel.ts";
import { GRAPH_VERSION } from "./meta.ts";
import { changesIn, deliveryIn } from "./whatsapp-events.ts";

const MOST_AT_ONCE = 100;
const OURS = "BUSINESS_INITIATED";

/** Meta does not offer calls by businesses whose number is of these countries: USA, Canada, Egypt, Vietnam, Nigeria. */
const NOT_OFFERED_FROM: ReadonlySet<string> = new Set(["US", "CA", "EG", "VN", "NG"]);

/** Meta takes five questions a second for a permission. */
const ASKED_TOO_OFTEN: ReadonlySet<number> = new Set([4, 613, 80007, 130429, 138013]);

const seconds = z.coerce.number().int().min(0).max(100_000_000_000);
const callId = z.uuid().optional().catch(undefined);
const Call = z.object({
  id: z.string().min(1).max(512),
  from: z.string().max(40).default(""),
  timestamp: seconds,
  event: z.string().max(40),
  direction: z.string().max(40).optional(),
  status: z.union([z.string().max(40), z.array(z.string().max(40))]).optional(),
  biz_opaque_callback_data: callId,
  // Meta's offers have about 1,500 characters. What no line can be made of is rejected as a call, so that nobody waits for it.
  session: z.object({ sdp_type: z.string().max(20), sdp: z.string() }).optional(),
});

const Status = z.object({
  id: z.string().min(1).max(512),
  type: z.literal("call"),
  status: z.string().max(40),
  biz_opaque_callback_data: callId,
});

const Calls = z.object({
  metadata: z.object({ phone_number_id: z.string(), display_phone_number: z.string().max(40).default("") }),
  calls: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
});

const Done = z.object({ success: z.literal(true) });
const Placed = z.object({ calls: z.array(z.object({ id: z.string().min(1).max(512) })).min(1) });
const Refused = z.object({ error: z.object({ code: z.number() }) });
const Permission = z.object({
  permission: z.object({ status: z.enum(["no_permission", "temporary", "permanent"]), expiration_time: seconds.optional() }),
  actions: z.array(z.object({ action_name: z.string(), can_perform_action: z.boolean() })).default([]),
});

const CALLER = /^\d{5,20}$/;
/** An SDP answer; a server tells another one of it. */
const LONGEST_ANSWER = 20_000;

/** What a delivery says of calls of this number, in order. One that cannot be read is left out: nobody could answer it. */
export function callSignalsIn(posted: Posted, phoneNumberId: string): CallSignal[] {
  const delivery = deliveryIn(posted);
  return (delivery ? changesIn(delivery, "calls") : [])
    .flatMap((value): CallSignal[] => {
      const change = Calls.safeParse(value).data;
      if (!change || change.metadata.phone_number_id !== phoneNumberId) return [];
      const to = change.metadata.display_phone_number.replaceAll(/\D/g, "");
      return [
        ...change.calls.slice(0, MOST_AT_ONCE).flatMap((one) => signalIn(Call.safeParse(one).data, to)),
        ...change.statuses.slice(0, MOST_AT_ONCE).flatMap((one) => statusIn(Status.safeParse(one).data)),
      ];
    })
    .slice(0, MOST_AT_ONCE);
}

function signalIn(call: z.output<typeof Call> | undefined, to: string): CallSignal[] {
  if (!call) return [];
  if (call.direction === OURS) return placedIn(call);
  const { id: ref, event, session, from, timestamp } = call;
  if (!CALLER.test(from)) return [];
  if (event === "terminate") return [{ kind: "ended", ref }];
  if (event !== "connect" || session?.sdp_type !== "offer") return [];
  return [{ kind: "rings", ref, from: `+${from}`, to: `+${to}`, at: new Date(timestamp * 1_000), offer: session.sdp }];
}

function placedIn({ id: ref, event, session, status, biz_opaque_callback_data: ours }: z.output<typeof Call>): CallSignal[] {
  const told = (news: PlacedCallEvent): CallSignal[] => [{ kind: "placed", ref, callId: ours, news }];
  if (event === "terminate")
    return told({ is: "over", wasAnswered: [status].flat().some((one) => /^completed$/i.test(one ?? "")) });
  if (event !== "connect" || session?.sdp_type !== "answer" || session.sdp.length > LONGEST_ANSWER) return [];
  return told({ is: "media", answer: session.sdp });
}

const STATES: Readonly<Record<string, PlacedCallEvent>> = {
  RINGING: { is: "ringing" },
  ACCEPTED: { is: "accepted" },
  REJECTED: { is: "rejected" },
};

function statusIn(told: z.output<typeof Status> | undefined): CallSignal[] {
  const news = told && STATES[told.status.toUpperCase()];
  return news ? [{ kind: "placed", ref: told.id, callId: told.biz_opaque_callback_data, news }] : [];
}

export function createWhatsAppCalls(ask: Rest, phoneNumberId: string): ChannelCalls {
  const number = `/${GRAPH_VERSION}/${encodeURIComponent(phoneNumberId)}`;
  const path = `${number}/calls`;
  const product = { messaging_product: "whatsapp" };

  /** What it answers to a question that it takes or refuses; else why there is no answer. */
  async function asked(question: Parameters<Rest>[0]): Promise<{ kind: "answer"; json: unknown } | NotDone> {
    try {
      const told = await ask({ ...question, also: [400, 403, 404, 429] });
      return told.status < 300 ? { kind: "answer", json: told.json } : refusedBy(told);
    } catch (error) {
      if (!(error instanceof RestFailure)) throw error;
      const { problem, isUnasked, code } = error;
      return problem === "unknown" && !isUnasked ? { kind: "unknown" } : { kind: "refused", code };
    }
  }

  return {
    mayCallFrom: (country) => !NOT_OFFERED_FROM.has(country),
    async permission(person) {
      const told = await asked({ method: "GET", path: `${number}/call_permissions?user_wa_id=${person.replace(/\D/g, "")}` });
      if (told.kind === "refused" && ASKED_TOO_OFTEN.has(told.code ?? 0)) return { kind: "later" };
      if (told.kind !== "answer") return told;
      const read = Permission.safeParse(told.json).data;
      return read ? { kind: "permission", permission: permissionOf(read) } : { kind: "unknown" };
    },
    async place({ to, offer, callId: ours }) {
      const session = { sdp_type: "offer", sdp: offer };
      const json = { ...product, to: to.slice(1), action: "connect", session, biz_opaque_callback_data: ours };
      const told = await asked({ method: "POST", path, json });
      if (told.kind !== "answer") return told;
      const ref = Placed.safeParse(told.json).data?.calls[0]?.id;
      return ref === undefined ? { kind: "unknown" } : { kind: "placed", ref };
    },
    async act(ref, action, answer) {
      const session = answer === undefined ? {} : { session: { sdp_type: "answer", sdp: answer } };
      const told = await asked({ method: "POST", path, json: { ...product, call_id: ref, action, ...session } });
      if (told.kind !== "answer") return told;
      return Done.safeParse(told.json).success ? { kind: "done" } : { kind: "unknown" };
    },
  };
}

type NotDone = Exclude<CallActionResult, { kind: "done" }>;

function refusedBy({ json }: RestAnswer): NotDone {
  return { kind: "refused", code: Refused.safeParse(json).data?.error.code };
}

function permissionOf({ permission, actions }: z.output<typeof Permission>): CallPermission {
  const may = (name: string): boolean => actions.some((one) => one.action_name === name && one.can_perform_action);
  const { status, expiration_time: expires } = permission;
  return {
    state: status === "no_permission" ? "none" : status,
    expiresAt: status === "temporary" && expires !== undefined ? new Date(expires * 1_000) : null,
    mayCall: status !== "no_permission" && may("start_call"),
    mayAsk: may("send_call_permission_request"),
  };
}
