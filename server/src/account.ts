/**
 * What existing clients ask of their account: questions about calls and templates; and sub-accounts and complaints, of which a workspace has
 * none. Part of the composition.
 */
import * as contract from "@ongea/contract";
import type { Agents } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import { createOutcomeStore, dispositionRoutes, extractionRoutes } from "./agents/outcomes/index.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import { refuse } from "./platform/http/refuse.ts";
import { serve } from "./platform/http/serve.ts";

export interface AccountParts {
  tenancy: Tenancy;
  agents: Pick<Agents, "read">;
  audit: Pick<Audit, "act">;
}

export function accountRoutes(app: Http, { tenancy, agents, audit }: AccountParts): void {
  const store = createOutcomeStore(tenancy);
  dispositionRoutes(app, { store, audit, readAgent: (workspaceId, agentId) => agents.read(workspaceId, agentId) });
  extractionRoutes(app, store, audit);
  subAccountRoutes(app);
  serve(app, contract.listViolations, async ({ query: { page_number, page_size: limit } }) => ({
    data: [],
    total: 0,
    limit,
    offset: (page_number - 1) * limit,
    has_more: false,
  }));
  serve(app, contract.submitViolation, async () => {
    throw refuse("violation.not_found");
  });
}

function subAccountRoutes(app: Http): void {
  const none = async (): Promise<never> => {
    throw refuse("sub_account.not_found");
  };
  serve(app, contract.createSubAccount, async () => {
    throw refuse("sub_account.not_offered");
  });
  serve(app, contract.listSubAccounts, async () => []);
  serve(app, contract.readUsageOfSubAccounts, async () => []);
  serve(app, contract.readSubAccountUsage, none);
  serve(app, contract.changeSubAccount, none);
  serve(app, contract.deleteSubAccount, none);
}
