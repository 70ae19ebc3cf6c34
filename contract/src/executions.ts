/** Calls as existing clients ask for them: by their assistant, a numbered page at a time. */
import { z } from "zod";
import { CallStatus, Execution, ExecutionDetail } from "./calls.ts";
import { LooseMoment } from "./paging.ts";
import { route } from "./route.ts";

const OfAgent = z.object({ agent_id: z.uuid() });
const One = OfAgent.extend({ execution_id: z.uuid() });
const Id = z.object({ execution_id: z.uuid() });

const MOST_PAGES = 100_000;

export const listAgentExecutions = route({
  method: "GET",
  path: "/v2/agent/:agent_id/executions",
  who: "viewer",
  does: "Lists an assistant's calls, newest first, as numbered pages.",
  params: OfAgent,
  query: z.object({
    page_number: z.coerce.number().int().min(1).max(MOST_PAGES).default(1),
    page_size: z.coerce.number().int().min(1).max(50).default(20),
    status: CallStatus.optional(),
    call_type: z.enum(["inbound", "outbound"]).optional(),
    answered_by_voice_mail: z.enum(["true", "false"]).optional(),
    batch_id: z
      .string()
      .regex(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, { error: "must be the id of a batch" })
      .optional(),
    from: LooseMoment.optional(),
    to: LooseMoment.optional(),
  }),
  answer: z.object({
    page_number: z.number(),
    /** The same: clients read either. */
    page: z.number(),
    page_size: z.number(),
    total: z.number(),
    has_more: z.boolean(),
    data: z.array(Execution),
  }),
});

export const listExecutionsOfAgent = route({
  method: "GET",
  path: "/agent/:agent_id/executions",
  who: "viewer",
  does: "Lists an assistant's newest calls as a bare array, at most 200.",
  params: OfAgent,
  answer: z.array(Execution),
});

const readOne = {
  method: "GET",
  who: "viewer",
  does: "Reads one call, as /executions/:execution_id does.",
  answer: ExecutionDetail,
} as const;

export const readAgentExecution = route({ ...readOne, path: "/v2/agent/:agent_id/execution/:execution_id", params: One });
export const readExecutionOfAgent = route({ ...readOne, path: "/agent/:agent_id/execution/:execution_id", params: One });
export const readExecutionV2 = route({ ...readOne, path: "/v2/execution/:execution_id", params: Id });
export const readCallById = route({ ...readOne, path: "/call/:execution_id", params: Id });

const tested = {
  method: "POST",
  who: "agent_manager",
  does: "Asks a language model once, as an assistant's call would: a connected provider's, else the installation's own.",
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
