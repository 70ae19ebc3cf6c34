/** What Anthropic's Messages API takes: its published schema as far as a telephone call uses it, with unknown fields refused, and its rules for tools. */
import { z } from "zod";
import { firstProblem, type WireRefusal } from "./refusal.ts";

const cache = z
  .strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() })
  .nullable()
  .optional();
const text = z.strictObject({
  type: z.literal("text"),
  text: z.string().regex(/\S/, "text content blocks must contain non-whitespace text"),
  cache_control: cache,
});
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/, "String should match pattern '^[a-zA-Z0-9_-]+$'");
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'");
const block = z.discriminatedUnion("type", [
  text,
  z.strictObject({
    type: z.literal("tool_use"),
    id,
    name: toolName,
    input: z.record(z.string(), z.unknown()),
    cache_control: cache,
  }),
  z.strictObject({
    type: z.literal("tool_result"),
    tool_use_id: id,
    content: z.string().optional(),
    is_error: z.boolean().optional(),
    cache_control: cache,
  }),
]);
const Request = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.number().int().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(block).min(1) }))
    .min(1, "at least one message is required"),
  system: z.union([z.string().min(1), z.array(text)]).optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
  tools: z
    .array(
      z.strictObject({
        name: toolName,
        description: z.string().optional(),
        input_schema: z.looseObject({ type: z.literal("object") }),
        cache_control: cache,
      }),
    )
    .optional(),
  tool_choice: z.strictObject({ type: z.enum(["auto", "any", "none"]) }).optional(),
});
type Request = z.output<typeof Request>;
const MOST_CACHE_BLOCKS = 4;

export function anthropicRefusal(request: unknown): WireRefusal | undefined {
  const problem = firstProblem(Request, request);
  const path = problem?.path.join(".") ?? "";
  const message = problem
    ? `${path}: ${problem.unknown ? "Extra inputs are not permitted" : problem.message}`
    : orderProblem(Request.parse(request));
  return message === undefined
    ? undefined
    : { status: 400, body: { type: "error", error: { type: "invalid_request_error", message }, request_id: "req_1" } };
}

function orderProblem(request: Request): string | undefined {
  const { messages, system, tools = [] } = request;
  const ids = new Set<string>();
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  for (const [at, { role, content }] of messages.entries()) {
    if (role === messages[at - 1]?.role) return 'messages: roles must alternate between "user" and "assistant"';
    const before = callsIn(messages[at - 1]);
    const results = content.filter((one) => one.type === "tool_result");
    const [first] = content.flatMap((one, place) => (one.type === "tool_result" && !before.has(one.tool_use_id) ? [place] : []));
    if (first !== undefined || (results.length > 0 && role !== "user"))
      return `messages.${at}.content.${first ?? 0}: unexpected \`tool_use_id\` found in \`tool_result\` blocks. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    const answered = new Set(results.map(({ tool_use_id }) => tool_use_id));
    const open = [...before].filter((one) => !answered.has(one));
    if (open.length > 0) return notAnswered(at - 1, open);
    if (content.slice(0, results.length).some(({ type }) => type !== "tool_result"))
      return `messages.${at}: \`tool_result\` blocks must come first in the content`;
    if (answered.size !== results.length) return `messages.${at}: each tool_use must have a single result`;
    for (const one of content) {
      if (one.type !== "tool_use") continue;
      if (role !== "assistant") return `messages.${at}: \`tool_use\` blocks can only be in \`assistant\` messages`;
      if (ids.has(one.id)) return `messages.${at}: \`tool_use\` ids must be unique`;
      ids.add(one.id);
    }
  }
  const open = [...callsIn(messages.at(-1))];
  if (open.length > 0) return notAnswered(messages.length - 1, open);
  const marked = [...(typeof system === "string" ? [] : (system ?? [])), ...tools, ...messages.flatMap(({ content }) => content)];
  const count = marked.filter(({ cache_control }) => cache_control).length;
  if (count > MOST_CACHE_BLOCKS) return `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`;
  return undefined;
}

function callsIn(message: Request["messages"][number] | undefined): Set<string> {
  return new Set(message?.content.flatMap((one) => (one.type === "tool_use" ? [one.id] : [])));
}

function notAnswered(at: number, ids: readonly string[]): string {
  return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}
