/** What is found out about a call when it is over: questions about it (dispositions), and templates of what to extract. */
import { z } from "zod";
import { route } from "../wire/route.ts";

/** More than these a workspace does not have. */
export const MOST_DISPOSITIONS = 500;
export const MOST_EXTRACTIONS = 200;

export const SUBJECTIVE_TYPES = ["text", "timestamp", "numeric", "boolean", "email", "regex"] as const;

const Name = z.string().trim().min(1).max(200);
const Option = z.object({
  value: z.string().trim().min(1).max(200),
  condition: z.string().max(1_000),
  sub_options: z
    .array(z.object({ value: z.string().trim().min(1).max(200), condition: z.string().max(1_000) }))
    .max(30)
    .default([]),
});
const Options = z.array(Option).max(30);
const TypeConfig = z.object({ pattern: z.string().max(300), description: z.string().max(500).optional() });

const fields = {
  category: z.string().trim().min(1).max(100).default("General"),
  system_prompt: z.string().max(8_000).nullish(),
  model: z.string().max(200).default("gpt-4.1-mini"),
  is_subjective: z.boolean().default(false),
  is_objective: z.boolean().default(false),
  subjective_type: z.enum(SUBJECTIVE_TYPES).default("text"),
  subjective_type_config: TypeConfig.nullish(),
  objective_options: Options.nullish(),
};
const Written = z.object({ name: Name, question: z.string().trim().min(1).max(2_000), ...fields });

export const Disposition = z.object({
  id: z.uuid(),
  name: z.string(),
  question: z.string(),
  system_prompt: z.string().nullable(),
  category: z.string(),
  model: z.string(),
  is_subjective: z.boolean(),
  is_objective: z.boolean(),
  subjective_type: z.enum(SUBJECTIVE_TYPES),
  subjective_type_config: TypeConfig.nullable(),
  objective_options: Options.nullable(),
  agent_ids: z.array(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Disposition = z.output<typeof Disposition>;

const DispositionId = z.object({ disposition_id: z.uuid() });
const Message = z.object({ message: z.string() });

export const listDispositions = route({
  method: "GET",
  path: "/dispositions",
  who: "viewer",
  does: "Lists the questions that are asked about calls when they are over, those of one agent or all.",
  query: z.object({ agent_id: z.uuid().optional() }),
  answer: z.array(Disposition),
});

export const createDisposition = route({
  method: "POST",
  path: "/dispositions",
  who: "agent_manager",
  does: "Adds a question about calls. With `agent_id`, it is asked after that agent's calls, and its answer stands in their `extracted_data`.",
  body: Written.extend({ agent_id: z.uuid().nullish() }),
  status: 201,
  answer: z.object({ message: z.string(), id: z.uuid() }),
});

export const createDispositions = route({
  method: "POST",
  path: "/dispositions/bulk",
  who: "agent_manager",
  does: "Adds several questions for one agent: all of them, or none.",
  body: z.object({ agent_id: z.uuid(), dispositions: z.array(Written).min(1).max(50) }),
  status: 201,
  answer: z.object({ message: z.string(), ids: z.array(z.uuid()) }),
});

export const readDisposition = route({
  method: "GET",
  path: "/dispositions/:disposition_id",
  who: "viewer",
  does: "Reads one question.",
  params: DispositionId,
  answer: Disposition,
});

export const changeDisposition = route({
  method: "PUT",
  path: "/dispositions/:disposition_id",
  who: "agent_manager",
  does: "Changes a question. With the `agent_id` of one of several agents that share it, that one gets a copy (201).",
  otherwise: { status: 201, when: "A copy was made for that agent; `id` is the copy's." },
  params: DispositionId,
  body: z.object({
    agent_id: z.uuid().nullish(),
    name: Name.optional(),
    question: z.string().trim().min(1).max(2_000).optional(),
    category: z.string().trim().min(1).max(100).optional(),
    system_prompt: z.string().max(8_000).nullish(),
    model: z.string().max(200).optional(),
    is_subjective: z.boolean().optional(),
    is_objective: z.boolean().optional(),
    subjective_type: z.enum(SUBJECTIVE_TYPES).optional(),
    subjective_type_config: TypeConfig.nullish(),
    objective_options: Options.nullish(),
  }),
  answer: z.object({ message: z.string(), id: z.uuid() }),
});

export const deleteDisposition = route({
  method: "DELETE",
  path: "/dispositions/:disposition_id",
  who: "agent_manager",
  does: "Deletes a question. Answers that were given stay with their calls.",
  params: DispositionId,
  answer: Message,
});

export const testDispositions = route({
  method: "POST",
  path: "/v2/agent/:agent_id/dispositions/test",
  who: "agent_manager",
  does: "Asks an agent's questions about a transcript, as after a call. Nothing is kept.",
  params: z.object({ agent_id: z.uuid() }),
  body: z.object({ transcript: z.string().min(1).max(50_000), call_date: z.string().max(40).nullish() }),
  answer: z.object({
    extracted_data: z.record(z.string(), z.record(z.string(), z.object({ subjective: z.string(), objective: z.string() }))),
  }),
});

const Json = z.record(z.string(), z.unknown());

const ExtractionTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  json_schema: Json,
  instructions: z.string().nullable(),
  model: z.string(),
  inputs: Json.nullable(),
  keys: Json.nullable(),
  display: z.boolean(),
  supports_custom_questions: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ExtractionTemplate = z.output<typeof ExtractionTemplate>;

const ExtractionId = z.object({ extraction_id: z.uuid() });
const One = z.object({ data: ExtractionTemplate });
/** As JSON. */
export const MOST_EXTRACTION_CHARACTERS = 50_000;

export const listExtractions = route({
  method: "GET",
  path: "/extractions",
  who: "viewer",
  does: "Lists the templates of what is extracted from calls.",
  answer: z.object({ data: z.array(ExtractionTemplate) }),
});

export const createExtraction = route({
  method: "POST",
  path: "/extractions",
  who: "agent_manager",
  does: "Adds a template, for clients that fill an agent's extraction task from it.",
  body: z.object({
    name: Name,
    json_schema: Json,
    instructions: z.string().max(8_000).nullish(),
    model: z.string().max(200).default("gpt-4.1-mini"),
    inputs: Json.nullish(),
    keys: Json.nullish(),
    display: z.boolean().default(true),
    supports_custom_questions: z.boolean().default(false),
  }),
  status: 201,
  answer: One,
});

export const readExtraction = route({
  method: "GET",
  path: "/extractions/:extraction_id",
  who: "viewer",
  does: "Reads one template.",
  params: ExtractionId,
  answer: One,
});

export const changeExtraction = route({
  method: "PUT",
  path: "/extractions/:extraction_id",
  who: "agent_manager",
  does: "Changes a template; what is left out stays.",
  params: ExtractionId,
  body: z.object({
    name: Name.optional(),
    json_schema: Json.optional(),
    instructions: z.string().max(8_000).nullish(),
    model: z.string().max(200).optional(),
    inputs: Json.nullish(),
    keys: Json.nullish(),
    display: z.boolean().optional(),
    supports_custom_questions: z.boolean().optional(),
  }),
  answer: One,
});

export const deleteExtraction = route({
  method: "DELETE",
  path: "/extractions/:extraction_id",
  who: "agent_manager",
  does: "Deletes a template.",
  params: ExtractionId,
  answer: Message,
});
