import { listActivity, listNotifications, readNotifications } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Activity } from "./activity.ts";

export function activityRoutes(app: Http, activity: Activity): void {
  serve(app, listActivity, async ({ query }, { principal }) => activity.log(principal.workspaceId, query));
  serve(app, listNotifications, async ({ query }, { principal }) =>
    activity.notifications(principal.workspaceId, principal.id, query),
  );
  serve(app, readNotifications, async ({ body }, { principal }) => ({
    unread: await activity.read(principal.workspaceId, principal.id, body.ids),
  }));
}
