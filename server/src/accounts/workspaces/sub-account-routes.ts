/** What existing clients ask of sub-accounts and complaints, of which a workspace has none. */
import * as contract from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";

export function subAccountRoutes(app: Http): void {
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

export function violationRoutes(app: Http): void {
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
