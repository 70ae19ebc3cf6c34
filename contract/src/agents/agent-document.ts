/** An assistant's document as the wire names it: what a client writes is kept whole, keys that nobody knows too (specification 3.2). */
import { z } from "zod";
import { RECORDING_CONSENTS } from "../calls/recording-consent.ts";
import { RANGES, type Range } from "./agent-ranges.ts";
import { ApiTools } from "./agent-tools.ts";
import { S2s } from "./speech-to-speech.ts";

const spoken = z.union([z.string().max(4_000), z.record(z.string(), z.string().max(4_000))]);

export const LlmConfig = z.looseObject({
  agent_flow_type: z.string().default("streaming"),
  provider: z.string().default("openai"),
  family: z.string().default("openai"),
  model: z.string().max(200).default("gpt-3.5-turbo"),
  max_tokens: within(RANGES.max_tokens).int().default(150),
  temperature: within(RANGES.temperature).default(0.1),
  top_p: z.number().min(0).max(1).default(0.9),
  min_p: z.number().min(0).max(1).default(0.1),
  top_k: z.number().int().min(0).default(0),
  presence_penalty: z.number().min(-2).max(2).default(0),
  frequency_penalty: z.number().min(-2).max(2).default(0),
  base_url: z.string().nullable().default(null),
  request_json: z.boolean().default(false),
  /** How long its first words are waited for before another model, or the guided dialogue, answers; absent: as the operator says. */
  first_words_seconds: within(RANGES.first_words_seconds).optional(),
});

/** The wire's default: an assistant that was given no other asks so in the language of its calls. */
export const USER_ONLINE_MESSAGE = "Hey, are you still there?";

export const TaskConfig = z.looseObject({
  hangup_after_silence: within(RANGES.hangup_after_silence).int().default(10),
  incremental_delay: within(RANGES.incremental_delay).int().default(400),
  number_of_words_for_interruption: within(RANGES.number_of_words_for_interruption).int().default(2),
  hangup_after_LLMCall: z.boolean().default(false),
  call_cancellation_prompt: z.string().max(4_000).nullable().default(null),
  call_hangup_message: spoken.nullable().default(null),
  call_terminate: within(RANGES.call_terminate).int().default(90),
  backchanneling: z.boolean().default(false),
  backchanneling_message_gap: within(RANGES.backchanneling_message_gap).default(5),
  backchanneling_start_delay: within(RANGES.backchanneling_start_delay).default(5),
  use_fillers: z.boolean().default(true),
  /** One a line; without any those of the language. */
  filler_message: spoken.nullable().optional(),
  /** Figures that stand in no prompt, passage, tool's answer or caller's words are not said, only noted otherwise. */
  hold_unknown_facts: z.boolean().default(false),
  ambient_noise: z.boolean().default(false),
  ambient_noise_track: z.string().nullable().default(null),
  check_if_user_online: z.boolean().default(true),
  check_user_online_message: spoken.default(USER_ONLINE_MESSAGE),
  trigger_user_online_message_after: within(RANGES.trigger_user_online_message_after).default(10),
  voicemail: z.boolean().default(false),
  voicemail_detection_duration: within(RANGES.voicemail_detection_duration).optional(),
  voicemail_message: spoken.nullable().optional(),
  voicemail_min_transcript_length: z.number().int().min(1).max(50).optional(),
  inbound_limit: within(RANGES.inbound_limit).int().optional(),
  /** What callers meet before it is recorded; the country's rule holds too, the stricter of both. */
  recording: z.enum(RECORDING_CONSENTS).optional(),
});

/** Fixed answers to sentences that are like one of the examples. */
const Routes = z.looseObject({
  routes: z
    .array(
      z.looseObject({
        route_name: z.string().max(200),
        utterances: z.array(z.string().max(500)).max(50),
        response: z.union([z.string().max(4_000), z.array(z.string().max(4_000)).max(20)]),
        score_threshold: z.number().min(0).max(1).optional(),
      }),
    )
    .max(50)
    .default([]),
});
export type Routes = z.output<typeof Routes>;

const Way = z.looseObject({ provider: z.string(), format: z.string() }).default({ provider: "default", format: "wav" });

const ToolsConfig = z.looseObject({
  llm_agent: z
    .looseObject({
      agent_type: z.string().default("simple_llm_agent"),
      agent_flow_type: z.string().default("streaming"),
      llm_config: LlmConfig.prefault({}),
      routes: Routes.nullish(),
    })
    .prefault({}),
  synthesizer: z
    .looseObject({
      provider: z.string().default("polly"),
      stream: z.boolean().default(true),
      buffer_size: within(RANGES.buffer_size).int().default(250),
      audio_format: z.string().default("wav"),
      provider_config: z
        .looseObject({
          voice: z.string().default(""),
          engine: z.string().optional(),
          sampling_rate: z.string().optional(),
          language: z.string().max(35).default("en-US"),
          speed: within(RANGES.speed).optional(),
        })
        .prefault({}),
    })
    .prefault({}),
  transcriber: z
    .looseObject({
      provider: z.string().default("deepgram"),
      model: z.string().default("nova-3"),
      language: z.string().max(35).default("en"),
      stream: z.boolean().default(true),
      sampling_rate: z.number().int().default(16_000),
      encoding: z.string().default("linear16"),
      endpointing: within(RANGES.endpointing).int().default(250),
      keywords: z.string().max(4_000).nullable().optional(),
    })
    .prefault({}),
  /** Hears, thinks and perhaps speaks in place of the three above, which take over where it fails. */
  s2s: S2s.nullish(),
  input: Way,
  output: Way,
  api_tools: ApiTools.nullable().default(null),
});

