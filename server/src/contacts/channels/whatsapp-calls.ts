/**
 * Calls of people to a WhatsApp number, by the Graph API of Meta's Cloud API Calling
 * (developers.facebook.com/docs/whatsapp/cloud-api/calling/user-initiated-calls, as of November 2025): the field `calls` of the webhook brings the
 * caller's SDP offer (`connect`) and the end (`terminate`); POST /{phone-number-id}/calls answers with `pre_accept`, `accept`, `reject` or
 * `terminate`. The answer of `accept` is that of `pre_accept`, sound goes out after `accept` has been taken, and Meta waits 30 to 60 s for it.
 */
import { z } from "zod";
import { RestFailure, type Rest } from "../../platform/fetch/rest.ts";
import type { CallSignal, ChannelCalls, Posted } from "./channel.ts";
import { GRAPH_VERSION } from "./meta.ts";
import { changesIn, deliveryIn } from "./whatsapp-events.ts";

const MOST_AT_ONCE = 100;

const seconds = z.coerce.number().int().min(0).max(100_000_000_000);
const Call = z.object({
  id: z.string().min(1).max(512),
  from: z.string().regex(/^\d{5,20}$/),
  timestamp: seconds,
  event: z.string().max(40),
  direction: z.string().max(40).optional(),
  // Meta's offers have about 1,500 characters. What no line can be made of is rejected as a call, so that nobody waits for it.
  session: z.object({ sdp_type: z.string().max(20), sdp: z.string() }).optional(),
});

const Calls = z.object({
  metadata: z.object({ phone_number_id: z.string(), display_phone_number: z.string().max(40).default("") }),
  calls: z.array(z.unknown()).default([]),
});

const Done = z.object({ success: z.literal(true) });
const Refused = z.object({ error: z.object({ code: z.number() }) });

/** What a delivery says of calls to this number, in order. One that cannot be read is left out: nobody could answer it. */
export function callSignalsIn(posted: Posted, phoneNumberId: string): CallSignal[] {
  const delivery = deliveryIn(posted);
  return (delivery ? changesIn(delivery, "calls") : [])
    .flatMap((value): CallSignal[] => {
      const change = Calls.safeParse(value).data;
      if (!change || change.metadata.phone_number_id !== phoneNumberId) return [];
      const to = change.metadata.display_phone_number.replaceAll(/\D/g, "");
      return change.calls.slice(0, MOST_AT_ONCE).flatMap((one) => signalIn(Call.safeParse(one).data, to));
    })
    .slice(0, MOST_AT_ONCE);
}

function signalIn(call: z.output<typeof Call> | undefined, to: string): CallSignal[] {
  if (!call || call.direction === "BUSINESS_INITIATED") return [];
  const { id: ref, event, session, from, timestamp } = call;
  if (event === "terminate") return [{ kind: "ended", ref }];
  if (event !== "connect" || session?.sdp_type !== "offer") return [];
  return [{ kind: "rings", ref, from: `+${from}`, to: `+${to}`, at: new Date(timestamp * 1_000), offer: session.sdp }];
}

export function createWhatsAppCalls(ask: Rest, phoneNumberId: string): ChannelCalls {
  const path = `/${GRAPH_VERSION}/${encodeURIComponent(phoneNumberId)}/calls`;
  return {
    async act(ref, action, answer) {
      const session = answer === undefined ? {} : { session: { sdp_type: "answer", sdp: answer } };
      const json = { messaging_product: "whatsapp", call_id: ref, action, ...session };
      try {
        const told = await ask({ method: "POST", path, json, also: [400, 403, 404] });
        if (told.status < 300) return Done.safeParse(told.json).success ? { kind: "done" } : { kind: "unknown" };
        return { kind: "refused", code: Refused.safeParse(told.json).data?.error.code };
      } catch (error) {
        if (!(error instanceof RestFailure)) throw error;
        const { problem, isUnasked, code } = error;
        return problem === "unknown" && !isUnasked ? { kind: "unknown" } : { kind: "refused", code };
      }
    },
  };
}
