/** What all domains keep in the database. It stands apart from the composition, so that a test of a store loads no more of the server. */
import { accountsSchema } from "./accounts/schema.ts";
import { agentsSchema } from "./agents/schema.ts";
import { callsSchema } from "./calls/schema.ts";
import { campaignsSchema } from "./campaigns/schema.ts";
import { complianceSchema } from "./compliance/schema.ts";
import { contactsSchema } from "./contacts/schema.ts";
import { enginesSchema } from "./engines/schema.ts";
import { insightsSchema } from "./insights/schema.ts";
import { knowledgeSchema } from "./knowledge/schema.ts";
import { joinSchemas } from "./platform/database/schema.ts";
import { threadsSchema } from "./threads/schema.ts";
import { siteSchema } from "./site/schema.ts";
import { telephonySchema } from "./telephony/schema.ts";

export const SCHEMA = joinSchemas([
  accountsSchema,
  complianceSchema,
  contactsSchema,
  enginesSchema,
  knowledgeSchema,
  agentsSchema,
  callsSchema,
  telephonySchema,
  campaignsSchema,
  insightsSchema,
  threadsSchema,
  siteSchema,
]);
export const MIGRATIONS = SCHEMA.migrations;
