/** Every route of the contract, once. */
import * as access from "../accounts/access.ts";
import * as account from "../accounts/account.ts";
import * as agentDrafts from "../agents/agent-drafts.ts";
import * as agentTests from "../agents/agent-tests.ts";
import * as agents from "../agents/agents.ts";
import * as audit from "../accounts/audit.ts";
import * as credits from "../accounts/credits.ts";
import * as batchMessages from "../campaigns/batch-messages.ts";
import * as batches from "../campaigns/batches.ts";
import * as callChecks from "../compliance/call-checks.ts";
import * as threadChecks from "../compliance/thread-checks.ts";
import * as calls from "../calls/calls.ts";
import * as callLabels from "../calls/labels.ts";
import * as callTotals from "../calls/call-totals.ts";
import * as boardMails from "../insights/board-mails.ts";
import * as savedBoards from "../insights/saved-boards.ts";
import * as replays from "../calls/replays.ts";
import * as savedFilters from "../calls/saved-filters.ts";
import * as carriers from "../telephony/carriers.ts";
import * as contacts from "../contacts/contacts.ts";
import * as callMessages from "../contacts/call-messages.ts";
import * as callPermissions from "../contacts/call-permissions.ts";
import * as senders from "../contacts/senders.ts";
import * as threads from "../contacts/threads.ts";
import * as consents from "../compliance/consents.ts";
import * as countryPacks from "../compliance/country-packs.ts";
import * as demoCalls from "../calls/demo-calls.ts";
import * as dialLimits from "../telephony/dial-limits.ts";
import * as doNotCall from "../compliance/do-not-call.ts";
import * as evidence from "../compliance/evidence.ts";
import * as executions from "../calls/executions.ts";
import * as analytics from "../insights/analytics.ts";
import * as insights from "../insights/insights.ts";
import * as liveBoard from "../insights/live-board.ts";
import * as knowledge from "../agents/knowledge.ts";
import * as topics from "../insights/topics.ts";
import * as knowledgeGaps from "../insights/knowledge-gaps.ts";
import * as leads from "../site/leads.ts";
import * as mcp from "./mcp.ts";
import * as mcpServers from "../agents/mcp-servers.ts";
import * as notificationSettings from "../accounts/notification-settings.ts";
import * as numbers from "../telephony/numbers.ts";
import * as operator from "../accounts/operator.ts";
import * as olderAgents from "../agents/older-agents.ts";
import * as outcomes from "../calls/outcomes.ts";
import * as providers from "../engines/providers.ts";
import type { Route } from "./route.ts";
import * as phones from "../telephony/phones.ts";
import * as trunks from "../telephony/trunks.ts";
import * as status from "./status.ts";
import * as supervision from "../calls/supervision.ts";
import * as masking from "../compliance/masking.ts";
import * as privacy from "../compliance/privacy.ts";
import * as pronunciations from "../agents/pronunciations.ts";
import * as versionChoices from "../agents/version-choices.ts";
import * as versionSplits from "../agents/version-splits.ts";
import * as voiceClones from "../agents/voice-clones.ts";
import * as voices from "../agents/voices.ts";
import * as webCalls from "../calls/web-calls.ts";
import * as webhooks from "../calls/webhooks.ts";
import * as widgets from "../site/widgets.ts";
import * as workspaces from "../accounts/workspaces.ts";

/** What the routes are about, in the order in which a reader meets them. */
const SUBJECTS: readonly (readonly [name: string, subject: object])[] = [
  ["Agents", { ...agents, ...agentDrafts, ...versionChoices, ...versionSplits }],
  ["Tests of agents", agentTests],
  ["Tools from MCP servers", mcpServers],
  ["Calls", { ...calls, ...callLabels, ...callTotals, ...replays, ...savedFilters, ...webCalls }],
  ["Supervision", supervision],
  ["Executions", executions],
  ["Outcomes", outcomes],
  ["Batches", { ...batches, ...batchMessages }],
  ["Phone numbers", numbers],
  ["Trunks", { ...trunks, ...phones }],
  ["Carriers", carriers],
  ["Dial limits", dialLimits],
  ["Country packs", countryPacks],
  ["Do not call", doNotCall],
  ["Consents", consents],
  ["Compliance", { ...callChecks, ...threadChecks, ...evidence }],
  ["Privacy", { ...privacy, ...masking }],
  ["Contacts", contacts],
  ["Messages", { ...threads, ...senders, ...callMessages, ...callPermissions }],
  ["Knowledge", { ...knowledge, ...knowledgeGaps }],
  ["Web widgets", widgets],
  ["Voices", voices],
  ["Voice cloning", voiceClones],
  ["Pronunciation", pronunciations],
  ["Providers", providers],
  ["Webhooks", webhooks],
  ["Model Context Protocol", mcp],
  ["Insights", { ...insights, ...liveBoard, ...credits }],
  ["Analytics", { ...analytics, ...savedBoards, ...boardMails, ...topics }],
  ["Workspace", { ...workspaces, ...audit }],
  ["Access", access],
  ["Account", { ...account, ...notificationSettings }],
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
