/** Calls as existing clients ask for them: by their assistant, a numbered page at a time. */
import { z } from "zod";
import { CallStatus, Execution, EXECUTION_PROVIDERS, ExecutionDetail } from "./calls.ts";
import { LooseMoment, NumberedPage, numberedPageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

const OfAgent = z.object({ agent_id: z.uuid() });
const One = OfAgent.extend({ execution_id: z.uuid() });
const Id = z.object({ execution_id: z.uuid() });

export const listAgentExecutions = route({
  method: "GET",
  path: "/v2/agent/:agent_id/executions",
  who: "viewer",
  ofAgents: true,
  does: "Lists an agent's calls, newest first, as numbered pages.",
  params: OfAgent,
  query: NumberedPage.extend({
    status: CallStatus.optional(),
    call_type: z.enum(["inbound", "outbound"]).optional(),
    /** By any name that clients know: `websocket` and `webrtc` are `web-call`; `sip`, `freeswitch` and `default` are `sip-trunk`. */
    provider: z.enum(EXECUTION_PROVIDERS).optional(),
    answered_by_voice_mail: z.enum(["true", "false"]).optional(),
    batch_id: z
      .string()
      .regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, { error: "must be the id of a batch" })
      .optional(),
    from: LooseMoment.optional(),
    to: LooseMoment.optional(),
  }),
  failed: "Get agent executions failed",
  answer: numberedPageOf(Execution),
});

export const listExecutionsOfAgent = route({
  method: "GET",
  path: "/agent/:agent_id/executions",
  who: "viewer",
  ofAgents: true,
  does: "Lists an agent's newest calls as a bare array, at most 200.",
  params: OfAgent,
  answer: z.array(Execution),
});

const readOne = {
  method: "GET",
  who: "viewer",
  ofAgents: true,
  does: "Reads one call, as /executions/:execution_id does.",
  answer: ExecutionDetail,
} as const;

export const readAgentExecution = route({ ...readOne, path: "/v2/agent/:agent_id/execution/:execution_id", params: One });
export const readExecutionOfAgent = route({ ...readOne, path: "/agent/:agent_id/execution/:execution_id", params: One });
export const readExecutionV2 = route({ ...readOne, path: "/v2/execution/:execution_id", params: Id });
export const readCallById = route({ ...readOne, path: "/call/:execution_id", params: Id });

const stopped = z.object({ message: z.string(), status: CallStatus, execution_id: z.uuid() });
export const stopCallAlias = route({
  method: "POST",
  path: "/call/stop/:execution_id",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Ends a call, as /call/:execution_id/stop does.",
  params: Id,
  answer: stopped,
});

export const stopAgentCalls = route({
  method: "POST",
  path: "/v2/agent/:agent_id/stop",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Ends all calls of an agent that wait to be placed. Calls that ring or run go on.",
  params: OfAgent,
  answer: z.object({ stopped_executions: z.array(z.uuid()) }),
});

/** What happened in a call, as the wire tells it: who was given what, and what came back. */
export const LogEntry = z.object({
  created_at: z.string(),
  type: z.enum(["request", "response"]),
  component: z.enum(["transcriber", "llm", "synthesizer", "function_call", "error"]),
  provider: z.string(),
  data: z.string(),
  tool_name: z.string().optional(),
});
export type LogEntry = z.output<typeof LogEntry>;

const readLog = {
  method: "GET",
  who: "viewer",
  ofAgents: true,
  does: "Reads what a call's parts were given and answered, in order.",
  params: Id,
  answer: z.object({ status: z.literal("success"), data: z.array(LogEntry) }),
} as const;
export const readExecutionLog = route({ ...readLog, path: "/executions/:execution_id/log" });
export const readExecutionLogs = route({ ...readLog, path: "/executions/:execution_id/logs" });

export const sendCallEvent = route({
  method: "POST",
  path: "/v1/call/:run_id/events",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does: "Tells a running call of an event. Only graph agents act on events, and there are none here: refused with call.no_events, or call.not_active.",
  params: z.object({ run_id: z.string().min(1).max(200) }),
  body: z.object({ event: z.string().min(1).max(200), properties: z.record(z.string(), z.unknown()).default({}) }),
  status: 202,
  answer: z.object({ status: z.literal("accepted"), event: z.string(), run_id: z.string() }),
});

const tested = {
  method: "POST",
  who: "agent_manager",
  does: "Asks a language model once, as an agent's call would: a connected provider's, else the installation's own.",
  body: z.object({
    /** Alone, it is what is asked; beside a `message`, what the assistant is told. */
    prompt: z.string().max(20_000).nullish(),
    message: z.string().max(4_000).nullish(),
  }),
  answer: z.object({
    reply: z.string(),
    model: z.string(),
    /** US dollars; null where the model's price is not known or its use not told. */
    cost_usd: z.number().nullable(),
  }),
} as const;

export const testPrompt = route({ ...tested, path: "/test-prompt" });
export const testPromptV2 = route({ ...tested, path: "/v2/test-prompt" });
