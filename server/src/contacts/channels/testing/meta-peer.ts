/** Meta's Messenger Platform as its customers meet it: Graph requests with a token, signed deliveries of many events, echoes and refusals. */
import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { createRest, type Rest } from "../../../platform/fetch/rest.ts";
import type { Posted } from "../channel.ts";
import { GRAPH_VERSION, jsonIn } from "../meta.ts";
import { createAddressDownload } from "../meta-media.ts";
import { createMetaMessaging, type MetaProvider } from "../meta-messaging.ts";
import { createPageTokens } from "../meta-page-tokens.ts";
import type { Postable, SmsMood, SmsPeer } from "./sms-peer.ts";
import { REST_OF_TESTS, type SmsAnswer, startSmsServer } from "./sms-server.ts";

/** What it refuses beside the moods of all providers. */
export type MetaRefusal = { code: number; subcode?: number; status?: number };

export interface MetaPeer extends SmsPeer {
  readonly baseUrl: string;
  readonly provider: MetaProvider;
  readonly appSecret: string;
  readonly token: string;
  readonly person: string;
  /** As it calls people, by their addresses; it tells of nobody else. */
  readonly names: Map<string, string>;
  /** How often it was asked for the page's token. */
  tokensAsked: number;
  /** Refuses each message with it. */
  refuses: MetaRefusal | undefined;
  /** The tags of messages that have left, in order; empty: an answer within the window. */
  readonly tags: string[];
  /** People whose messages were marked as seen. */
  readonly seen: string[];
  /** Its files, by the last part of their address. */
  readonly files: Map<string, Buffer>;
  /** Any delivery, signed as Meta signs it. */
  signs(url: string, delivery: object): Posted;
  /** A delivery of these events of the account. */
  delivers(url: string, events: readonly object[]): Posted;
  /** An event between the person and the account. */
  event(what: object): object;
}

const ERRORS: Partial<Record<SmsMood, MetaRefusal>> = {
  "bad number": { code: 100, subcode: 2_018_001 },
  "bad sender": { code: 33 },
};
const PERSONS = { messenger: "messenger:7300000001", instagram: "instagram:9300000001" } as const;
const OBJECTS = { messenger: "page", instagram: "instagram" } as const;
const MOST = { messenger: 2_000, instagram: 1_000 } as const;
const Asked = z
  .object({
    recipient: z.object({ id: z.string() }),
    message: z.object({ text: z.string() }),
    messaging_type: z.string(),
    tag: z.string(),
    sender_action: z.string(),
  })
  .partial();
const TIME = 1_764_230_000_000;

