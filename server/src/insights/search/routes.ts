import { search as searchRoute } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Search } from "./search.ts";

export function searchRoutes(app: Http, search: Search): void {
  serve(app, searchRoute, async ({ query }, { principal }) => ({ data: await search.find(principal.workspaceId, query.q) }));
}
