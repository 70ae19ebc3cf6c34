/** What insights are given of other domains, read from a test's database. */
import { agentNames, countActiveAgents } from "../../agents/documents/store.ts";
import { batchNames } from "../../campaigns/batches/store.ts";
import { knowledgeNames } from "../../knowledge/passages/store.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createNumbers } from "../../telephony/numbers/numbers.ts";

export function otherDomains(tenancy: Tenancy) {
  return {
    agents: {
      names: (workspaceId: string, most: number) => agentNames(tenancy, workspaceId, most),
      countActive: (workspaceId: string) => countActiveAgents(tenancy, workspaceId),
    },
    campaigns: { names: (workspaceId: string, most: number) => batchNames(tenancy, workspaceId, most) },
    knowledge: { names: (workspaceId: string, most: number) => knowledgeNames(tenancy, workspaceId, most) },
    telephony: { numbers: createNumbers(tenancy) },
  };
}
