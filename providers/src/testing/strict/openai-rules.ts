/**
 * What OpenAI's `/chat/completions` takes: its published schema as far as a telephone call uses it, with unknown fields refused, and the order of
 * messages that its answers state. `template`: besides, what the chat templates of Mistral and Gemma raise in vLLM and llama.cpp's server.
 */
import { z } from "zod";
import { firstProblem, type WireRefusal } from "./refusal.ts";

const toolName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]+$/, "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.")
  .max(64);
const callId = z.string().min(1).max(40);
const schema = z.looseObject({ type: z.literal("object") });
const messages = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.string() }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    tool_calls: z
      .array(
        z.strictObject({
          id: callId,
          type: z.literal("function"),
          function: z.strictObject({ name: toolName, arguments: z.string() }),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: callId, content: z.string() }),
]);
const penalty = z.number().min(-2).max(2).optional();
const Request = z.strictObject({
  model: z.string().min(1),
  messages: z.array(messages).min(1),
  stream: z.boolean().optional(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().min(1).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  presence_penalty: penalty,
  frequency_penalty: penalty,
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high"]).nullable().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({
          name: toolName,
          description: z.string().max(1_024).optional(),
          parameters: schema.optional(),
          strict: z.boolean().nullable().optional(),
        }),
      }),
    )
    .min(1)
    .max(128)
    .optional(),
  tool_choice: z.enum(["none", "auto", "required"]).optional(),
  response_format: z
    .strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name: toolName,
        description: z.string().optional(),
        schema: schema.optional(),
        strict: z.boolean().nullable().optional(),
      }),
    })
    .optional(),
});
type Messages = z.output<typeof messages>[];

export function openAiRefusal(request: unknown, template = true): WireRefusal | undefined {
  const problem = firstProblem(Request, request);
  if (problem) {
    const param = problem.path.reduce<string>(
      (so, part) => (typeof part === "number" ? `${so}[${part}]` : so === "" ? String(part) : `${so}.${String(part)}`),
      "",
    );
    return problem.unknown
      ? refused(`Unknown parameter: '${param}'.`, param, "unknown_parameter")
      : refused(`Invalid '${param}': ${problem.message}`, param, "invalid_value");
  }
  const { messages: said, stream, stream_options } = Request.parse(request);
  if (stream_options && stream !== true)
    return refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options");
  const message = pairing(said) ?? (template ? ofTemplates(said) : undefined);
  return message === undefined ? undefined : refused(message, "messages");
}

function refused(message: string, param: string, code: string | null = null): WireRefusal {
  return { status: 400, body: { error: { message, type: "invalid_request_error", param, code } } };
}

/** Each call has one answer, right behind it. */
function pairing(said: Messages): string | undefined {
  let open = new Set<string>();
  for (const [at, message] of said.entries()) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id))
        return "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      continue;
    }
    if (open.size > 0) return unanswered(open);
    if (message.role !== "assistant") continue;
    if (message.content === null && !message.tool_calls)
      return `Invalid value for 'content': expected a string, got null. (messages[${at}].content)`;
    open = new Set(message.tool_calls?.map(({ id }) => id));
    if (open.size !== (message.tool_calls?.length ?? 0))
      return `Duplicate value for 'tool_call_id' in messages[${at}].tool_calls.`;
  }
  return open.size > 0 ? unanswered(open) : undefined;
}

function unanswered(open: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`;
}

function ofTemplates(said: Messages): string | undefined {
  if (said.some(({ role }, at) => role === "system" && at > 0)) return "Only the first message can have the role 'system'.";
  const seen = new Set<string>();
  let wanted: "user" | "assistant" = "user";
  for (const [at, message] of said.entries()) {
    if (message.role === "system") continue;
    if (message.role === "user" && said[at - 1]?.role === "tool") return "Unexpected role 'user' after role 'tool'";
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    for (const { id, function: called } of calls) {
      if (!isJsonObject(called.arguments)) return `Failed to parse tool call arguments as JSON: ${called.arguments}`;
      if (!/^[a-zA-Z0-9]{9}$/.test(id)) return "Tool call IDs should be alphanumeric strings with length 9!";
      if (seen.has(id)) return `Duplicate tool call id ${id}`;
      seen.add(id);
    }
    if (message.role === "tool" || calls.length > 0) continue;
    if (message.role !== wanted)
      return "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...";
    if (message.content === "") return `Empty content in messages[${at}]`;
    wanted = wanted === "user" ? "assistant" : "user";
  }
  const last = said.at(-1)?.role;
  return last === "assistant" ? `Expected last role User or Tool for serving but got ${last}` : undefined;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
