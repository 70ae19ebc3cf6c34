/** An assistant as the wire names it: the whole document that a client writes and reads (specification 3.2). */
import { z } from "zod";
import { route } from "./route.ts";

const spoken = z.union([z.string(), z.record(z.string(), z.string())]);

export const LlmConfig = z.looseObject({
  agent_flow_type: z.string().default("streaming"),
  provider: z.string().default("openai"),
  family: z.string().default("openai"),
  model: z.string().default("gpt-4.1-mini"),
  max_tokens: z.number().int().min(1).max(32_000).default(150),
  temperature: z.number().min(0).max(2).default(0.1),
  top_p: z.number().min(0).max(1).default(0.9),
  min_p: z.number().min(0).max(1).default(0.1),
  top_k: z.number().int().min(0).default(0),
  presence_penalty: z.number().min(-2).max(2).default(0),
  frequency_penalty: z.number().min(-2).max(2).default(0),
  base_url: z.string().nullable().default(null),
  request_json: z.boolean().default(false),
});

export const TaskConfig = z.looseObject({
  hangup_after_silence: z.number().int().min(1).max(3600).default(10),
  incremental_delay: z.number().int().min(0).max(10_000).default(400),
  number_of_words_for_interruption: z.number().int().min(0).max(20).default(2),
  hangup_after_LLMCall: z.boolean().default(false),
  call_cancellation_prompt: z.string().nullable().default(null),
  call_hangup_message: spoken.nullable().default(null),
  call_terminate: z.number().int().min(1).max(86_400).default(90),
  backchanneling: z.boolean().default(false),
  backchanneling_message_gap: z.number().min(0).default(5),
  backchanneling_start_delay: z.number().min(0).default(5),
  ambient_noise: z.boolean().default(false),
  ambient_noise_track: z.string().nullable().default(null),
  check_if_user_online: z.boolean().default(true),
  check_user_online_message: spoken.default("Hey, are you still there?"),
  trigger_user_online_message_after: z.number().min(1).default(10),
});

export const ApiTool = z.looseObject({
  key: z.string().default("custom_task"),
  name: z.string().min(1).max(64),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

const ToolsConfig = z.looseObject({
  llm_agent: z.looseObject({
    agent_type: z.string().default("simple_llm_agent"),
    agent_flow_type: z.string().default("streaming"),
    llm_config: LlmConfig,
  }),
  synthesizer: z.looseObject({
    provider: z.string().default("polly"),
    stream: z.boolean().default(true),
    buffer_size: z.number().int().default(250),
    audio_format: z.string().default("wav"),
    provider_config: z.looseObject({
      voice: z.string().default(""),
      engine: z.string().optional(),
      sampling_rate: z.string().optional(),
      language: z.string().default("en-US"),
    }),
  }),
  transcriber: z.looseObject({
    provider: z.string().default("deepgram"),
    model: z.string().default("nova-3"),
    language: z.string().default("en"),
    stream: z.boolean().default(true),
    sampling_rate: z.number().int().default(16_000),
    encoding: z.string().default("linear16"),
    endpointing: z.number().int().min(10).max(5_000).default(250),
    keywords: z.string().nullable().optional(),
  }),
  input: z.looseObject({ provider: z.string(), format: z.string() }).default({ provider: "default", format: "wav" }),
  output: z.looseObject({ provider: z.string(), format: z.string() }).default({ provider: "default", format: "wav" }),
  api_tools: z
    .looseObject({ tools: z.array(ApiTool).default([]), tools_params: z.record(z.string(), z.unknown()).default({}) })
    .nullable()
    .default(null),
});

export const ConversationTask = z.looseObject({
  task_type: z.literal("conversation"),
  toolchain: z
    .looseObject({ execution: z.string(), pipelines: z.array(z.array(z.string())) })
    .default({ execution: "parallel", pipelines: [["transcriber", "llm", "synthesizer"]] }),
  tools_config: ToolsConfig,
  task_config: TaskConfig,
});

export const AgentConfig = z.looseObject({
  agent_name: z.string().min(1).max(200),
  agent_type: z.string().default("other"),
  agent_welcome_message: z.string().max(4_000).default(""),
  webhook_url: z.string().nullable().default(null),
  tasks: z.array(ConversationTask).min(1).max(8),
});

export const AgentPrompts = z.object({ task_1: z.looseObject({ system_prompt: z.string().max(200_000) }) });

export const AgentDocument = z.object({ agent_config: AgentConfig, agent_prompts: AgentPrompts });
export type AgentDocument = z.output<typeof AgentDocument>;

/** As read: the configuration's fields stand at the top. */
export const Agent = AgentConfig.extend({
  id: z.uuid(),
  agent_status: z.enum(["draft", "seeding", "processed"]),
  agent_prompts: AgentPrompts,
  created_at: z.string(),
  updated_at: z.string(),
  /** Numbers that reach it over SIP. */
  phone_numbers: z.array(z.string()),
});
export type Agent = z.output<typeof Agent>;

export const listAgents = route({
  method: "GET",
  path: "/v2/agent/all",
  who: "viewer",
  does: "Lists the assistants.",
  answer: z.array(Agent),
});

export const readAgent = route({
  method: "GET",
  path: "/v2/agent/:agent_id",
  who: "viewer",
  does: "Reads one assistant.",
  params: z.object({ agent_id: z.uuid() }),
  answer: Agent,
});
