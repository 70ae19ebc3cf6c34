/** Addresses that providers of text messages post to, and the API's first message to a number. */
import {
  metaArrives,
  metaVerifies,
  type SmsProvider,
  smsArrives,
  telegramArrives,
  whatsAppArrives,
  whatsAppVerifies,
  writeMessage,
} from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Http } from "../../platform/http/http.ts";
import { withRawBodies } from "../../platform/http/raw-bodies.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { type ChannelInbound, type ChannelLegs, XML } from "../../telephony/index.ts";
import { messageOnWire } from "../messages/on-wire.ts";
import type { Senders } from "../senders/senders.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";
import type { Posted, TextChannel } from "../../contacts/index.ts";
import type { Incoming } from "./incoming.ts";
import type { Writing } from "./writing.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

export interface DeliveryRoutesParts {
  store: Pick<SenderStore, "anyones" | "change" | "all">;
  senders: Pick<Senders, "channelOf">;
  incoming: Incoming;
  writing: Writing;
  /** Who calls a sender. */
  calls: ChannelInbound;
  /** Whom it calls. */
  placed: Pick<ChannelLegs, "told">;
  publicUrl: string | undefined;
}

/** A message of ten parts and all that stands beside it is a few kilobytes. */
const MOST_BYTES = 65_536;
/** WhatsApp delivers many events at once. */
const MOST_BYTES_AT_ONCE = 3_145_728;
const NOTHING = `${XML}<Response/>`;

export function deliveryRoutes(app: Http, parts: DeliveryRoutesParts): void {
  withRawBodies(app, { mostBytes: MOST_BYTES }, (inside) => smsRoute(inside, parts));
  withRawBodies(app, { mostBytes: MOST_BYTES_AT_ONCE, type: "application/json" }, (inside) => {
    jsonRoute(inside, whatsAppArrives, parts);
    jsonRoute(inside, telegramArrives, parts);
    jsonRoute(inside, metaArrives, parts);
  });
  verifyRoute(app, whatsAppVerifies, { ...parts, providers: ["whatsapp"] });
  verifyRoute(app, metaVerifies, { ...parts, providers: ["messenger", "instagram"] });
  serve(app, writeMessage, async ({ body: { id: clientId, sender_id: senderId, to, text } }, { principal }) => {
    const { row, thread } = await parts.writing.write(principal, { clientId, senderId, to, text });
    return { ...messageOnWire(row), thread_id: thread.id };
  });
}

/** Meta asks whether an address is one of these providers' before it delivers there. */
function verifyRoute(
  app: Http,
  route: typeof whatsAppVerifies | typeof metaVerifies,
  { store, providers }: Pick<DeliveryRoutesParts, "store"> & { providers: readonly SmsProvider[] },
): void {
  serve(app, route, async ({ params: { sender_id: id, token }, query }, { reply }) => {
    const sender = await store.anyones(id);
    const isOurs = sender !== undefined && providers.includes(sender.provider) && isSame(token, sender.hook);
    if (!isOurs || !isSame(query["hub.verify_token"], sender.hook)) throw refuse("carrier.bad_signature");
    return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(query["hub.challenge"]);
  });
}

interface Called {
  id: string;
  token: string;
  request: FastifyRequest;
}

/** Refuses what the provider of this sender did not post, and what it does not post. */
async function postedTo(app: Http, { id, token, request }: Called, parts: DeliveryRoutesParts) {
  const { store, senders, publicUrl } = parts;
  const sender = await store.anyones(id);
  if (!sender || !isSame(token, sender.hook)) throw refuse("carrier.bad_signature");
  const channel = await senders.channelOf(sender);
  const body = typeof request.body === "string" ? request.body : "";
  const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
  const fields = new URLSearchParams(header("content-type")?.startsWith("application/json") ? "" : body);
  const posted = { url: `${publicUrl ?? ""}${request.url}`, body, fields, header };
  if (!channel?.verify(posted)) throw refuse("carrier.bad_signature");
  // A provider delivers all its messages from a few addresses.
  app.door.anonymous.giveBack(networkOf(request.ip));
  const delivered = channel.receive(posted);
  if (!delivered) throw refuse("request.malformed");
  const account = channel.accountIn?.(posted);
  if (account !== undefined && account !== sender.account) await store.change(sender, { account });
  await takeCalls(sender, channel, posted, parts);
  return [{ sender, channel, delivered }, ...(await deliveredToOthers({ sender, channel, posted }, { store, senders }))];
}

/** Where the agent does not answer calls, the provider ends them as unanswered. */
async function takeCalls(
  sender: SenderRow,
  channel: TextChannel,
  posted: Posted,
  { calls, placed }: Pick<DeliveryRoutesParts, "calls" | "placed">,
): Promise<void> {
  const { provider, answersCalls } = sender;
  const { calls: api } = channel;
  if (!api || provider !== "whatsapp") return;
  for (const signal of channel.callsIn?.(posted) ?? []) {
    if (signal.kind === "placed") placed.told(sender, signal);
    else if (signal.kind === "ended") await calls.ended(sender, signal.ref);
    else if (answersCalls) await calls.rings({ ...sender, provider, api }, signal);
  }
}

/** A Meta app has one address for all its pages: what is for another sender of this workspace is taken for that one. */
async function deliveredToOthers(
  { sender, channel, posted }: { sender: SenderRow; channel: TextChannel; posted: Posted },
  { store, senders }: Pick<DeliveryRoutesParts, "store" | "senders">,
) {
  const names = channel.othersIn?.(posted) ?? [];
  if (names.length === 0) return [];
  const others = (await store.all(sender.workspaceId)).filter(
    (one) => one.provider === sender.provider && names.includes(one.sender),
  );
  return Promise.all(
    others.map(async (other) => {
      const channel = await senders.channelOf(other);
      return { sender: other, channel, delivered: channel?.receive(posted) ?? [] };
    }),
  );
}

function smsRoute(app: Http, parts: DeliveryRoutesParts): void {
  serve(app, smsArrives, async ({ params: { sender_id: id, token } }, { request, reply }) => {
    for (const { sender, delivered } of await postedTo(app, { id, token, request }, parts))
      for (const one of delivered) await parts.incoming.take(sender, one);
    return reply.header("cache-control", "no-store").type("text/xml; charset=utf-8").send(NOTHING);
  });
}

type JsonRoute = typeof whatsAppArrives | typeof telegramArrives | typeof metaArrives;

function jsonRoute(app: Http, route: JsonRoute, parts: DeliveryRoutesParts): void {
  serve(app, route, async ({ params: { sender_id: id, token } }, { request, reply }) => {
    for (const { sender, channel, delivered } of await postedTo(app, { id, token, request }, parts)) {
      for (const one of delivered)
        await parts.incoming.take(sender, one).catch((error: unknown) => {
          // Of many events one may be about a message that is not ours: the provider would deliver all of them again for days.
          if (!(error instanceof Refusal)) throw error;
          app.log.info({ code: error.code }, "An event of a channel is left out");
        });
      const last = delivered.findLast(({ kind }) => kind === "message");
      if (last?.kind === "message")
        channel?.read?.(last.ref, last.from).catch(() => app.log.info("A message could not be marked as read"));
    }
    return reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send("");
  });
}
