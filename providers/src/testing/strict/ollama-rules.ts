/**
 * What Ollama's `/api/chat` takes: its published schema as far as a telephone call uses it, with unknown fields refused (Ollama itself ignores
 * them), and the order that the templates of its models want.
 */
import { z } from "zod";
import { firstProblem, type WireRefusal } from "./refusal.ts";

const called = z.strictObject({
  function: z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) }),
});
const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: z.string() }),
  z.strictObject({ role: z.literal("user"), content: z.string().min(1) }),
  z.strictObject({ role: z.literal("assistant"), content: z.string(), tool_calls: z.array(called).min(1).optional() }),
  z.strictObject({ role: z.literal("tool"), tool_name: z.string().min(1), content: z.string() }),
]);
const Request = z.strictObject({
  model: z.string().min(1),
  /** Empty: the model is loaded. */
  messages: z.array(message),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({
          name: z.string().min(1),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal("object"), properties: z.record(z.string(), z.unknown()) }),
        }),
      }),
    )
    .min(1)
    .optional(),
  stream: z.boolean().optional(),
  format: z.union([z.literal("json"), z.record(z.string(), z.unknown())]).optional(),
  think: z.union([z.boolean(), z.enum(["high", "medium", "low"])]).optional(),
  keep_alive: z.union([z.number(), z.string().regex(/^-?\d+(?:\.\d+)?(?:ms|s|m|h)$/, "time: invalid duration")]).optional(),
  options: z
    .strictObject({
      num_predict: z.number().int().optional(),
      num_ctx: z.number().int().positive().optional(),
      temperature: z.number().min(0).optional(),
      top_p: z.number().min(0).max(1).optional(),
      presence_penalty: z.number().optional(),
      frequency_penalty: z.number().optional(),
    })
    .optional(),
});
type Messages = z.output<typeof message>[];

export function ollamaRefusal(request: unknown): WireRefusal | undefined {
  const problem = firstProblem(Request, request);
  const place = problem?.path.join(".") ?? "";
  const error = problem
    ? problem.unknown
      ? `json: unknown field "${place}"`
      : `${place}: ${problem.message}`
    : orderProblem(Request.parse(request).messages);
  return error === undefined ? undefined : { status: 400, body: { error } };
}

function orderProblem(messages: Messages): string | undefined {
  let open: string[] = [];
  let wanted: "user" | "assistant" = "user";
  for (const [at, one] of messages.entries()) {
    if (one.role === "system" && at > 0) return "Only the first message can be a system message";
    if (one.role === "system") continue;
    if (one.role === "tool") {
      if (open.shift() !== one.tool_name) return `messages.${at}: no call of ${one.tool_name} waits for this result`;
      continue;
    }
    if (open.length > 0) return `messages.${at}: ${open.join(", ")} has no result`;
    const calls = one.role === "assistant" ? (one.tool_calls ?? []) : [];
    open = calls.map((call) => call.function.name);
    if (one.role === "user" && messages[at - 1]?.role === "tool") return `messages.${at}: a user right after a tool`;
    if (calls.length > 0) {
      continue;
    }
    if (one.role !== wanted) return "Conversation roles must alternate user/assistant/user/assistant/...";
    wanted = wanted === "user" ? "assistant" : "user";
  }
  if (open.length > 0) return `${open.join(", ")} has no result`;
  return messages.at(-1)?.role === "assistant" ? "The last message must be a user's or a tool's" : undefined;
}
