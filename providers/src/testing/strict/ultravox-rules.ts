/** What Ultravox takes from a client: POST /api/calls and the data messages of a WebSocket, as published, with unknown fields refused. */
import { z } from "zod";
import { firstProblem } from "./refusal.ts";

const seconds = z.string().regex(/^-?(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,9})?s$/);
const tool = z.strictObject({
  temporaryTool: z.strictObject({
    modelToolName: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    dynamicParameters: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          location: z.literal("PARAMETER_LOCATION_BODY"),
          schema: z.record(z.string(), z.unknown()),
          required: z.boolean().optional(),
        }),
      )
      .optional(),
    timeout: seconds.refine((text) => Number.parseFloat(text) <= 40, "must be at most 40s").optional(),
    client: z.strictObject({}),
  }),
});
const order = z
  .strictObject({
    systemPrompt: z.string().optional(),
    temperature: z.number().min(0).max(1).optional(),
    model: z.string().min(1),
    voice: z.string().min(1).optional(),
    languageHint: z.string().optional(),
    initialOutputMedium: z.enum(["MESSAGE_MEDIUM_TEXT", "MESSAGE_MEDIUM_VOICE"]).optional(),
    firstSpeakerSettings: z.strictObject({ user: z.strictObject({}) }).optional(),
    recordingEnabled: z.boolean().optional(),
    joinTimeout: seconds.optional(),
    maxDuration: seconds.optional(),
    vadSettings: z.strictObject({ turnEndpointDelay: seconds.optional() }).optional(),
    medium: z.strictObject({
      serverWebSocket: z.strictObject({
        inputSampleRate: z.number().int().positive(),
        outputSampleRate: z.number().int().positive().optional(),
        clientBufferSizeMs: z.number().int().positive().optional(),
      }),
    }),
    selectedTools: z.array(tool).optional(),
  })
  .refine(({ selectedTools = [] }) => {
    const names = selectedTools.map(({ temporaryTool }) => temporaryTool.modelToolName);
    return new Set(names).size === names.length;
  }, "the names of tools must be unique");
export type UltravoxOrder = z.output<typeof order>;

const clientMessage = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ping"), timestamp: z.number() }),
  z.strictObject({
    type: z.literal("user_text_message"),
    text: z.string().min(1),
    urgency: z.enum(["immediate", "soon", "later"]).optional(),
  }),
  z.strictObject({
    type: z.literal("client_tool_result"),
    invocationId: z.string().min(1),
    result: z.string().optional(),
    responseType: z.enum(["tool-response", "hang-up"]).optional(),
    agentReaction: z.enum(["speaks", "listens", "speaks-once"]).optional(),
    errorType: z.enum(["undefined", "implementation-error"]).nullish(),
    errorMessage: z.string().nullish(),
  }),
  z.strictObject({ type: z.literal("set_output_medium"), medium: z.enum(["voice", "text"]) }),
  z.strictObject({ type: z.literal("hang_up"), message: z.string().optional() }),
]);
export type UltravoxMessage = z.output<typeof clientMessage>;

export function ultravoxOrderIn(data: string): UltravoxOrder | { refused: string } {
  return allowed(order, data);
}

export function ultravoxMessageIn(data: string): UltravoxMessage | { refused: string } {
  return allowed(clientMessage, data);
}

function allowed<T>(shape: z.ZodType<T>, data: string): T | { refused: string } {
  const given: unknown = JSON.parse(data);
  const problem = firstProblem(shape, given);
  return problem ? { refused: `${problem.path.join(".")}: ${problem.message}` } : shape.parse(given);
}
