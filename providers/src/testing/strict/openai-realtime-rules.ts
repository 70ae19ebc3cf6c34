/** What OpenAI's Realtime API (GA) takes from a client: its published events as far as a telephone call uses them, with unknown fields refused. */
import { z } from "zod";
import { firstProblem } from "./refusal.ts";

const eventId = z.string().max(512).optional();
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const pcm = z.strictObject({ type: z.literal("audio/pcm"), rate: z.literal(24_000) });
const format = z.union([pcm, z.strictObject({ type: z.enum(["audio/pcmu", "audio/pcma"]) })]);
const modalities = z.tuple([z.enum(["text", "audio"])]);
const maxTokens = z.union([z.number().int().min(1).max(4_096), z.literal("inf")]);
const tools = z.array(
  z.strictObject({
    type: z.literal("function"),
    name: toolName,
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal("object") }).optional(),
  }),
);
const toolChoice = z.enum(["auto", "none", "required"]);
const output = z.strictObject({ format: format.optional(), voice: z.string().min(1).optional() });

const item = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("item_reference"), id: z.string().min(1) }),
  z.strictObject({
    type: z.literal("message"),
    id: z.string().max(32).optional(),
    role: z.enum(["user", "assistant", "system"]),
    content: z
      .array(
        z.discriminatedUnion("type", [
          z.strictObject({ type: z.literal("input_text"), text: z.string().min(1) }),
          z.strictObject({ type: z.literal("output_text"), text: z.string().min(1) }),
        ]),
      )
      .min(1),
  }),
  z.strictObject({
    type: z.literal("function_call"),
    call_id: z.string().min(1).max(32),
    name: toolName,
    arguments: z.string(),
  }),
  z.strictObject({ type: z.literal("function_call_output"), call_id: z.string().min(1).max(32), output: z.string() }),
]);
export type RealtimeItem = z.output<typeof item>;

const clientEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("session.update"),
    event_id: eventId,
    session: z.strictObject({
      type: z.literal("realtime"),
      instructions: z.string().optional(),
      output_modalities: modalities.optional(),
      audio: z
        .strictObject({
          input: z
            .strictObject({
              format: format.optional(),
              transcription: z
                .strictObject({
                  model: z.string().min(1),
                  language: z.string().min(2).max(3).optional(),
                  prompt: z.string().optional(),
                })
                .nullable()
                .optional(),
              turn_detection: z
                .looseObject({ type: z.enum(["server_vad", "semantic_vad"]) })
                .nullable()
                .optional(),
            })
            .optional(),
          output: output.optional(),
        })
        .optional(),
      tools: tools.optional(),
      tool_choice: toolChoice.optional(),
      max_output_tokens: maxTokens.optional(),
    }),
  }),
  z.strictObject({ type: z.literal("input_audio_buffer.append"), event_id: eventId, audio: z.base64().min(1) }),
  z.strictObject({ type: z.literal("input_audio_buffer.commit"), event_id: eventId }),
  z.strictObject({ type: z.literal("input_audio_buffer.clear"), event_id: eventId }),
  z.strictObject({ type: z.literal("conversation.item.delete"), event_id: eventId, item_id: z.string().min(1) }),
  z.strictObject({ type: z.literal("response.cancel"), event_id: eventId, response_id: z.string().optional() }),
  z.strictObject({
    type: z.literal("response.create"),
    event_id: eventId,
    response: z.strictObject({
      conversation: z.enum(["auto", "none"]).optional(),
      metadata: z.record(z.string().max(64), z.string().max(512)).optional(),
      instructions: z.string().optional(),
      output_modalities: modalities.optional(),
      audio: z.strictObject({ output }).optional(),
      tools: tools.optional(),
      tool_choice: toolChoice.optional(),
      max_output_tokens: maxTokens.optional(),
      input: z.array(item).optional(),
    }),
  }),
]);
export type RealtimeClientEvent = z.output<typeof clientEvent>;

export interface RealtimeMistake {
  type: string;
  code: string;
  message: string;
  param: string | null;
  event_id: string | null;
}

/** The event, or what the server answers instead of obeying. */
export function realtimeEventIn(text: string): RealtimeClientEvent | RealtimeMistake {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return mistake("invalid_json", "The event is not JSON.");
  }
  const problem = firstProblem(clientEvent, given);
  if (!problem) return clientEvent.parse(given);
  const path = problem.path.join(".");
  const id = z.looseObject({ event_id: z.string() }).safeParse(given).data?.event_id ?? null;
  const message = problem.unknown ? `Unknown parameter: '${path}'.` : `Invalid '${path}': ${problem.message}`;
  return mistake(problem.unknown ? "unknown_parameter" : "invalid_value", message, id);
}

export function mistake(
  code: string,
  message: string,
  eventId: string | null = null,
  type = "invalid_request_error",
): RealtimeMistake {
  return { type, code, message, param: null, event_id: eventId };
}

/** Each output has its call before it, and each call an output. */
export function pairingProblem(items: readonly RealtimeItem[]): string | undefined {
  const open = new Set<string>();
  for (const one of items) {
    if (one.type === "function_call") open.add(one.call_id);
    if (one.type === "function_call_output" && !open.delete(one.call_id)) return `No tool call found for '${one.call_id}'.`;
  }
  return open.size === 0 ? undefined : "No tool output found for a function call.";
}
