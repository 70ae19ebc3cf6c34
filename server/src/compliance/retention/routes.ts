/** How long what is kept, and what was deleted. */
import { changeRetention, listDeletions, readRetention } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import { wireDeletion } from "../erasure/routes.ts";
import type { PrivacyStore } from "../erasure/store.ts";

export function retentionRoutes(app: Http, { store, audit }: { store: PrivacyStore; audit: Audit }): void {
  serve(app, readRetention, async (_, { principal }) => store.retentionOf(principal.workspaceId));
  serve(app, changeRetention, async ({ body }, { principal }) => {
    await audit.act(principal, async (write) => {
      await store.setRetention(principal.workspaceId, body);
      await write({ act: "privacy.retention_changed", details: body });
    });
    return body;
  });
  serve(app, listDeletions, async ({ query }, { principal }) => {
    const { data, next } = await store.deletions(principal.workspaceId, query);
    return { data: data.map(wireDeletion), next };
  });
}
