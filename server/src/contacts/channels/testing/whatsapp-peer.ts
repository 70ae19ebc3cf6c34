/** WhatsApp's Cloud API as its customers meet it: Graph requests with a bearer token, deliveries that are signed over their bytes. */
import { createHmac, randomBytes } from "node:crypto";
import { createRest } from "../../../platform/fetch/rest.ts";
import type { Posted } from "../channel.ts";
import { GRAPH_VERSION } from "../meta.ts";
import { createMediaDownload } from "../meta-media.ts";
import { createWhatsApp } from "../whatsapp.ts";
import { createWhatsAppCallsPeer, type WhatsAppCallsPeer } from "./whatsapp-calls-peer.ts";
import type { Postable, SmsMood, SmsPeer } from "./sms-peer.ts";
import { REST_OF_TESTS, type SmsAnswer, startSmsServer } from "./sms-server.ts";

export interface WhatsAppPeer extends SmsPeer {
  readonly calls: WhatsAppCallsPeer;
  readonly baseUrl: string;
  readonly appSecret: string;
  readonly token: string;
  /** As people know it. */
  number: string;
  /** Refs of messages that were marked as read. */
  readonly read: string[];
  /** Of its business account, as the Graph API lists them. */
  readonly templates: object[];
  /** Its files, by the ids under which messages name them. */
  readonly files: Map<string, Buffer>;
  /** Any delivery, signed as Meta signs it. */
  signs(url: string, delivery: object): Posted;
}

const ERRORS: Partial<Record<SmsMood, number>> = {
  "bad number": 131009,
  "bad sender": 133010,
  "no provider credit": 131042,
  "opted out": 131050,
};
const CODES: Readonly<Record<string, number>> = { unreachable: 131026, opted_out: 131050 };

const ACCOUNT = "102290129340398";

interface Asked {
  messaging_product?: string;
  to?: string;
  type?: string;
  text?: { body?: string };
  interactive?: { type?: string; action?: { name?: string }; body?: { text?: string } };
  template?: { name?: string; components?: { parameters: { text: string }[] }[] };
  status?: string;
  message_id?: string;
}