export async function startMetaPeer(provider: MetaProvider): Promise<MetaPeer> {
  const [appSecret, token] = [randomBytes(16).toString("hex"), `EAAG${randomBytes(20).toString("hex")}`];
  // Messenger gives a system user's token; it opens the page's, by which alone the page writes.
  const own = provider === "messenger" ? `EAAP${randomBytes(20).toString("hex")}` : token;
  const path = `/${GRAPH_VERSION}`;
  const server = await startSmsServer({
    mood: () => peer.mood,
    // Addresses of files want no token.
    mayAsk: ({ headers: { authorization }, url = "", method }) =>
      url.startsWith("/files/") || authorization === `Bearer ${own}` || (method === "GET" && authorization === `Bearer ${token}`),
    isSending: ({ method, body }) => method === "POST" && !body.includes("sender_action"),
    tooMany: failed({ code: 613 }),
    does: ({ method, url, body }) => {
      if (url.pathname.startsWith("/files/")) return fileAt(url.pathname);
      if (method === "GET" && url.pathname === `${path}/me`)
        return { status: 200, said: { id: peer.sender, name: "Imani Clinic" } };
      if (url.searchParams.get("fields") === "access_token") peer.tokensAsked += 1;
      if (method === "GET" && url.pathname === `${path}/${peer.sender}`)
        return { status: 200, said: { id: peer.sender, username: "imani_clinic", access_token: own } };
      const name = peer.names.get(`${provider}:${url.pathname.split("/").at(-1)}`);
      if (method === "GET" && name !== undefined)
        return { status: 200, said: provider === "messenger" ? { name } : { username: name } };
      if (url.pathname !== `${path}/me/messages`) return failed({ code: 100, subcode: 33 });
      return send(Asked.safeParse(jsonIn(body)).data ?? {});
    },
  });

  function fileAt(pathname: string): SmsAnswer {
    const file = peer.files.get(pathname.split("/").at(-1) ?? "");
    return file ? { status: 200, said: file } : { status: 404, said: "Not Found" };
  }

  function send(asked: z.output<typeof Asked>): SmsAnswer {
    const { recipient, message, messaging_type: type, tag = "", sender_action: action } = asked;
    const id = recipient?.id ?? "";
    if (action === "mark_seen") {
      peer.seen.push(`${provider}:${id}`);
      return { status: 200, said: { recipient_id: id } };
    }
    const refusal = peer.refuses ?? ERRORS[peer.mood];
    if (refusal) return failed(refusal);
    const isLong =
      provider === "instagram"
        ? Buffer.byteLength(message?.text ?? "") > MOST.instagram
        : (message?.text ?? "").length > MOST.messenger;
    if (!/^[1-9]\d+$/.test(id) || !message?.text || isLong) return failed({ code: 100 });
    if (type !== "RESPONSE" && !(type === "MESSAGE_TAG" && tag === "HUMAN_AGENT")) return failed({ code: 100 });
    const ref = `m_${randomBytes(30).toString("base64url")}`;
    peer.left.push({ to: `${provider}:${id}`, text: message.text, ref });
    peer.tags.push(tag);
    return { status: 200, said: { recipient_id: id, message_id: ref } };
  }

  const signs: MetaPeer["signs"] = (url, delivery) => {
    const body = JSON.stringify(delivery);
    const signature = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
    const header = (name: string): string | undefined => (name === "x-hub-signature-256" ? signature : undefined);
    return { url, body, fields: new URLSearchParams(body), header };
  };
  const idOf = (address: string): string => address.split(":")[1] ?? "";
  const peer: MetaPeer = {
    ...server,
    provider,
    appSecret,
    token,
    mood: "well",
    names: new Map(),
    tokensAsked: 0,
    refuses: undefined,
    left: [],
    tags: [],
    seen: [],
    files: new Map(),
    sender: provider === "messenger" ? "106540352242922" : "17841400000000001",
    person: PERSONS[provider],
    lacks: ["no provider credit", "opted out", "reports"],
    signs,
    delivers: (url, events) =>
      signs(url, { object: OBJECTS[provider], entry: [{ id: peer.sender, time: TIME, messaging: events }] }),
    event: (what) => ({ sender: { id: idOf(peer.person) }, recipient: { id: peer.sender }, timestamp: TIME, ...what }),
    channel() {
      const { baseUrl } = server;
      const download = createAddressDownload({ ...REST_OF_TESTS, baseUrl });
      const restBy = (secret: string): Rest =>
        createRest({ ...REST_OF_TESTS, baseUrl, account: "", secret, signIn: { authorization: `Bearer ${secret}` } });
      const pageTokens = createPageTokens(() => performance.now());
      return createMetaMessaging({ provider, restBy, pageTokens, appSecret, token, account: peer.sender, download });
    },
    posts: (url, what) => peer.delivers(url, [eventOf(what)]),
  };
  return peer;

  function eventOf(what: Postable): object {
    if (what.kind === "message")
      return peer.event({ sender: { id: idOf(what.from) }, message: { mid: what.ref, text: what.text } });
    if (what.kind !== "report") throw new Error("The platform posts no such event");
    const person = { sender: { id: idOf(what.to) } };
    if (what.state === "delivered") return peer.event({ ...person, delivery: { mids: [what.ref], watermark: TIME } });
    return peer.event({ ...person, read: { mid: what.ref } });
  }
}

function failed({ code, subcode, status = 400 }: MetaRefusal): SmsAnswer {
  const error = { message: `(#${code}) It was refused`, type: "OAuthException", code, fbtrace_id: "AX1" };
  return { status, said: { error: { ...error, ...(subcode !== undefined && { error_subcode: subcode }) } } };
}
