import { carrierNonceMigrations } from "./carriers/index.ts";
/** Every step of the schema, in the order in which they are taken. */
import { accessMigrations } from "./access/tables.ts";
import { agentMigrations, agentVersionMigrations } from "./agents/index.ts";
import { appointmentChangeMigrations, appointmentMigrations } from "./appointments/index.ts";
import { auditMigrations } from "./audit/index.ts";
import { batchMigrations } from "./batches/index.ts";
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
import { connectionMigrations } from "./connections/index.ts";
import { creditMigrations } from "./credits/index.ts";
import { countryPackMigrations } from "./country-packs/index.ts";
import { doNotCallMigrations } from "./do-not-call/index.ts";
import { demoMigrations } from "./demo/index.ts";
import { uptimeMigrations } from "./health/index.ts";
import { insightMigrations } from "./insights/index.ts";
import { knowledgeAgentsMigrations, knowledgeMigrations } from "./knowledge/index.ts";
import { leadMigrations } from "./leads/index.ts";
import { messageMigrations } from "./messages/index.ts";
import { carrierNumberMigrations, numberMigrations, trunkNumberMigrations } from "./numbers/index.ts";
import { outcomeMigrations } from "./outcomes/index.ts";
import { searchMigrations } from "./search/index.ts";
import { trunkMigrations } from "./trunks/index.ts";
import { pronunciationMigrations, voiceCloneMigrations, voiceLibraryMigrations, voiceMigrations } from "./voices/index.ts";
import { tenancyMigrations } from "./platform/database/tenancy.ts";
import { idempotencyMigrations } from "./platform/http/idempotency.ts";
import { widgetMigrations } from "./widgets/index.ts";
import { admissionMigrations, keyReachMigrations, memberMigrations, workspaceMigrations } from "./workspaces/index.ts";

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
  ...dialSlotMigrations,
  ...admissionMigrations,
];
