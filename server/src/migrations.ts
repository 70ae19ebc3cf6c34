import { carrierNonceMigrations } from "./telephony/carriers/index.ts";
/** Every step of the schema, in the order in which they are taken. */
import { accessMigrations } from "./accounts/access/tables.ts";
import { agentMigrations, agentVersionMigrations } from "./agents/documents/index.ts";
import { appointmentChangeMigrations, appointmentMigrations } from "./agents/appointments/index.ts";
import { auditMigrations } from "./accounts/audit/index.ts";
import { batchContactMigrations, batchMigrations } from "./campaigns/batches/index.ts";
import {
  carrierChargeMigrations,
  callAnalysisMigrations,
  callHistoryMigrations,
  callMigrations,
  callOrderMigrations,
  dialLimitMigrations,
  plannedCallMigrations,
  dialSlotMigrations,
  trunkLineMigrations,
  webhookMigrations,
} from "./calls/index.ts";
import { connectionMigrations } from "./engines/connections/index.ts";
import { creditMigrations } from "./accounts/billing/index.ts";
import { countryPackMigrations } from "./compliance/country-packs/index.ts";
import { doNotCallMigrations } from "./compliance/do-not-call/index.ts";
import { demoMigrations } from "./site/demo/index.ts";
import { uptimeMigrations } from "./insights/health/index.ts";
import { insightMigrations } from "./insights/figures/index.ts";
import { knowledgeAgentsMigrations, knowledgeMigrations, knowledgeWireMigrations } from "./agents/knowledge/index.ts";
import { leadMigrations } from "./accounts/leads/index.ts";
import { messageMigrations } from "./agents/messages/index.ts";
import { carrierNumberMigrations, numberMigrations, trunkNumberMigrations } from "./telephony/numbers/index.ts";
import { outcomeMigrations } from "./agents/outcomes/index.ts";
import { searchMigrations } from "./insights/search/index.ts";
import { trunkMigrations } from "./telephony/trunks/index.ts";
import {
  pronunciationMigrations,
  consentStatusMigrations,
  voiceCloneMigrations,
  voiceLibraryMigrations,
  voiceMigrations,
} from "./agents/voices/index.ts";
import { tenancyMigrations } from "./platform/database/tenancy.ts";
import { idempotencyMigrations } from "./platform/http/idempotency.ts";
import { widgetMigrations } from "./site/widgets/index.ts";
import { admissionMigrations, keyReachMigrations, memberMigrations, workspaceMigrations } from "./accounts/workspaces/index.ts";

export const MIGRATIONS = [
  ...agentMigrations,
  ...numberMigrations,
  ...callMigrations,
  ...appointmentMigrations,
  ...messageMigrations,
  ...leadMigrations,
  ...workspaceMigrations,
  ...accessMigrations,
  ...memberMigrations,
  ...auditMigrations,
  ...insightMigrations,
  ...creditMigrations,
  ...voiceMigrations,
  ...searchMigrations,
  ...uptimeMigrations,
  ...knowledgeMigrations,
  ...connectionMigrations,
  ...demoMigrations,
  ...idempotencyMigrations,
  ...agentVersionMigrations,
  ...callAnalysisMigrations,
  ...callHistoryMigrations,
  ...tenancyMigrations,
  ...voiceLibraryMigrations,
  ...webhookMigrations,
  ...plannedCallMigrations,
  ...batchMigrations,
  ...doNotCallMigrations,
  ...outcomeMigrations,
  ...pronunciationMigrations,
  ...trunkMigrations,
  ...trunkNumberMigrations,
  ...dialLimitMigrations,
  ...voiceCloneMigrations,
  ...carrierNumberMigrations,
  ...widgetMigrations,
  ...keyReachMigrations,
  ...trunkLineMigrations,
  ...carrierChargeMigrations,
  ...countryPackMigrations,
  ...callOrderMigrations,
  ...appointmentChangeMigrations,
  ...knowledgeAgentsMigrations,
  ...carrierNonceMigrations,
  ...batchContactMigrations,
  ...consentStatusMigrations,
  ...dialSlotMigrations,
  ...admissionMigrations,
  ...knowledgeWireMigrations,
];
