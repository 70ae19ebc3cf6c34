/** Twilio's text messages as its customers meet them: REST with basic authentication, forms that are signed (twilio.com/docs/messaging). */
import { createHmac, randomBytes } from "node:crypto";
import { createRest } from "../../../platform/fetch/rest.ts";
import { createTwilioSms } from "../twilio.ts";
import { formPosted, type Postable, type SmsMood, type SmsPeer } from "./sms-peer.ts";
import { REST_OF_TESTS, type SmsAnswer, startSmsServer } from "./sms-server.ts";
import { twilioWebhooks } from "../../../telephony/carriers/twilio/webhooks.ts";

const ERRORS: Partial<Record<SmsMood, number>> = {
  "bad number": 21211,
  "bad sender": 21606,
  "no provider credit": 30002,
  "opted out": 21610,
};
const CODES: Readonly<Record<string, string>> = { unreachable: "30003", opted_out: "21610" };

export async function startTwilioSmsPeer(): Promise<SmsPeer> {
  const [account, secret] = [`AC${randomBytes(16).toString("hex")}`, randomBytes(16).toString("hex")];
  const path = `/2010-04-01/Accounts/${account}/Messages.json`;
  const basic = `Basic ${Buffer.from(`${account}:${secret}`).toString("base64")}`;
  const server = await startSmsServer({
    mood: () => peer.mood,
    mayAsk: ({ headers }) => headers.authorization === basic,
    isSending: ({ method }) => method === "POST",
    does: ({ method, url, form }) => {
      if (url.pathname !== path) return { status: 404, said: { code: 20404, message: "Not found", status: 404 } };
      return method === "POST" ? send(form) : { status: 200, said: { messages: listed(url.searchParams) } };
    },
  });

  function send({ To: to = "", From: from = "", Body: text = "" }: Record<string, string>): SmsAnswer {
    const code = ERRORS[peer.mood] ?? (from === peer.sender ? undefined : 21606);
    if (code !== undefined) return { status: 400, said: { code, message: `Error ${code}`, status: 400 } };
    const ref = `SM${randomBytes(16).toString("hex")}`;
    peer.left.push({ to, text, ref });
    return { status: 201, said: { sid: ref, status: "queued", to, from, body: text, num_segments: "1", error_code: null } };
  }

  function listed(query: URLSearchParams): object[] {
    const own = peer.left.filter(({ to }) => to === query.get("To") && query.get("From") === peer.sender);
    return own.map(({ ref: sid, text: body }) => ({ sid, body, direction: "outbound-api", status: "sent" }));
  }

  const peer: SmsPeer = {
    ...server,
    mood: "well",
    left: [],
    sender: "+15005550006",
    channel() {
      const ask = createRest({ ...REST_OF_TESTS, baseUrl: server.baseUrl, account, secret });
      return createTwilioSms({ ask, account, secret, sender: peer.sender, isSigned: twilioWebhooks.isSigned });
    },
    posts(url, what) {
      const form = formOf(what, account);
      const text = Object.keys(form)
        .toSorted()
        .map((name) => name + form[name])
        .join("");
      const signature = createHmac("sha1", secret)
        .update(url + text)
        .digest("base64");
      const header = (name: string): string | undefined => (name === "x-twilio-signature" ? signature : undefined);
      return formPosted(url, form, header);
    },
  };
  return peer;
}

function formOf(what: Postable, AccountSid: string): Record<string, string> {
  const own = { AccountSid, ApiVersion: "2010-04-01" };
  // It delivers the word itself, and says beside it what it has understood.
  if (what.kind === "opt-out") throw new Error("Twilio posts no such form");
  if (what.kind === "message") {
    const { ref: MessageSid, from: From, to: To, text: Body, asks } = what;
    const OptOutType = asks === undefined ? {} : { OptOutType: asks.toUpperCase() };
    return {
      ...own,
      MessageSid,
      SmsSid: MessageSid,
      SmsStatus: "received",
      From,
      To,
      Body,
      NumMedia: "0",
      NumSegments: "1",
      ...OptOutType,
    };
  }
  const { ref: MessageSid, to: To, state } = what;
  const MessageStatus = state === "failed" ? "undelivered" : state;
  const ErrorCode = state === "failed" ? { ErrorCode: CODES[what.reason] ?? "30008" } : {};
  return {
    ...own,
    MessageSid,
    SmsSid: MessageSid,
    MessageStatus,
    SmsStatus: MessageStatus,
    From: "+15005550006",
    To,
    ...ErrorCode,
  };
}
