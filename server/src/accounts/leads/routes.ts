import { askForDemo, requestDemo, sendContactMessage, verifyInvitation } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit, networkOf } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { prefixOf, type Codes } from "./codes/codes.ts";
import { createDemoOpenings } from "./demo-openings.ts";
import type { Leads } from "./leads.ts";
import type { LeadStore } from "./store.ts";
import type { Visits } from "./visits/visits.ts";

export interface LeadRoutesParts {
  leads: Leads;
  store: LeadStore;
  codes: Codes;
  visits: Visits;
  /** A demo workspace of the visitor's own, filled; returns its id. */
  openDemo(visitor: { name: string; company: string | null }): Promise<string>;
  /** One will be opened soon. */
  warmUp(): Promise<void>;
  /** How many demo workspaces the whole installation has. */
  demos(): Promise<number>;
  mostDemos: number;
}

const nowMs = (): number => performance.now();

export function leadRoutes(
  app: Http,
  { leads, store, codes, visits, openDemo, warmUp, demos, mostDemos }: LeadRoutesParts,
): void {
  const forms = createRateLimit({ burst: 10, refillMs: 30_000, nowMs });
  const attempts = createRateLimit({ burst: 10, refillMs: 20_000, nowMs });
  const count = async (codeId: string) => ({ inAll: await demos(), ofCode: await visits.workspacesOf(codeId) });
  const openings = createDemoOpenings({ count, most: mostDemos, nowMs });
  const attemptsOnOneCode = createRateLimit({ burst: 60, refillMs: 5_000, nowMs });

  serve(app, requestDemo, async ({ body }, { request, reply }) => {
    forms.take(networkOf(request.ip));
    const leadId = await leads.requestDemo(body);
    // Who asks once more keeps what they have.
    const { codeId = null, workspaceId = null } = (await visits.of(request)) ?? {};
    await visits.open({ leadId, codeId, workspaceId }, request, reply);
    if (workspaceId === null) void warmUp();
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
    const visit = await visits.of(request);
    const leadId = visit?.leadId ?? null;
    if (leadId !== null) await store.markVerified(leadId);
    const open = (): Promise<string> => openDemo({ name: visit?.name ?? "Visitor", company: visit?.company ?? null });
    const workspaceId = visit?.workspaceId ?? (await openings({ visit: visits.nameOf(request), codeId, open }));
    await visits.open({ leadId, codeId, workspaceId }, request, reply);
    return { success: true as const };
  });
}
