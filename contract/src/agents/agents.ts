/** Assistants: writing and reading them, and the versions that every save leaves behind. */
import { z } from "zod";
import { AgentConfig, AgentDocument, AgentPrompts } from "./agent-document.ts";
import { Language } from "../accounts/access.ts";
import { FunctionRequest } from "./agent-tools.ts";
import { route } from "../wire/route.ts";

/** As read: the configuration's fields stand at the top. */
export const Agent = AgentConfig.extend({
  id: z.uuid(),
  /** `draft`: it has not been told yet what it is for. */
  agent_status: z.enum(["draft", "seeding", "processed"]),
  agent_prompts: AgentPrompts,
  /** Goes up with every save; sent back as `If-Match` or `version`, a save that would undo another one's is refused. */
  version: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Numbers that reach it over SIP. */
  phone_numbers: z.array(z.string()),
});
export type Agent = z.output<typeof Agent>;

/** The document as it was written, without what the server adds when it is read. */
export function documentOf(agent: Agent): AgentDocument {
  const { agent_prompts, ...agent_config } = agent;
  return { agent_config: withoutEnvelope(agent_config) as AgentDocument["agent_config"], agent_prompts };
}

const ENVELOPE = ["id", "agent_status", "agent_prompts", "version", "created_at", "updated_at", "phone_numbers"];

/** Clients write back what they have read: what the server adds is no part of the document. */
export function withoutEnvelope<T extends object>(config: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of what was given
  return Object.fromEntries(Object.entries(config).filter(([key]) => !ENVELOPE.includes(key))) as T;
}

const AgentId = z.object({ agent_id: z.uuid() });
/** The version that was read, where whoever saves wants to be told of others. */
/** As far as the database counts. */
export const LAST_VERSION = 2_147_483_647;
export const VersionNumber = z.number().int().min(1).max(LAST_VERSION);
const ReadVersion = VersionNumber.optional();
const saved = { agent_id: z.uuid(), version: z.number().int() };

export const listAgents = route({
  method: "GET",
  path: "/v2/agent/all",
  who: "viewer",
  ofAgents: true,
  does: "Lists the agents.",
  answer: z.array(Agent),
});

export const readAgent = route({
  method: "GET",
  path: "/v2/agent/:agent_id",
  who: "viewer",
  ofAgents: true,
  does: "Reads one agent.",
  params: AgentId,
  answer: Agent,
});

export const createAgent = route({
  method: "POST",
  path: "/v2/agent",
  who: "agent_manager",
  does: "Makes an agent.",
  body: AgentDocument,
  textForNumbers: true,
  status: 201,
  answer: z.object({ ...saved, state: z.literal("created"), status: z.literal("created") }),
});

export const replaceAgent = route({
  method: "PUT",
  path: "/v2/agent/:agent_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Replaces an agent's document; what is left out is gone.",
  params: AgentId,
  body: AgentDocument.extend({ version: ReadVersion }),
  textForNumbers: true,
  answer: z.object({ ...saved, state: z.literal("updated"), status: z.literal("updated") }),
});

export const changeAgent = route({
  method: "PATCH",
  path: "/v2/agent/:agent_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Changes parts of an agent's document; what is left out stays. Beside these fields none is taken.",
  params: AgentId,
  body: z.strictObject({
    agent_config: z.record(z.string(), z.unknown()).default({}),
    agent_prompts: z.record(z.string(), z.unknown()).default({}),
    version: ReadVersion,
  }),
  answer: z.object({ ...saved, message: z.literal("success"), state: z.literal("updated"), status: z.literal("success") }),
});

export const deleteAgent = route({
  method: "DELETE",
  path: "/v2/agent/:agent_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Deletes an agent. Its calls, appointments and messages stay; its numbers ring nowhere.",
  params: AgentId,
  answer: z.object({ message: z.literal("success"), state: z.literal("deleted") }),
});

export const copyAgent = route({
  method: "POST",
  path: "/api/agents/:agent_id/copy",
  who: "person",
  does: "Copies an agent into another workspace in which one may make agents. Secrets of its functions are left out.",
  params: AgentId,
  body: z.object({ workspace_id: z.uuid() }),
  status: 201,
  answer: z.object({ agent_id: z.uuid(), workspace_id: z.uuid() }),
});

/** So long after it was deleted, an assistant can be brought back. */
export const DELETED_RETENTION_DAYS = 30;

export const listDeletedAgents = route({
  method: "GET",
  path: "/api/deleted-agents",
  who: "viewer",
  ofAgents: true,
  does: "Lists the agents that were deleted lately and can still be brought back, the last one first.",
  answer: z.object({ data: z.array(z.object({ id: z.uuid(), name: z.string(), deleted_at: z.string() })) }),
});

export const bringBackAgent = route({
  method: "POST",
  path: "/api/deleted-agents/:agent_id/restore",
  who: "agent_manager",
  ofAgents: true,
  does: "Brings a deleted agent back as it was, with those of its numbers that no other one answers by now.",
  params: AgentId,
  answer: z.object({ agent_id: z.uuid(), message: z.literal("success"), state: z.literal("restored") }),
});

