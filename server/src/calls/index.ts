/** Calls: placing, answering, remembering. */
export { createGoalStore } from "./goals/store.ts";
export { createBrowserCalls, type BrowserCalls } from "./ways/browser.ts";
export { namedKnowledge } from "./agent/knowledge.ts";
export { createArchive, type Archive, type ArchiveParts } from "./archive.ts";
export { costOfInstallation, costOfProviders } from "./cost.ts";
export { Calls, type CallsParts } from "./calls.ts";
export { demoCallRoutes } from "./routes/demo-call-routes.ts";
export { createDemoCalls } from "./ways/demo-calls.ts";
export { followVisitorCall } from "./routes/follow-visitor-call.ts";
export { createVisitorCalls, type VisitorCalls } from "./ways/visitor-calls.ts";
export { addMadeCalls, heldCalls, newestSince, recordingIsThere, spokenCalls } from "./made/store.ts";
export { createMediaPool } from "./media/media-pool.ts";
export { createInbound, type Inbound } from "./ways/inbound.ts";
export { createCarrierInbound, type CarrierInbound } from "./ways/carrier-inbound.ts";
export { createCarrierLegs, type CarrierLegs } from "./ways/carrier-legs.ts";
export { createAskedCalls, type AskedCalls } from "./ways/asked/asked-calls.ts";
export { createCharges } from "./charges/charges.ts";
export { createChargeStore } from "./charges/store.ts";
export { carrierChargeMigrations } from "./charges/tables.ts";
export { carrierRoutes, type CarrierRoutesParts } from "./routes/carrier-routes.ts";
export { createOutbound, type Outbound, type OutboundParts } from "./ways/outbound.ts";
export { mayHaveRung } from "./life/endings.ts";
export { createPlannedCalls, plannedCallQueue, plansOfEnded, type PlannedCalls } from "./planned/planned.ts";
export { createPlanStore } from "./planned/store.ts";
export { plannedCallMigrations } from "./planned/tables.ts";
export { retryAfterMinutes } from "./ways/retries.ts";
export { createOwners, homeOf } from "./life/owners.ts";
export { createElsewhere } from "./elsewhere/elsewhere.ts";
export { createOrderStore } from "./elsewhere/store.ts";
export { callOrderMigrations } from "./elsewhere/tables.ts";
export { createSupervision, type Supervision } from "./ways/supervision.ts";
export { supervisionRoutes } from "./routes/supervision-routes.ts";
export { createRedaction } from "./redaction/redaction.ts";
export { createRedactionStore } from "./redaction/store.ts";
export { createLimits, type Limits } from "./limits/limits.ts";
export { createLimitStore } from "./limits/store.ts";
export { createLineStore } from "./limits/lines/store.ts";
export { dialSlotMigrations } from "./limits/tables.ts";
export { trunkLineMigrations } from "./limits/lines/tables.ts";
export { createTrunkLines, type TrunkLines } from "./limits/lines/trunk-lines.ts";
export { shareRoute } from "./routes/share-route.ts";
export { createOpening, setsHoursAside, type Opening } from "./ways/opening.ts";
export { limitRoutes } from "./routes/limit-routes.ts";
export { createDemoRoom } from "./ways/demo-room.ts";
export { createLeftOpenStore, createSweepStore } from "./life/store.ts";
export { sweepRecordings } from "./recording/sweep.ts";
export { completeLeftOpen } from "./recording/left-open.ts";
export { settleCall, type SettleParts } from "./life/settle.ts";
export { createOwnerStore } from "./life/store.ts";
export { createCallWriter } from "./life/writer.ts";
export { TwoChannelWav } from "./recording/two-channel-wav.ts";
export { createRecordingAlerts } from "./recording/alerts.ts";
export { SHARED_RECORDINGS, createRecordings, type Recordings } from "./recording/recordings.ts";
export { callRoutes, type CallRoutesParts } from "./routes/call-routes.ts";
export { mayDial } from "./ways/dial-gate.ts";
export { openSip, trunkOf } from "./ways/sip-port.ts";
export { createCallStore, type CallRow, type CallWriter, type NewCall } from "./store.ts";
export { summarise, wireExecution } from "./summary.ts";
export {
  callAnalysisMigrations,
  callHistoryMigrations,
  callMigrations,
  dialLimitMigrations,
  webhookMigrations,
} from "./tables.ts";
export { analysisQueue, createAnalyst, startAnalysis, type Analyst } from "./analysis/analysis.ts";
export { createAnalysisStore } from "./analysis/store.ts";
export { startDelivering } from "./webhooks/deliver.ts";
export { isSigned } from "./webhooks/signature.ts";
export { createWebhookStore, type WebhookStore } from "./webhooks/store.ts";
export { createWebhooks, webhookQueue, type AgentsAfterCall, type Webhooks } from "./webhooks/webhooks.ts";
export { webhookRoutes, type WebhookRoutesParts } from "./routes/webhook-routes.ts";
export { createCallTokens } from "./ways/tokens.ts";
