import type { Disposition, ExtractionTemplate } from "@ongea/contract";
import { boolean, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const moments = {
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
};

export const dispositions = pgTable("dispositions", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  question: text("question").notNull(),
  systemPrompt: text("system_prompt"),
  category: text("category").notNull(),
  model: text("model").notNull(),
  isSubjective: boolean("is_subjective").notNull(),
  isObjective: boolean("is_objective").notNull(),
  subjectiveType: text("subjective_type").notNull().$type<Disposition["subjective_type"]>(),
  subjectiveTypeConfig: jsonb("subjective_type_config").$type<Disposition["subjective_type_config"]>(),
  objectiveOptions: jsonb("objective_options").$type<Disposition["objective_options"]>(),
  agentIds: uuid("agent_ids").array().notNull(),
  createdBy: text("created_by").notNull(),
  ...moments,
});

export const extractions = pgTable("extraction_templates", {
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  jsonSchema: jsonb("json_schema").notNull().$type<ExtractionTemplate["json_schema"]>(),
  instructions: text("instructions"),
  model: text("model").notNull(),
  inputs: jsonb("inputs").$type<ExtractionTemplate["inputs"]>(),
  keys: jsonb("keys").$type<ExtractionTemplate["keys"]>(),
  display: boolean("display").notNull(),
  supportsCustomQuestions: boolean("supports_custom_questions").notNull(),
  ...moments,
});