export const AgentVersion = z.object({
  version: z.number().int(),
  saved_at: z.string(),
  /** Empty: the installation itself. */
  saved_by: z.string(),
  /** As people call it; empty: it has no name. */
  name: z.string(),
  note: z.string(),
});
export type AgentVersion = z.output<typeof AgentVersion>;

export const listAgentVersions = route({
  method: "GET",
  path: "/v2/agent/:agent_id/versions",
  who: "viewer",
  ofAgents: true,
  does: "Lists an agent's versions, the newest first; the first of them is in force.",
  params: AgentId,
  answer: z.object({ data: z.array(AgentVersion) }),
});

export const AgentVersionId = AgentId.extend({ agent_version: z.coerce.number().int().min(1).max(LAST_VERSION) });

export const readAgentVersion = route({
  method: "GET",
  path: "/v2/agent/:agent_id/versions/:agent_version",
  who: "viewer",
  ofAgents: true,
  does: "Reads an earlier version, and where it differs from the one in force.",
  params: AgentVersionId,
  answer: AgentVersion.extend({
    document: AgentDocument,
    /** `before`: in this version; `after`: in the one in force. */
    differences: z.array(
      z.object({
        path: z.array(z.union([z.string(), z.number()])),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      }),
    ),
  }),
});

export const restoreAgentVersion = route({
  method: "POST",
  path: "/v2/agent/:agent_id/versions/:agent_version/restore",
  who: "agent_manager",
  ofAgents: true,
  does: "Saves an earlier version anew, as the newest; with `as_draft` as the agent's draft, which is not live yet.",
  params: AgentVersionId,
  body: z.object({ version: ReadVersion, as_draft: z.boolean().default(false) }).prefault({}),
  answer: z.object({ ...saved, state: z.literal("updated"), status: z.literal("updated") }),
});

export const TEMPLATE_KEYS = [
  "front_desk",
  "customer_service",
  "sacco",
  "mobile_money",
  "bus",
  "electricity",
  "school",
  "courier",
  "clinic_fr",
  "water",
  "insurance",
  "pharmacy",
] as const;
export type TemplateKey = (typeof TEMPLATE_KEYS)[number];

export const TEMPLATE_SECTORS = ["health", "money", "utilities", "transport", "education", "trade"] as const;
export type TemplateSector = (typeof TEMPLATE_SECTORS)[number];

export const AgentTemplate = z.object({
  key: z.enum(TEMPLATE_KEYS),
  sector: z.enum(TEMPLATE_SECTORS),
  /** ISO 3166. */
  country: z.string(),
  /** Of its welcome message and prompt. */
  language: Language,
  document: AgentDocument,
});
export type AgentTemplate = z.output<typeof AgentTemplate>;

export const listAgentTemplates = route({
  method: "GET",
  path: "/api/agent-templates",
  who: "viewer",
  ofAgents: true,
  does: "Lists the templates that an agent can begin from.",
  answer: z.object({ data: z.array(AgentTemplate) }),
});

export const tryFunction = route({
  method: "POST",
  path: "/api/functions/try",
  who: "agent_manager",
  does: "Asks a function of an agent once, as a call would, and tells what the agent would be told.",
  body: z.object({ request: FunctionRequest, arguments: z.record(z.string(), z.unknown()).default({}) }),
  answer: z.object({ ok: z.boolean(), result: z.string(), duration_ms: z.number() }),
});

export const previewToolAnswer = route({
  method: "POST",
  path: "/api/functions/answer",
  who: "agent_manager",
  does: "Tells how an answer template would put a tool's result into words. No function is asked.",
  body: z.object({
    answer_template: z.string().max(4_000),
    /** JSON or plain text, as the function answers. */
    result: z.string().max(20_000),
    /** Of the call, BCP 47; one that is none counts as English. */
    language: z.string().max(40).default("en"),
    /** The tool changes something: where no sentence can be said, it is told as done. */
    effect: z.boolean().default(false),
  }),
  answer: z.object({
    text: z.string(),
    /** False: no sentence of the template can be said, and a plain one stands there. */
    filled: z.boolean(),
    /** Fields that the result does not have, or that cannot be said. */
    missing: z.array(z.string()),
  }),
});

export const CostEstimate = z.object({
  /** The specification's four; `by`: the provider and its model, null where the part runs on machines of one's own. */
  parts: z.array(
    z.object({
      part: z.enum(["transcriber", "llm", "voice", "platform"]),
      by: z.string().nullable(),
      /** A model of one's own machines; null where a provider or the built-in part does it. */
      model: z.string().nullable(),
      /** US dollars a minute; null where nobody knows the price. */
      usd: z.number().nullable(),
      /** Where the price was read, and when. */
      source: z.string().nullable(),
      as_of: z.string().nullable(),
    }),
  ),
  /** Of the parts whose price is known, without the telephone line. */
  total_usd: z.number(),
});
export type CostEstimate = z.output<typeof CostEstimate>;

export const estimateAgent = route({
  method: "POST",
  path: "/api/agent-estimate",
  who: "viewer",
  does: "Estimates what a minute with an agent costs, by the providers that its next call would be lent.",
  body: z.object({ document: AgentDocument }),
  answer: CostEstimate,
});
