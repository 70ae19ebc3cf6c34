/**
 * Text messages by Africa's Talking (developers.africastalking.com/docs/sms). It signs nothing that it posts: the secret address says who it is.
 * A message is sent once for each request, without a key of ours that would make a second request the same.
 */
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import type { Rest } from "../../platform/fetch/rest.ts";
import { type Delivered, type Sent, type TextChannel } from "./channel.ts";
import { sentOr } from "./failures.ts";
import { withPlus } from "../../platform/phone-number/phone-number.ts";

export interface AfricasTalkingSmsParts {
  ask: Rest;
  username: string;
  sender: string;
}

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().default(""),
    Recipients: z.array(z.object({ statusCode: z.coerce.number(), messageId: z.string().nullish() })).nullish(),
  }),
});

/** It took the message (processed, sent, queued). */
const TAKEN: ReadonlySet<number> = new Set([100, 101, 102]);
const REFUSED: Readonly<Record<number, MessageFailure>> = {
  401: "blocked",
  402: "bad_sender",
  403: "bad_number",
  404: "bad_number",
  405: "no_provider_credit",
  406: "opted_out",
  407: "unreachable",
  409: "blocked",
  502: "blocked",
};
/** Of reports, by what it names the failure. */
const FAILURES: Readonly<Record<string, MessageFailure>> = {
  insufficientcredit: "no_provider_credit",
  invalidsenderid: "bad_sender",
  userinblacklist: "opted_out",
  donotdisturbrejection: "blocked",
  userisinactive: "unreachable",
  usernotsubscribedtoproduct: "blocked",
  userdoesnotexist: "bad_number",
  notnetworksubscriber: "bad_number",
  deliveryfailure: "unreachable",
  absentsubscriber: "unreachable",
  expired: "unreachable",
};

export function createAfricasTalkingSms({ ask, username, sender }: AfricasTalkingSmsParts): TextChannel {
  return {
    provider: "africastalking",
    verify: () => true,
    receive({ fields }) {
      const delivered = deliveredIn(fields);
      return delivered && [delivered];
    },
    send: ({ to, text }) =>
      sentOr(async () => {
        const form = { username, to, message: text, from: sender };
        const answer = await ask({ method: "POST", path: "/version1/messaging", form });
        return sentIn(Answer.safeParse(answer.json).data);
      }),
  };
}

function sentIn(answer: z.output<typeof Answer> | undefined): Sent {
  if (!answer) return { kind: "unknown" };
  const { Message: says, Recipients: recipients } = answer.SMSMessageData;
  const [one] = recipients ?? [];
  // Without recipients the first words say why: "InvalidSenderId".
  if (!one) return { kind: "refused", reason: FAILURES[says.toLowerCase()] ?? "provider" };
  if (!TAKEN.has(one.statusCode)) return { kind: "refused", reason: REFUSED[one.statusCode] ?? "provider" };
  const ref = one.messageId ?? "";
  return isRef(ref) ? { kind: "sent", ref } : { kind: "unknown" };
}

function deliveredIn(fields: URLSearchParams): Delivered | undefined {
  const of = (name: string): string => (fields.get(name) ?? "").trim();
  const [ref, status] = [of("id"), of("status").toLowerCase()];
  if (isRef(ref) && fields.has("text")) {
    return { kind: "message", ref, from: withPlus(of("from")), to: of("to"), text: fields.get("text") ?? "" };
  }
  const report = isRef(ref) ? reportIn(status, of("failureReason").toLowerCase()) : undefined;
  if (report) return { kind: "report", ref, to: withPlus(of("phoneNumber")), ...report };
  const isOptOut = fields.has("senderId") && fields.has("phoneNumber") && status === "";
  return isOptOut ? { kind: "opt-out", from: withPlus(of("phoneNumber")) } : undefined;
}

type State = { state: "sent" | "delivered"; reason: null } | { state: "failed"; reason: MessageFailure };

function reportIn(status: string, why: string): State | undefined {
  if (status === "success") return { state: "delivered", reason: null };
  if (status === "sent" || status === "submitted" || status === "buffered") return { state: "sent", reason: null };
  if (status === "absentsubscriber" || status === "expired") return { state: "failed", reason: "unreachable" };
  if (status === "rejected" || status === "failed") return { state: "failed", reason: FAILURES[why] ?? "provider" };
  return undefined;
}

function isRef(ref: string): boolean {
  return /^[\w.:-]{1,100}$/.test(ref) && ref !== "None";
}