const Toolchain = z
  .looseObject({ execution: z.string(), pipelines: z.array(z.array(z.string())) })
  .default({ execution: "parallel", pipelines: [["transcriber", "llm", "synthesizer"]] });

export const ConversationTask = z.looseObject({
  task_type: z.literal("conversation").default("conversation"),
  toolchain: Toolchain,
  tools_config: ToolsConfig.prefault({}),
  task_config: TaskConfig.prefault({}),
});
export type ConversationTask = z.output<typeof ConversationTask>;

/** What follows a call. */
const LaterTask = z.looseObject({
  task_type: z.enum(["extraction", "summarization", "webhook"]),
  tools_config: z
    .looseObject({
      llm_agent: z
        .looseObject({
          llm_config: z
            .looseObject({
              summarization_details: z.string().max(4_000).nullish(),
              extraction_details: z.string().max(8_000).nullish(),
            })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

/** What a webhook receives beside the statuses of calls: of messages, and of the agent itself. */
export const MESSAGE_EVENTS = ["message.received", "message.status"] as const;
export type MessageEvent = (typeof MESSAGE_EVENTS)[number];
export const AGENT_EVENTS = ["agent.published", "agent_tests.finished", "rule.failed"] as const;
export type AgentEvent = (typeof AGENT_EVENTS)[number];
export const CHOSEN_EVENTS = [...MESSAGE_EVENTS, ...AGENT_EVENTS] as const;
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

export const AgentConfig = z.looseObject({
  agent_name: z.string().trim().min(1).max(200),
  agent_type: z.string().max(200).default("other"),
  agent_welcome_message: z.string().max(4_000).default(""),
  webhook_url: z.string().max(2_000).nullable().default(null),
  /** Absent: none. */
  webhook_events: z.array(z.enum(CHOSEN_EVENTS)).max(CHOSEN_EVENTS.length).optional(),
  tasks: z
    .tuple([ConversationTask], z.union([LaterTask, ConversationTask]))
    .refine((tasks) => tasks.length <= 8, { error: "at most 8 tasks" })
    .prefault([{}]),
});

export const AgentPrompts = z.looseObject({
  task_1: z.looseObject({ system_prompt: z.string().max(200_000).default("") }).prefault({}),
});

export const AgentDocument = z.object({ agent_config: AgentConfig, agent_prompts: AgentPrompts.prefault({}) });
export type AgentDocument = z.output<typeof AgentDocument>;

/** The one task that is the call itself, and the words that go with it: wherever settings of a call are read, they are read here. */
export function conversationOf({ agent_config, agent_prompts }: AgentDocument): ConversationTask & { system_prompt: string } {
  return { ...agent_config.tasks[0], system_prompt: agent_prompts.task_1.system_prompt };
}

export interface AfterCall {
  /** What it should say besides. */
  summary?: string;
  /** What is to be found out, in the operator's words. */
  extraction?: string;
}

/** What is made of a call's words when it is over: the tasks behind the call itself. */
export function afterCallOf({ agent_config }: AgentDocument): AfterCall {
  const wanted: AfterCall = {};
  for (const task of agent_config.tasks.slice(1)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a second conversation has none of these fields
    const config = (task as z.output<typeof LaterTask>).tools_config?.llm_agent?.llm_config;
    if (task.task_type === "summarization") wanted.summary = config?.summarization_details?.trim() ?? "";
    if (task.task_type === "extraction" && config?.extraction_details?.trim())
      wanted.extraction = config.extraction_details.trim();
  }
  return wanted;
}

/** Beside the model's settings or, as the first version has it, within them. */
export function routesOf(document: AgentDocument): Routes["routes"] {
  const { llm_agent } = conversationOf(document).tools_config;
  return llm_agent.routes?.routes ?? Routes.safeParse(llm_agent.llm_config["routes"]).data?.routes ?? [];
}

/** Where that task's settings stand in the document. */
export const CONVERSATION_PATH = ["agent_config", "tasks", 0] as const;
export const PROMPT_PATH = ["agent_prompts", "task_1", "system_prompt"] as const;

function within({ least, most }: Range) {
  const error = `must be from ${least} to ${most}`;
  return z.number().min(least, { error }).max(most, { error });
}