export async function startWhatsAppPeer(): Promise<WhatsAppPeer> {
  const [appSecret, token] = [randomBytes(16).toString("hex"), `EAAG${randomBytes(20).toString("hex")}`];
  const server = await startSmsServer({
    mood: () => peer.mood,
    mayAsk: ({ headers }) => headers.authorization === `Bearer ${token}`,
    isSending: ({ method }) => method === "POST",
    does: ({ method, url, body }) => {
      if (url.pathname === `/${GRAPH_VERSION}/me`) return { status: 200, said: { id: "1", name: "Imani Clinic" } };
      if (method === "GET" && url.pathname === `/${GRAPH_VERSION}/${peer.sender}`)
        return { status: 200, said: { display_phone_number: peer.number, id: peer.sender } };
      if (method === "GET" && url.pathname === `/${GRAPH_VERSION}/${ACCOUNT}/message_templates`) return pageOf(url);
      if (method === "POST" && url.pathname === `/${GRAPH_VERSION}/${peer.sender}/calls`) return calls.asked(body);
      if (method === "GET" && url.pathname === `/${GRAPH_VERSION}/${peer.sender}/call_permissions`)
        return calls.permissions.read(url.searchParams.get("user_wa_id") ?? "");
      const id = url.pathname.split("/").at(-1) ?? "";
      const file = peer.files.get(id);
      if (method === "GET" && file && url.pathname.startsWith("/files/")) return { status: 200, said: file };
      if (method === "GET" && file)
        return { status: 200, said: { url: `${server.baseUrl}/files/${id}`, file_size: file.length, id } };
      if (url.pathname !== `/${GRAPH_VERSION}/${peer.sender}/messages`) return failed(100, "Unsupported request");
      return send(jsonIn(body));
    },
  });

  /** One at a time: whoever asks must follow. */
  function pageOf({ searchParams }: URL): SmsAnswer {
    const at = Number(searchParams.get("after") ?? 0);
    const paging = { cursors: { after: String(at + 1) }, ...(at + 1 < peer.templates.length && { next: "https://graph" }) };
    return { status: 200, said: { data: peer.templates.slice(at, at + 1), paging } };
  }

  function send({
    messaging_product: product,
    to = "",
    type,
    text,
    template,
    interactive,
    status,
    message_id: seen = "",
  }: Asked): SmsAnswer {
    if (product !== "whatsapp") return failed(100, "(#100) The parameter messaging_product is required.");
    if (status === "read") {
      peer.read.push(seen);
      return { status: 200, said: { success: true } };
    }
    const code = ERRORS[peer.mood];
    if (code !== undefined) return failed(code, `(#${code}) It was refused`);
    if (type === "template") return sendTemplate(to, template);
    if (type === "interactive") return sendRequest(to, interactive);
    if (type !== "text" || !/^\d{5,20}$/.test(to) || !text?.body) return failed(131009, "(#131009) Parameter value is not valid");
    return taken(to, text.body);
  }

  function sendTemplate(to: string, { name = "", components = [] }: NonNullable<Asked["template"]> = {}): SmsAnswer {
    const asksToCall = peer.templates.some(
      (one) => /"call_permission_request"/i.test(JSON.stringify(one)) && JSON.stringify(one).includes(`"${name}"`),
    );
    const code = asksToCall ? calls.permissions.request(to) : undefined;
    if (code !== undefined) return failed(code, `(#${code}) It was refused`);
    if (!JSON.stringify(peer.templates).includes(`"${name}"`)) return failed(132001, "(#132001) Template name does not exist");
    const values = components.flatMap(({ parameters }) => parameters.map(({ text }) => text));
    return taken(to, [name, ...values].join(" | "));
  }

  /** Of this kind of interactive message alone. */
  function sendRequest(to: string, { type, action, body }: NonNullable<Asked["interactive"]> = {}): SmsAnswer {
    const isRequest = type === "call_permission_request" && action?.name === "call_permission_request";
    if (!isRequest || !/^\d{5,20}$/.test(to)) return failed(131009, "(#131009) Parameter value is not valid");
    const code = calls.permissions.request(to);
    return code === undefined ? taken(to, body?.text ?? "") : failed(code, `(#${code}) It was refused`);
  }

  function taken(to: string, text: string): SmsAnswer {
    const ref = `wamid.${randomBytes(24).toString("base64")}`;
    peer.left.push({ to: `+${to}`, text, ref });
    return {
      status: 200,
      said: { messaging_product: "whatsapp", contacts: [{ input: to, wa_id: to }], messages: [{ id: ref }] },
    };
  }

  const signs: WhatsAppPeer["signs"] = (url, delivery) => {
    const body = JSON.stringify(delivery);
    const signature = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
    const header = (name: string): string | undefined => (name === "x-hub-signature-256" ? signature : undefined);
    return { url, body, fields: new URLSearchParams(body), header };
  };
  const calls = createWhatsAppCallsPeer((event) => deliveryOf([event], peer.sender, "calls"));
  const peer: WhatsAppPeer = {
    ...server,
    calls,
    appSecret,
    token,
    mood: "well",
    left: [],
    number: "+254 700 000001",
    read: [],
    files: new Map(),
    templates: [],
    sender: "106540352242922",
    signs,
    channel() {
      const signIn = { authorization: `Bearer ${token}` };
      const ask = createRest({ ...REST_OF_TESTS, baseUrl: server.baseUrl, account: "", secret: token, signIn });
      const download = createMediaDownload({ ...REST_OF_TESTS, ask, baseUrl: server.baseUrl, token, version: GRAPH_VERSION });
      return createWhatsApp({ ask, appSecret, phoneNumberId: peer.sender, download });
    },
    posts: (url, what) => signs(url, deliveryOf([valueOf(what)], peer.sender)),
  };
  return peer;
}

/** A delivery of events of a phone number. */
export function deliveryOf(events: readonly object[], phoneNumberId: string, field = "messages"): object {
  const metadata = { display_phone_number: "254700000001", phone_number_id: phoneNumberId };
  const changes = events.map((event) => ({ field, value: { messaging_product: "whatsapp", metadata, ...event } }));
  return { object: "whatsapp_business_account", entry: [{ id: ACCOUNT, changes }] };
}

function valueOf(what: Postable): object {
  if (what.kind === "opt-out") throw new Error("WhatsApp posts no such event");
  const timestamp = "1764230000";
  if (what.kind === "message") {
    const from = what.from.replace("+", "");
    const contacts = [{ profile: { name: "Amina" }, wa_id: from }];
    return { contacts, messages: [{ from, id: what.ref, timestamp, type: "text", text: { body: what.text } }] };
  }
  const { ref: id, state: status, to, reason } = what;
  const errors = reason === null ? {} : { errors: [{ code: CODES[reason] ?? 131000, title: "It failed" }] };
  return { statuses: [{ id, status, timestamp, recipient_id: to.replace("+", ""), ...errors }] };
}

function failed(code: number, message: string): SmsAnswer {
  return { status: 400, said: { error: { message, type: "OAuthException", code, fbtrace_id: "AX1" } } };
}

function jsonIn(body: string): Asked {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any of its parts may be missing
    return JSON.parse(body) as Asked;
  } catch {
    return {};
  }
}
