/** The HTTP server: limits, headers, one shape for every refusal. */
import { type RefusalCode, ROUTES } from "@ongea/contract";
import websocket from "@fastify/websocket";
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import { errorCode } from "../error-code.ts";
import { isAway } from "../database/away.ts";
import type { Log } from "../log/log.ts";
import { answerRefused, refuseRaw } from "./answer-refused.ts";
import { rememberAddresses } from "./addresses.ts";
import type { Principal, Recognise } from "./authorise.ts";
import { fieldsIn } from "./form.ts";
import type { Idempotency } from "./idempotency.ts";
import { createWindowLimit, type RateLimit, type WindowLimit } from "./rate-limit.ts";
import { createRecognition } from "./recognition.ts";
import { limitConnections } from "./connections.ts";
import { loggedPath } from "./logged-path.ts";
import { Refusal, refuse } from "./refuse.ts";
import { createTurns } from "./turns.ts";
import { takeUnread } from "./unread-body.ts";
import { createUploads, type UploadLimits, type Uploads } from "./uploads.ts";

/** What stands before every route. */
export interface Door {
  /** Within the limits of strangers and of failed credentials. */
  recognise: Recognise;
  /** Told of every request that somebody who is known may make, within their limit. */
  counted: (principal: Principal) => void;
  /** Without it a POST that is sent twice is done twice. */
  idempotency: Idempotency | undefined;
  /** Counts a request of somebody who is known. */
  known: WindowLimit;
  /** Counts requests for which nobody needs to be known, by network. */
  anonymous: RateLimit;
  uploads: Uploads;
}

export type Http = FastifyInstance & { readonly door: Door };

/** A thousand a minute, as the wire API has it, for each asker. */
export const KNOWN_LIMIT = { most: 1_000, windowMs: 60_000 };
/** A line of 2G brings more. */
const UPLOADS: UploadLimits = { atOnce: 12, atOnceEach: 3, graceMs: 5_000, leastBytesPerSecond: 4_096 };
const nowMs = (): number => performance.now();

/** Of a trigger that keeps what is on legal hold (`privacy/tables.ts`). */
const ON_HOLD = "OH001";
const BODY_LIMIT_BYTES = 1_048_576;
const REQUEST_TIMEOUT_MS = 30_000;
const AWAY_RETRY_SECONDS = 2;
const SOCKET_MESSAGE_LIMIT_BYTES = 65_536;
const LONGEST_ADDRESS = 8_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pages of other sites may load it: a script of theirs, or a page of ours in a frame, whose answer says in which ones. */
    embeddable?: boolean;
  }
}

/** `frameAncestors`: origins of the pages that may show this one in a frame. */
export function contentPolicy(frameAncestors: string): string {
  return (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; " +
    `font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${frameAncestors}`
  );
}

const HEADERS = {
  "content-security-policy": contentPolicy("'none'"),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "microphone=(self), camera=(), geolocation=()",
};

/** Where the API's addresses begin; the site's pages are elsewhere, and some of theirs end with a slash. */
const ROOTS: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path.split("/", 2)[1] ?? ""));

/** Some clients write `/dispositions/`. */
function withoutLastSlash(url: string): string {
  const [, root = "", path = "", query = ""] = /^\/([^/?]+)([^?]*)(.*)$/s.exec(url) ?? [];
  return path.endsWith("/") && ROOTS.has(root) ? `/${root}${path.replace(/\/+$/, "")}${query}` : url;
}

export interface HttpOptions {
  /** Address that it will listen on. */
  host: string;
  /** Further names that it is opened by, through a proxy. */
  names: readonly string[];
  /** Addresses and networks of proxies; only what these say of the client (X-Forwarded-For and its kin) is believed. */
  proxies: readonly string[];
  /** Absent: nobody is known here. */
  recognise?: Recognise;
  counted?: Door["counted"];
  idempotency?: Idempotency;
  /** Connections that one address may hold at a time, proxies' apart. Without it, any number. */
  connectionsPerAddress?: number;
  uploads?: Partial<UploadLimits>;
  /** Told of every refusal, with the address that it went to. */
  refused?: (code: RefusalCode, from: string) => void;
}

