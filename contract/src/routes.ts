/** Every route of the contract, once. */
import * as access from "./access.ts";
import * as account from "./account.ts";
import * as agents from "./agents.ts";
import * as audit from "./audit.ts";
import * as batches from "./batches.ts";
import * as calls from "./calls.ts";
import * as carriers from "./carriers.ts";
import * as countryPacks from "./country-packs.ts";
import * as demoCalls from "./demo-calls.ts";
import * as dialLimits from "./dial-limits.ts";
import * as doNotCall from "./do-not-call.ts";
import * as executions from "./executions.ts";
import * as insights from "./insights.ts";
import * as knowledge from "./knowledge.ts";
import * as leads from "./leads.ts";
import * as mcp from "./mcp.ts";
import * as numbers from "./numbers.ts";
import * as operator from "./operator.ts";
import * as olderAgents from "./older-agents.ts";
import * as outcomes from "./outcomes.ts";
import * as providers from "./providers.ts";
import type { Route } from "./route.ts";
import * as trunks from "./trunks.ts";
import * as status from "./status.ts";
import * as supervision from "./supervision.ts";
import * as pronunciations from "./pronunciations.ts";
import * as voiceClones from "./voice-clones.ts";
import * as voices from "./voices.ts";
import * as webCalls from "./web-calls.ts";
import * as webhooks from "./webhooks.ts";
import * as widgets from "./widgets.ts";
import * as workspaces from "./workspaces.ts";

/** What the routes are about, in the order in which a reader meets them. */
const SUBJECTS: readonly (readonly [name: string, subject: object])[] = [
  ["Agents", agents],
  ["Calls", { ...calls, ...webCalls }],
  ["Supervision", supervision],
  ["Executions", executions],
  ["Outcomes", outcomes],
  ["Batches", batches],
  ["Phone numbers", numbers],
  ["Trunks", trunks],
  ["Carriers", carriers],
  ["Dial limits", dialLimits],
  ["Country packs", countryPacks],
  ["Do not call", doNotCall],
  ["Knowledge", knowledge],
  ["Web widgets", widgets],
  ["Voices", voices],
  ["Voice cloning", voiceClones],
  ["Pronunciation", pronunciations],
  ["Providers", providers],
  ["Webhooks", webhooks],
  ["Model Context Protocol", mcp],
  ["Insights", insights],
  ["Workspace", { ...workspaces, ...audit }],
  ["Access", access],
  ["Account", account],
  ["Agents, version 1", olderAgents],
  ["Public site", demoCalls],
  ["Leads", leads],
  ["Operator", operator],
  ["Status", status],
];

/** Each route with its subject's name. */
export const ROUTES_BY_SUBJECT: readonly (readonly [name: string, routes: readonly Route[]])[] = SUBJECTS.map(
  ([name, subject]) => [name, Object.values(subject).filter(isRoute)],
);

export const ROUTES: readonly Route[] = ROUTES_BY_SUBJECT.flatMap(([, routes]) => routes);

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "who" in value;
}
