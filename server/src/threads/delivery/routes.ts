/** Addresses that providers of text messages post to, and the API's first message to a number. */
import { smsArrives, writeMessage } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { withRawForms } from "../../platform/http/raw-forms.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { isSame, XML } from "../../telephony/index.ts";
import { messageOnWire } from "../messages/on-wire.ts";
import type { Senders } from "../senders/senders.ts";
import type { SenderStore } from "../senders/store.ts";
import type { Incoming } from "./incoming.ts";
import type { Writing } from "./writing.ts";

export interface DeliveryRoutesParts {
  store: Pick<SenderStore, "anyones">;
  senders: Pick<Senders, "channelOf">;
  incoming: Incoming;
  writing: Writing;
  publicUrl: string | undefined;
}

/** A message of ten parts and all that stands beside it is a few kilobytes. */
const MOST_BYTES = 65_536;
const NOTHING = `${XML}<Response/>`;

export function deliveryRoutes(app: Http, parts: DeliveryRoutesParts): void {
  withRawForms(app, { mostBytes: MOST_BYTES }, (inside) => hookRoute(inside, parts));
  serve(app, writeMessage, async ({ body: { id: clientId, sender_id: senderId, to, text } }, { principal }) => {
    const { row, thread } = await parts.writing.write(principal, { clientId, senderId, to, text });
    return { ...messageOnWire(row), thread_id: thread.id };
  });
}

function hookRoute(app: Http, { store, senders, incoming, publicUrl }: DeliveryRoutesParts): void {
  serve(app, smsArrives, async ({ params: { sender_id: id, token } }, { request, reply }) => {
    const sender = await store.anyones(id);
    if (!sender || !isSame(token, sender.hook)) throw refuse("carrier.bad_signature");
    const channel = await senders.channelOf(sender);
    const fields = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
    if (!channel?.verify({ url: `${publicUrl ?? ""}${request.url}`, fields, header })) throw refuse("carrier.bad_signature");
    // A provider delivers all its messages from a few addresses.
    app.door.anonymous.giveBack(networkOf(request.ip));
    const delivered = channel.receive(fields);
    if (!delivered) throw refuse("request.malformed");
    await incoming.take(sender, delivered);
    return reply.header("cache-control", "no-store").type("text/xml; charset=utf-8").send(NOTHING);
  });
}
