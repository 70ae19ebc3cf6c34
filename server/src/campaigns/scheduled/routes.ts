/** Calls that a client places and stops, now or later. */
import { randomUUID } from "node:crypto";
import { momentOf, placeCall, stopCall } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { Agents } from "../../agents/index.ts";
import type { Archive, Calls } from "../../calls/index.ts";
import { executionRoutes } from "../executions/execution-routes.ts";
import { type Everywhere, holderOf, type BrowserCalls } from "../../telephony/index.ts";
import { setsHoursAside } from "../../compliance/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { PlannedCalls } from "./scheduled-calls.ts";

export interface PlacingRoutesParts {
  calls: Pick<Calls, "find">;
  archive: Archive;
  agents: Pick<Agents, "read">;
  browser: Pick<BrowserCalls, "leave">;
  planned: PlannedCalls;
  /** A call that runs, at whichever server. */
  everywhere: Pick<Everywhere, "stop">;
  /** Somebody has taken a call back: for the log. */
  stopped(principal: Actor, callId: string, agentName?: string): void;
  audit: Pick<Audit, "act">;
}

const IN_BROWSERS: ReadonlySet<Principal["kind"]> = new Set(["person", "visitor"]);

export function placingRoutes(app: Http, parts: PlacingRoutesParts): void {
  const { calls, archive, agents, browser, planned, everywhere, stopped, audit } = parts;
  const stop = async (principal: Principal, id: string): Promise<void> => {
    const key = { id, workspaceId: principal.workspaceId };
    // Whoever holds it in their own browser hangs up, as a caller does.
    if (IN_BROWSERS.has(principal.kind) && browser.leave(key, holderOf(principal))) return;
    // One that runs is ended here, also while the database is away.
    if (calls.find(id)) return everywhere.stop(principal, id);
    if (await planned.takeBack(key)) return stopped(principal, id);
    await everywhere.stop(principal, (await planned.attemptNow(key)).id);
  };
  executionRoutes(app, { archive, agents, stop });
  serve(app, placeCall, async ({ body }, { principal, requestId }) => {
    const { agent_id, recipient_phone_number, from_phone_number, user_data, scheduled_at } = body;
    const callId = requestId ?? randomUUID();
    const anyHour = setsHoursAside(principal, body.bypass_call_guardrails);
    const details = { to: recipient_phone_number };
    if (anyHour) await audit.act(principal, (write) => write({ act: "call.hours_set_aside", subject: callId, details }));
    const { id, status } = await planned.order({
      id: callId,
      workspaceId: principal.workspaceId,
      agentId: agent_id,
      to: recipient_phone_number.trim(),
      from: from_phone_number ?? undefined,
      userData: user_data,
      at: scheduled_at ? momentOf(scheduled_at) : undefined,
      anyHour,
      retry: body.retry_config ?? undefined,
      isDraft: body.draft ?? undefined,
    });
    return { message: "done", status, execution_id: id };
  });
  serve(app, stopCall, async ({ params }, { principal }) => {
    await stop(principal, params.execution_id);
    return { message: "done", status: "stopped" as const, execution_id: params.execution_id };
  });
}
