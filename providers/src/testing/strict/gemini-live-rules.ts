/** What Gemini's Live API takes from a client: its published messages as far as a telephone call uses them, with unknown fields refused. */
import { z } from "zod";
import { firstProblem } from "./refusal.ts";

const empty = z.strictObject({});
const text = z.strictObject({ text: z.string().min(1) });
const setup = z.strictObject({
  model: z.string().regex(/^models\/.+/),
  generationConfig: z
    .strictObject({
      responseModalities: z.tuple([z.enum(["AUDIO", "TEXT"])]),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      maxOutputTokens: z.number().int().min(1).optional(),
      speechConfig: z
        .strictObject({ voiceConfig: z.strictObject({ prebuiltVoiceConfig: z.strictObject({ voiceName: z.string().min(1) }) }) })
        .optional(),
    })
    .optional(),
  systemInstruction: z.strictObject({ parts: z.array(text).min(1) }).optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(
            z.strictObject({
              name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/),
              description: z.string().optional(),
              behavior: z.enum(["BLOCKING", "NON_BLOCKING"]).optional(),
              parametersJsonSchema: z.looseObject({ type: z.literal("object") }).optional(),
            }),
          )
          .min(1),
      }),
    )
    .optional(),
  realtimeInputConfig: z
    .strictObject({
      automaticActivityDetection: z.strictObject({ disabled: z.boolean().optional() }).optional(),
      activityHandling: z.enum(["START_OF_ACTIVITY_INTERRUPTS", "NO_INTERRUPTION"]).optional(),
    })
    .optional(),
  sessionResumption: z.strictObject({ handle: z.string().min(1).optional() }).optional(),
  contextWindowCompression: z.strictObject({ slidingWindow: empty, triggerTokens: z.number().int().optional() }).optional(),
  inputAudioTranscription: empty.optional(),
  outputAudioTranscription: empty.optional(),
});
const clientContent = z.strictObject({
  turns: z.array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(text).min(1) })).optional(),
  turnComplete: z.boolean().optional(),
});
const realtimeInput = z.union([
  z.strictObject({ audio: z.strictObject({ data: z.base64().min(1), mimeType: z.literal("audio/pcm;rate=16000") }) }),
  z.strictObject({ activityStart: empty }),
  z.strictObject({ activityEnd: empty }),
]);
const toolResponse = z.strictObject({
  functionResponses: z
    .array(z.strictObject({ id: z.string().min(1), name: z.string().min(1), response: z.record(z.string(), z.unknown()) }))
    .min(1),
});
const clientMessage = z.union([
  z.strictObject({ setup }),
  z.strictObject({ clientContent }),
  z.strictObject({ realtimeInput }),
  z.strictObject({ toolResponse }),
]);
export type LiveClientMessage = z.output<typeof clientMessage>;

/** The message, or why the server closes the connection (1007). */
export function liveMessageIn(data: string): LiveClientMessage | { refused: string } {
  const given: unknown = JSON.parse(data);
  const problem = firstProblem(clientMessage, given);
  return problem
    ? { refused: `Invalid JSON payload received. ${problem.path.join(".")}: ${problem.message}` }
    : clientMessage.parse(given);
}
