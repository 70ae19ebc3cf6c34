/**
 * Text messages by Twilio (twilio.com/docs/messaging): signed forms, and reports to the address that stands in each message. It has no key that
 * would make a second request the same, but tells what it has sent.
 */
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import type { Rest } from "../../platform/fetch/rest.ts";
import type { Delivered, Posted, TextChannel } from "./channel.ts";
import { sentOr } from "./failures.ts";

export interface TwilioSmsParts {
  ask: Rest;
  account: string;
  secret: string;
  sender: string;
  /** By Twilio, with this secret: its calls are signed in the same way. */
  isSigned(posted: Posted, secret: string): boolean;
}

const Sid = z.string().regex(/^(?:SM|MM)[0-9a-fA-F]{32}$/);
const Taken = z.object({ sid: Sid });
const Listed = z.object({ messages: z.array(z.object({ sid: Sid, body: z.string(), direction: z.string() })) });
const MOST_LISTED = 100;

/** Twilio's own, of what it refuses and of what has failed later (twilio.com/docs/api/errors). */
const CODES: Readonly<Record<number, MessageFailure>> = {
  21211: "bad_number",
  21214: "bad_number",
  21217: "bad_number",
  21614: "bad_number",
  21265: "bad_number",
  30005: "bad_number",
  30006: "bad_number",
  21212: "bad_sender",
  21606: "bad_sender",
  21659: "bad_sender",
  21660: "bad_sender",
  21610: "opted_out",
  21408: "blocked",
  30004: "blocked",
  30007: "blocked",
  30034: "blocked",
  30002: "no_provider_credit",
  30003: "unreachable",
  30008: "unreachable",
};

export function createTwilioSms({ ask, account, secret, sender, isSigned }: TwilioSmsParts): TextChannel {
  const path = `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  return {
    provider: "twilio",
    verify: (posted) => isSigned(posted, secret) && posted.fields.get("AccountSid") === account,
    receive({ fields }) {
      const delivered = deliveredIn(fields);
      return delivered && [delivered];
    },
    send: ({ to: To, text: Body, reportUrl }) =>
      sentOr(async () => {
        const form = { To, From: sender, Body, ...(reportUrl === undefined ? {} : { StatusCallback: reportUrl }) };
        const taken = Taken.safeParse((await ask({ method: "POST", path, form })).json);
        return taken.success ? { kind: "sent", ref: taken.data.sid } : { kind: "unknown" };
      }, CODES),
    async find({ to: To, text }, since) {
      const day = since.toISOString().slice(0, 10);
      const query = new URLSearchParams({ To, From: sender, "DateSent>": day, PageSize: String(MOST_LISTED) });
      const { messages } = Listed.parse((await ask({ method: "GET", path: `${path}?${query.toString()}` })).json);
      return messages.filter(({ body, direction }) => body === text && direction.startsWith("outbound")).map(({ sid }) => sid);
    },
  };
}

const KEYWORDS: Readonly<Record<string, "stop" | "start">> = { STOP: "stop", START: "start" };
const MOST_MEDIA = 10;

function deliveredIn(fields: URLSearchParams): Delivered | undefined {
  const of = (name: string): string => fields.get(name) ?? "";
  const [ref, from, to] = [of("MessageSid"), of("From"), of("To")];
  if (!/^[\w-]{1,64}$/.test(ref)) return undefined;
  const status = of("MessageStatus").toLowerCase();
  if (status !== "") return reportIn(status, Number(of("ErrorCode")), { ref, to });
  if (!fields.has("Body")) return undefined;
  const media = Array.from({ length: Math.min(MOST_MEDIA, Number(of("NumMedia")) || 0) }, (_, n) => of(`MediaUrl${n}`));
  const text = [of("Body"), ...media.filter((url) => url !== "")].join("\n");
  const asks = KEYWORDS[of("OptOutType").toUpperCase()];
  return { kind: "message", ref, from, to, text, ...(asks && { asks }) };
}

const ON_ITS_WAY: ReadonlySet<string> = new Set(["accepted", "scheduled", "queued", "sending", "sent"]);

function reportIn(status: string, code: number, about: { ref: string; to: string }): Delivered | undefined {
  const report = { kind: "report", ...about } as const;
  if (status === "delivered" || status === "read") return { ...report, state: "delivered", reason: null };
  if (ON_ITS_WAY.has(status)) return { ...report, state: "sent", reason: null };
  const hasFailed = ["failed", "undelivered", "canceled"].includes(status);
  return hasFailed ? { ...report, state: "failed", reason: CODES[code] ?? "provider" } : undefined;
}
