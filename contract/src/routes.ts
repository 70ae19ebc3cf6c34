/** Every route of the contract, once. */
import * as access from "./access.ts";
import * as agents from "./agents.ts";
import * as batches from "./batches.ts";
import * as calls from "./calls.ts";
import * as demoCalls from "./demo-calls.ts";
import * as doNotCall from "./do-not-call.ts";
import * as executions from "./executions.ts";
import * as insights from "./insights.ts";
import * as knowledge from "./knowledge.ts";
import * as leads from "./leads.ts";
import * as numbers from "./numbers.ts";
import * as operator from "./operator.ts";
import * as providers from "./providers.ts";
import type { Route } from "./route.ts";
import * as status from "./status.ts";
import * as voices from "./voices.ts";
import * as webhooks from "./webhooks.ts";
import * as workspaces from "./workspaces.ts";

export const ROUTES: readonly Route[] = [
  status,
  access,
  workspaces,
  operator,
  agents,
  calls,
  executions,
  doNotCall,
  batches,
  numbers,
  demoCalls,
  insights,
  knowledge,
  providers,
  voices,
  webhooks,
  leads,
].flatMap((subject) => Object.values(subject).filter(isRoute));

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "who" in value;
}
