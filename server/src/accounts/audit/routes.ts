import { listAudit } from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Audit } from "./audit.ts";

export function auditRoutes(app: Http, audit: Audit): void {
  serve(app, listAudit, async ({ query }, { principal }) => audit.list(principal.workspaceId, query));
}
