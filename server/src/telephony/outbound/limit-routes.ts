/** How much a workspace may call, and whether a call could be placed now. */
import { changeDialLimits, checkCall, readDialLimits } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { type Limits, toWireWait, type Opening } from "../../compliance/index.ts";
import type { Outbound } from "./outbound.ts";

export interface LimitRoutesParts {
  limits: Limits;
  outbound: Pick<Outbound, "mayPlace">;
  opening: Opening;
  audit: Pick<Audit, "act">;
  now(): Date;
}

export function limitRoutes(app: Http, { limits, outbound, opening, audit, now }: LimitRoutesParts): void {
  serve(app, readDialLimits, async (_given, { principal }) => limits.read(principal.workspaceId));
  serve(app, changeDialLimits, async ({ body }, { principal }) => {
    await audit.act(principal, async (write) => {
      await limits.keep(principal.workspaceId, body);
      await write({ act: "dial_limits.changed", details: body });
    });
    return body;
  });
  serve(app, checkCall, async ({ body }, { principal }) => {
    const { to, agent } = await outbound.mayPlace({
      workspaceId: principal.workspaceId,
      agentId: body.agent_id,
      to: body.recipient_phone_number.trim(),
      from: body.from_phone_number ?? undefined,
      userData: {},
    });
    const closed = await opening.closed(agent, to, now());
    return { message: "done", to, waits: closed ? toWireWait(closed) : null };
  });
}
