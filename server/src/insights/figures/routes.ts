import { listActivity, listNotifications, readCallDays, readHome, readNotifications } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Figures } from "./figures/figures.ts";
import type { Activity } from "./activity.ts";

export interface InsightRoutesParts {
  figures: Figures;
  activity: Activity;
  /** Of this server, 0…1; null before it could be measured. */
  uptime(): Promise<number | null>;
}

export function insightRoutes(app: Http, { figures, activity, uptime }: InsightRoutesParts): void {
  serve(app, readHome, async (_, { asker }) => figures.home(asker.workspaceId, await uptime()));
  serve(app, readCallDays, async ({ query }, { asker }) => ({ data: await figures.days(asker.workspaceId, query.days) }));
  serve(app, listActivity, async ({ query }, { asker }) => activity.log(asker.workspaceId, query));
  serve(app, listNotifications, async ({ query }, { asker }) => activity.notifications(asker.workspaceId, asker.id, query));
  serve(app, readNotifications, async ({ body }, { asker }) => ({
    unread: await activity.read(asker.workspaceId, asker.id, body.ids),
  }));
}
