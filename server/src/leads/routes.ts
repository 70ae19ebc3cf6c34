import { askForDemo, requestDemo, sendContactMessage, verifyInvitation } from "@ongea/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Http } from "../platform/http/http.ts";
import { createRateLimit, networkOf } from "../platform/http/rate-limit.ts";
import { refuse } from "../platform/http/refuse.ts";
import { serve } from "../platform/http/serve.ts";
import { prefixOf, type Codes } from "./codes.ts";
import type { Leads } from "./leads.ts";
import type { LeadStore } from "./store.ts";
import { VISIT_DAYS, type Visits } from "./visits.ts";

export interface LeadRoutesParts {
  leads: Leads;
  store: LeadStore;
  codes: Codes;
  visits: Visits;
  /** The site is reached over HTTPS alone, so its cookie is too. */
  secureCookie: boolean;
}

const COOKIE = "ongea_visit";
const nowMs = (): number => performance.now();

export function leadRoutes(app: Http, { leads, store, codes, visits, secureCookie }: LeadRoutesParts): void {
  const forms = createRateLimit({ burst: 10, refillMs: 30_000, nowMs });
  const attempts = createRateLimit({ burst: 10, refillMs: 20_000, nowMs });
  const attemptsOnOneCode = createRateLimit({ burst: 60, refillMs: 5_000, nowMs });

  serve(app, requestDemo, async ({ body }, { request, reply }) => {
    forms.take(networkOf(request.ip));
    const leadId = await leads.requestDemo(body);
    setCookie(reply, await visits.open({ leadId, codeId: null }, tokenIn(request)));
    return { success: true as const, message: "Demo request submitted" };
  });
  serve(app, askForDemo, async ({ body }, { request }) => {
    forms.take(networkOf(request.ip));
    await leads.askForDemo(body);
    return { success: true as const, message: "Demo request submitted" };
  });
  serve(app, sendContactMessage, async ({ body }, { request }) => {
    forms.take(networkOf(request.ip));
    await leads.contact(body);
    return { success: true as const, message: "Message sent" };
  });
  serve(app, verifyInvitation, async ({ body }, { request, reply }) => {
    attempts.take(networkOf(request.ip));
    attemptsOnOneCode.take(prefixOf(body.code));
    const codeId = await codes.check(body.code);
    if (codeId === undefined) throw refuse("invitation.bad_code");
    const oldToken = tokenIn(request);
    const leadId = (oldToken === undefined ? undefined : await visits.find(oldToken))?.leadId ?? null;
    if (leadId !== null) await store.markVerified(leadId);
    setCookie(reply, await visits.open({ leadId, codeId }, oldToken));
    return { success: true as const };
  });

  function setCookie(reply: FastifyReply, token: string): void {
    const parts = [`${COOKIE}=${token}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${VISIT_DAYS * 86_400}`];
    void reply.header("set-cookie", [...parts, ...(secureCookie ? ["Secure"] : [])].join("; "));
  }
}

function tokenIn(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";", 50).map((pair) => pair.trim());
  const token = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}
