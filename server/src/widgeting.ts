/** Web widgets, from the row to the page inside somebody else's page. Part of the composition. */
import { resolve } from "node:path";
import type { LiveEvent } from "@ongea/contract";
import type { Agents } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import { createVisitorCalls } from "./calls/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { SocketPlaces } from "./platform/http/sockets.ts";
import type { Live } from "./platform/live/live.ts";
import type { Log } from "./platform/log/log.ts";
import type { Telephony } from "./telephony.ts";
import {
  createWidgetCalls,
  createWidgets,
  createWidgetStore,
  widgetCallRoutes,
  widgetPages,
  widgetRoutes,
} from "./site/widgets/index.ts";

export interface WidgetingParts {
  tenancy: Tenancy;
  agents: Agents;
  audit: Audit;
  telephony: Pick<Telephony, "calls" | "browser" | "limits">;
  live: Live<LiveEvent>;
  log: Log;
  places: SocketPlaces;
}

export function serveWidgets(app: Http, { tenancy, agents, audit, telephony, live, log, places }: WidgetingParts): void {
  const { calls, browser, limits } = telephony;
  const widgets = createWidgets({ store: createWidgetStore(tenancy), agents, audit });
  widgetRoutes(app, widgets);
  const visitors = createVisitorCalls({ calls, browser, live });
  const { checkMoney } = limits;
  widgetCallRoutes(app, createWidgetCalls({ widgets, visitors, checkMoney, log, nowMs: () => performance.now() }), places);
  widgetPages(app, {
    widgets,
    nameOf: async ({ workspaceId, agentId }) => (await agents.present(workspaceId, agentId))?.document.agent_config.agent_name,
    folder: resolve("dist/widget"),
  });
}
