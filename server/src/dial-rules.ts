/** Whom a workspace may call, and by what: what the dial gate asks of other features. Part of the composition. */
import { createProvenOwners } from "./accounts/access/index.ts";
import type { OutboundParts } from "./calls/index.ts";
import type { Config } from "./config.ts";
import { createDoNotCallStore } from "./compliance/do-not-call/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Workspaces } from "./accounts/workspaces/index.ts";

export interface DialRulesParts {
  config: Pick<Config, "DIAL_COUNTRIES">;
  tenancy: Tenancy;
  workspaces: Pick<Workspaces, "read">;
}

type DialRules = Pick<OutboundParts, "standing" | "hasProvenOwner" | "isListed" | "countries" | "now">;

export function dialRules({ config, tenancy, workspaces }: DialRulesParts): DialRules {
  return {
    async standing(workspaceId) {
      const { kind, admitted } = await workspaces.read(workspaceId);
      return { isDemo: kind === "demo", isAdmitted: admitted };
    },
    hasProvenOwner: createProvenOwners(tenancy),
    isListed: (workspaceId, number) => createDoNotCallStore(tenancy).has(workspaceId, number),
    countries: config.DIAL_COUNTRIES,
    now: () => new Date(),
  };
}
