/** How much a workspace may call, and whether a call could be placed now. */
import { changeDialLimits, checkCall, readDialLimits } from "@ongea/contract";
import type { Audit } from "../../accounts/audit/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Limits } from "../limits/limits.ts";
import { toldOf, type Opening } from "../ways/opening.ts";
import type { Outbound } from "../ways/outbound.ts";

export interface LimitRoutesParts {
  limits: Limits;
  outbound: Pick<Outbound, "mayPlace">;
  opening: Opening;
  audit: Pick<Audit, "act">;
  now(): Date;
}

export function limitRoutes(app: Http, { limits, outbound, opening, audit, now }: LimitRoutesParts): void {
  serve(app, readDialLimits, async (_given, { asker }) => limits.read(asker.workspaceId));
  serve(app, changeDialLimits, async ({ body }, { asker }) => {
    await audit.act(asker, async (write) => {
      await limits.keep(asker.workspaceId, body);
      await write({ act: "dial_limits.changed", details: body });
    });
    return body;
  });
  serve(app, checkCall, async ({ body }, { asker }) => {
    const { to, agent } = await outbound.mayPlace({
      workspaceId: asker.workspaceId,
      agentId: body.agent_id,
      to: body.recipient_phone_number.trim(),
      from: body.from_phone_number ?? undefined,
      userData: {},
    });
    const closed = await opening.closed(agent, to, now());
    return { message: "done", to, waits: closed ? toldOf(closed) : null };
  });
}
