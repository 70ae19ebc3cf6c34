import { createHash } from "node:crypto";
import { asWritten, type AnswerInput, type Checked, type Route } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { withinReach } from "../database/reach.ts";
import { authorise, type Principal, type PrincipalOf, type Recognise } from "./authorise.ts";
import { check } from "./check.ts";
import { asBody, formIn } from "./form.ts";
import type { Door, Http } from "./http.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import { networkOf } from "./rate-limit.ts";
import { refuse } from "./refuse.ts";
import { Written } from "./written.ts";

/** What a handler may want besides the checked input. */
export interface RequestContext<R extends Route> {
  principal: PrincipalOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Of a request with an `Idempotency-Key`: the same each time that it is sent. */
  requestId: string | undefined;
}

type Handler<R extends Route> = (
  checked: Checked<R>,
  around: RequestContext<R>,
) => Promise<R["answer"] extends z.ZodType ? AnswerInput<R> | Written : unknown>;

const JSON_TYPE = "application/json; charset=utf-8";
/** All that stands in a form is text: numbers and yes-or-no too. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Serves one route of the contract: knows who asks, checks what comes in, answers in the promised shape. */
export function serve<R extends Route>(app: Http, route: R, handler: Handler<R>): void {
  const askers = new WeakMap<FastifyRequest, Principal | undefined>();
  const { upload } = route;
  app.route({
    method: route.method,
    url: route.path,
    // A file is read only when it is known who sends it.
    ...(upload && {
      bodyLimit: upload.mostBytes,
      onRequest: async (request, reply) => {
        const principal = await limited(app.door, request, reply, route);
        askers.set(request, principal);
        app.door.uploads.take(reply, principal?.workspaceId ?? networkOf(request.ip));
      },
    }),
    handler: async (request, reply) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route says who may ask
      const principal = (upload ? askers.get(request) : await limited(app.door, request, reply, route)) as PrincipalOf<R>;
      if (upload && !Buffer.isBuffer(request.body)) throw refuse("request.malformed");
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shapes of the same route read each part
      const checked = {
        params: check(route.params, request.params, "path"),
        query: check(route.query, request.query, "query"),
        body: check(route.body, await writtenIn(route, request), "body"),
      } as Checked<R>;
      if (route.answer) void reply.header("cache-control", "no-store");
      const handle = (requestId: string | undefined): Promise<unknown> =>
        withinReach(principal?.agentIds ?? null, reply.raw, () => handler(checked, { principal, request, reply, requestId }));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handler answers in the shape of its route
      const encoded = (answer: unknown): unknown => (route.answer ? route.answer.encode(answer as never) : answer);
      const status = route.status ?? 200;
      const key = route.method === "POST" ? request.headers["idempotency-key"] : undefined;
      const { idempotency } = app.door;
      if (key === undefined || !idempotency) {
        const answer = await handle(undefined);
        if (answer instanceof Written) return reply.code(statusOf(reply, status)).type(JSON_TYPE).send(answer.json);
        return route.answer ? reply.code(statusOf(reply, status)).send(encoded(answer)) : answer;
      }
      const once = await idempotency.once(askedOnce(principal, checkKey(key), route, request), async (id) => {
        const answer = await handle(id);
        return () => ({
          status: statusOf(reply, status),
          body: answer instanceof Written ? answer.json.toString() : JSON.stringify(encoded(answer)),
          isRepeatable: principal !== undefined && reply.getHeader("set-cookie") === undefined,
        });
      });
      if (once.isReplayed) void reply.header("idempotent-replayed", "true");
      return reply.code(once.status).type("application/json").send(once.body);
    },
  });
}

/**
 * Keys of askers who are known are theirs. Of strangers nobody knows whether two are the same, also behind one address: only a request that
 * is the same in every word is done once, and its answer is told to nobody else.
 */
function askedOnce(principal: Principal | undefined, key: string, route: Route, request: FastifyRequest): IdempotentRequest {
  const { body, url, ip, headers } = request;
  const asked = JSON.stringify([route.method, url, Buffer.isBuffer(body) ? hashOf(body) : (body ?? null)]);
  const stranger = (): string => hashOf(JSON.stringify([headers["user-agent"], asked]));
  const askerId = principal
    ? `${principal.kind}/${principal.id}/${principal.workspaceId}`
    : `network/${networkOf(ip)}/${stranger()}`;
  return { askerId, key, request: asked };
}

/** The promised one, unless the handler has set another. */
function statusOf({ statusCode }: FastifyReply, promised: number): number {
  return statusCode === 200 ? promised : statusCode;
}

async function writtenIn(route: Route, request: FastifyRequest): Promise<unknown> {
  const body = await bodyIn(route, request);
  const isText = route.textForNumbers === true || FORM.test(request.headers["content-type"] ?? "");
  return isText && route.body ? asWritten(route.body, body) : body;
}

async function bodyIn(route: Route, { headers, body }: FastifyRequest): Promise<unknown> {
  const type = headers["content-type"] ?? "";
  if (!route.body || !Buffer.isBuffer(body) || !type.startsWith("multipart/")) return body ?? {};
  const { firsts } = await formIn(type, body);
  return route.form ? firsts : asBody(firsts);
}

/** Who asks, within their limit: their own as soon as they are known, also for what they may not do. */
async function limited(
  { recognise, counted, known, anonymous }: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, who, scope, ofAgents }: Route,
): Promise<Principal | undefined> {
  if (path === "/health") return undefined;
  if (who === "anyone") return void anonymous.take(networkOf(request.ip));
  const counting: Recognise = async (asked) => {
    const found = await recognise(asked);
    if (found) reply.headers(known.count(`${found.kind}/${found.id}`));
    return found;
  };
  const principal = await authorise(counting, request, { who, ...(scope && { scope }), ...(ofAgents && { ofAgents }) });
  counted(principal);
  return principal;
}

function hashOf(file: Buffer | string): string {
  return createHash("sha256").update(file).digest("hex");
}

function checkKey(key: string | string[]): string {
  if (typeof key === "string" && KEY.test(key)) return key;
  const msg = "must be 1 to 255 printable characters without spaces";
  throw refuse("request.invalid", [{ type: "idempotency_key", loc: ["header", "idempotency-key"], msg }]);
}