/** Makes the server; routes are added by the features, then it listens. */
export async function createHttp(log: Log, options: HttpOptions): Promise<Http> {
  const app = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.proxies.length > 0 && [...options.proxies],
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = "/" }) => withoutLastSlash(url),
    // Before a request has become one, and where the router cannot read its address.
    clientErrorHandler: refuseRaw,
    frameworkErrors: (error, _request, reply) => void answerRefused(asRefusal(error), reply),
  });
  app.decorate("door", {
    ...createRecognition(options.recognise ?? (async () => undefined), nowMs),
    counted: options.counted ?? (() => undefined),
    idempotency: options.idempotency,
    known: createWindowLimit({ ...KNOWN_LIMIT, nowMs }),
    uploads: createUploads({ ...UPLOADS, ...options.uploads }),
  } satisfies Door);
  const { connectionsPerAddress: most, proxies } = options;
  if (most !== undefined) limitConnections(app.server, { most, proxies, log });
  takeEmptyJson(app);
  takeForms(app);
  const addresses = rememberAddresses(app);
  // A page and a route of the API may share an address: a browser that opens it says that it takes HTML, a program does not.
  app.addConstraintStrategy({
    name: "wants",
    storage: () => storage(),
    deriveConstraint: ({ headers }) => (headers.accept?.includes("text/html") ? "page" : undefined),
  });
  const turns = createTurns();
  app.addHook("onRequest", (request, _reply, next) => (request.url === "/health" ? next() : turns.take(next)));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS);
    if (isUpgrade(request)) {
      // An upgrade that is refused has a connection that no server looks after any more: it ends with the answer.
      reply.raw.once("finish", () => request.raw.socket.destroySoon());
      if (!addresses.isSocket(request.routeOptions.url)) throw refuse("request.not_found");
    }
    if (request.url.length > LONGEST_ADDRESS) throw refuse("request.address_too_long");
    if (!isOurName(request.hostname, options)) throw refuse("request.wrong_name");
    if (
      !isFollowedLink(request) &&
      !isEmbedded(request) &&
      !isSameOrigin(request.headers.origin, request.headers.host, request.headers["sec-fetch-site"])
    )
      throw refuse("request.wrong_origin");
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = addresses.methodsOf(request.url);
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      void reply.header("allow", allowed.join(", "));
      return answerRefused(refuse("request.wrong_method"), reply);
    }
    log.info({ path: loggedPath(request.url), method: request.method }, "Nothing at this address");
    return answerRefused(refuse("request.not_found"), reply);
  });
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = asRefusal(error);
    options.refused?.(refusal.code, request.ip);
    if (refusal.code === "server.failed")
      log.error({ err: error, path: request.routeOptions.url, method: request.method }, "A request failed");
    takeUnread(reply);
    return answerRefused(refusal, reply);
  });
  await app.register(websocket, { options: { maxPayload: SOCKET_MESSAGE_LIMIT_BYTES } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the door has been added above
  return app as unknown as Http;
}

/**
 * A server on loopback is opened by loopback's own names. A foreign name that leads here is a page of another site that had its name
 * changed to our address (DNS rebinding), and would otherwise count as our own.
 */
function isOurName(hostname: string, { host, names }: HttpOptions): boolean {
  if (!isLoopback(host)) return true;
  return isLoopback(hostname) || names.includes(hostname.toLowerCase());
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name);
}

function isUpgrade({ headers }: FastifyRequest): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? "");
}

/** A person who follows another site's link to a page of ours, in a window and not in a frame. It changes nothing here. */
function isFollowedLink({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

function isEmbedded({ method, routeOptions }: FastifyRequest): boolean {
  return method === "GET" && routeOptions.config.embeddable === true;
}

/** A page of another site must not use this server through its visitor's browser. Programs send no Origin. */
function isSameOrigin(origin: string | undefined, host: string | undefined, site: string | string[] | undefined): boolean {
  if (origin === undefined) return site !== "cross-site" || site === undefined;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

function asRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return refuse("request.too_large");
  if (status === 414) return refuse("request.address_too_long");
  if (status === 404) return refuse("request.not_found");
  if (status !== undefined && status >= 400 && status < 500) return refuse("request.malformed");
  if (isAway(error)) return databaseAway();
  if (errorCode(error) === ON_HOLD || errorCode(error.cause) === ON_HOLD) return refuse("privacy.on_hold");
  return refuse("server.failed");
}

/** It is being started again, or whoever runs it does so: soon. */
function databaseAway(): Refusal {
  const refusal = refuse("server.no_database");
  refusal.retryAfterSeconds = AWAY_RETRY_SECONDS;
  return refusal;
}

/** The handlers of one address, by what they are for. */
function storage<H>(): { get(wants: unknown): H | null; set(wants: unknown, handler: H): void } {
  const handlers = new Map<unknown, H>();
  return { get: (wants) => handlers.get(wants) ?? null, set: (wants, handler) => void handlers.set(wants, handler) };
}

function takeForms(app: Omit<Http, "door">): void {
  // Files; how large one may be says its route. Forms with files are read by their route, too.
  app.addContentTypeParser(
    ["application/octet-stream", "multipart/form-data"],
    { parseAs: "buffer" },
    async (_: unknown, body: Buffer) => body,
  );
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, async (_: unknown, body: string) =>
    fieldsIn(body),
  );
}

/** Clients name JSON with every request, also where there is nothing to send. */
function takeEmptyJson(app: Omit<Http, "door">): void {
  const json = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    body === "" ? done(null, undefined) : json(request, String(body), done),
  );
}
