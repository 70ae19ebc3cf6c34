import { changeMasking, readMasking } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { MaskingRules } from "./masking.ts";
import type { MaskingStore } from "./store.ts";

export interface MaskingRoutesParts {
  store: MaskingStore;
  rules: Pick<MaskingRules, "changed">;
  audit: Pick<Audit, "act">;
}

export function maskingRoutes(app: Http, { store, rules, audit }: MaskingRoutesParts): void {
  serve(app, readMasking, async (_, { principal }) => store.read(principal.workspaceId));
  serve(app, changeMasking, async ({ body }, { principal }) => {
    await audit.act(principal, async (write) => {
      await store.keep(principal.workspaceId, body);
      const { kinds, agents, keep_whole } = body;
      await write({ act: "privacy.masking_changed", details: { kinds: kinds.join(", "), agents: agents.length, keep_whole } });
    });
    rules.changed(principal.workspaceId);
    return body;
  });
}
