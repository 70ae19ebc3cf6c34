/** Telephone companies' webhooks and media streams. A webhook counts when the workspace's own account has signed it; a stream by its token. */
import {
  africasTalkingAsks,
  Carrier,
  carrierCallAnswered,
  carrierCallNews,
  carrierCallRings,
  carrierNumberNews,
} from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { dialectOf } from "../carriers/dialects.ts";
import { isHook, sessionIn } from "../carriers/africastalking/webhooks.ts";
import type { CarrierAccount } from "../carriers/account.ts";
import type { CarrierDirectory } from "../carriers/directory.ts";
import type { Nonces } from "../carriers/nonces.ts";
import type { CarrierEvent } from "../carriers/webhooks.ts";
import type { Http } from "../../platform/http/http.ts";
import { withRawBodies } from "../../platform/http/raw-bodies.ts";
import { networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RequestedCalls, RequestedTrunk } from "../legs/africastalking/requested-calls.ts";
import type { CarrierInbound } from "./carrier-inbound.ts";
import type { CarrierLeg } from "../legs/carrier-leg.ts";
import { type StreamRouteParts, streamRoute } from "./stream-route.ts";

export interface CarrierRoutesParts extends StreamRouteParts {
  carriers: Pick<CarrierDirectory, "account">;
  nonces: Nonces;
  inbound: CarrierInbound;
  asked: RequestedCalls;
  /** A trunk whose calls are asked for by HTTP, and what stands in the address that its company asks. */
  askedTrunk(trunkId: string): (RequestedTrunk & { hook: string }) | undefined;
}

export function carrierRoutes(app: Http, parts: CarrierRoutesParts): void {
  withRawBodies(app, {}, (inside) => {
    webhookRoutes(inside, parts);
    askedRoute(inside, parts);
  });
  streamRoute(app, parts);
}

function webhookRoutes(app: Http, { carriers, nonces, legs, inbound }: CarrierRoutesParts): void {
  type Of = { carrier: Carrier; workspace_id: string };

  /** Refuses with "carrier.bad_signature" whatever is not from the workspace's own account. */
  async function signed({ carrier, workspace_id: workspaceId }: Of, request: FastifyRequest) {
    const account = await carriers.account(workspaceId, carrier);
    const fields = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
    const url = `${legs.publicUrl ?? ""}${request.url}`;
    const dialect = dialectOf(carrier);
    if (!account || legs.publicUrl === undefined || !dialect.isSigned({ url, fields, header }, account.secret))
      throw refuse("carrier.bad_signature");
    const nonce = dialect.nonceOf?.({ header });
    if (nonce !== undefined && !(await nonces.isNew(workspaceId, nonce))) throw refuse("carrier.bad_signature");
    // A company asks for all its calls from a few addresses.
    app.door.anonymous.giveBack(networkOf(request.ip));
    const told = dialect.read(fields);
    if (!told || isOfAnother(told, account)) throw refuse("request.malformed");
    return { account, told, dialect };
  }

  async function news(leg: CarrierLeg | undefined, told: CarrierEvent, reply: FastifyReply): Promise<FastifyReply> {
    leg?.told(told);
    return reply.code(204).send();
  }

  serve(app, carrierCallRings, async ({ params }, { request, reply }) => {
    const { account, told } = await signed(params, request);
    return xml(reply, await inbound.rings(account, told));
  });
  serve(app, carrierNumberNews, async ({ params }, { request, reply }) => {
    const { account, told } = await signed(params, request);
    return news(legs.called(account.carrier, told.callRef), told, reply);
  });
  serve(app, carrierCallAnswered, async ({ params }, { request, reply }) => {
    const { account, told, dialect } = await signed(params, request);
    const leg = ofAccount(legs.find(params.leg_id), account);
    leg?.told(told);
    return xml(reply, leg && !leg.isOver ? legs.connect(leg) : dialect.reject("rejected"));
  });
  serve(app, carrierCallNews, async ({ params }, { request, reply }) => {
    const { account, told } = await signed(params, request);
    return news(ofAccount(legs.find(params.leg_id), account), told, reply);
  });
}

function askedRoute(app: Http, { asked, askedTrunk }: CarrierRoutesParts): void {
  serve(app, africasTalkingAsks, async ({ params }, { request, reply }) => {
    const trunk = askedTrunk(params.trunk_id);
    if (!trunk || !isHook(params.token, trunk.hook)) throw refuse("carrier.bad_signature");
    app.door.anonymous.giveBack(networkOf(request.ip));
    const news = sessionIn(new URLSearchParams(typeof request.body === "string" ? request.body : ""));
    if (!news) throw refuse("request.malformed");
    return xml(reply, await asked.asks(trunk, news));
  });
}

/** Some companies name the account in what they sign, too. */
function isOfAnother(told: CarrierEvent, account: CarrierAccount): boolean {
  return told.account !== "" && told.account !== account.id;
}

function ofAccount(leg: CarrierLeg | undefined, account: CarrierAccount): CarrierLeg | undefined {
  const { carrier, workspaceId } = leg?.account ?? {};
  return carrier === account.carrier && workspaceId === account.workspaceId ? leg : undefined;
}

function xml(reply: FastifyReply, text: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/xml; charset=utf-8").send(text);
}
