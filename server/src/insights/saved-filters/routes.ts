import { deleteSavedFilter, listSavedFilters, mayActAs, saveFilter } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { SavedFilters } from "./store.ts";

/** Every role keeps filters of its own; the workspace's are changed by those who may change its agents. */
export function savedFilterRoutes(app: Http, filters: SavedFilters): void {
  serve(app, listSavedFilters, async (_, { principal }) => ({
    data: await filters.list(principal.workspaceId, principal.id),
  }));
  serve(app, saveFilter, async ({ body }, { principal }) => {
    if (body.shared && !mayActAs(principal.role, "agent_manager")) throw refuse("access.forbidden");
    return filters.save(principal.workspaceId, principal.id, body);
  });
  serve(app, deleteSavedFilter, async ({ params }, { principal }) => {
    const by = { person: principal.id, shared: mayActAs(principal.role, "agent_manager") };
    await filters.remove(principal.workspaceId, params.filter_id, by);
    return { success: true as const };
  });
}
