/** The server events of OpenAI's Realtime API that matter here; every other one is left alone. */
import { z } from "zod";
import type { Problem, Usage } from "@ongea/conversation";

const id = z.string().max(200);
const count = z.number().int().nonnegative();
const mistake = z.looseObject({
  type: z.string().nullish(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  event_id: z.string().nullish(),
});

const tokens = z.looseObject({
  input_tokens: count.default(0),
  output_tokens: count.default(0),
  input_token_details: z
    .looseObject({
      cached_tokens: count.nullish(),
      audio_tokens: count.nullish(),
      cached_tokens_details: z.looseObject({ audio_tokens: count.nullish() }).nullish(),
    })
    .nullish(),
  output_token_details: z.looseObject({ audio_tokens: count.nullish() }).nullish(),
});

const response = z.looseObject({
  id,
  status: z.string().nullish(),
  status_details: z.looseObject({ reason: z.string().nullish(), error: mistake.nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  usage: tokens.nullish().catch(undefined),
});
const delta = { response_id: id, delta: z.string() };

const serverEvent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("session.updated") }),
  z.looseObject({ type: z.literal("input_audio_buffer.committed"), item_id: id }),
  z.looseObject({
    type: z.literal("conversation.item.input_audio_transcription.delta"),
    item_id: id,
    delta: z.string().nullish(),
  }),
  z.looseObject({
    type: z.literal("conversation.item.input_audio_transcription.completed"),
    item_id: id,
    transcript: z.string(),
  }),
  z.looseObject({ type: z.literal("conversation.item.input_audio_transcription.failed"), item_id: id, error: mistake.nullish() }),
  z.looseObject({ type: z.literal("response.created"), response }),
  z.looseObject({ type: z.literal("response.output_text.delta"), ...delta }),
  z.looseObject({ type: z.literal("response.output_audio_transcript.delta"), ...delta }),
  z.looseObject({ type: z.literal("response.output_audio.delta"), ...delta }),
  z.looseObject({ type: z.literal("response.function_call_arguments.delta"), ...delta }),
  z.looseObject({
    type: z.literal("response.output_item.done"),
    response_id: id,
    output_index: count,
    item: z.looseObject({
      type: z.string(),
      call_id: z.string().nullish(),
      name: z.string().nullish(),
      arguments: z.string().nullish(),
    }),
  }),
  z.looseObject({ type: z.literal("response.done"), response }),
  z.looseObject({ type: z.literal("error"), error: mistake }),
]);
export type ServerEvent = z.output<typeof serverEvent>;
export type ServerResponse = z.output<typeof response>;
type Mistake = z.output<typeof mistake>;

/** Undefined: nothing that matters, or nothing that can be read. */
export function serverEventIn(data: string): ServerEvent | undefined {
  try {
    return serverEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

export function usageOf({ usage }: ServerResponse): Usage | undefined {
  if (!usage) return undefined;
  const { input_token_details: given, output_token_details: made } = usage;
  const cachedSound = given?.cached_tokens_details?.audio_tokens ?? 0;
  return {
    tokensIn: usage.input_tokens,
    tokensOut: usage.output_tokens,
    tokensCached: given?.cached_tokens ?? 0,
    soundTokensIn: Math.max(0, (given?.audio_tokens ?? 0) - cachedSound),
    soundTokensOut: made?.audio_tokens ?? 0,
  };
}

/** By what the API names them; its own words are told without secrets by the session. */
export function codeOfMistake({ type, code }: Mistake): Problem["code"] {
  const named = `${type ?? ""} ${code ?? ""}`;
  if (/rate_limit|quota|too_many/.test(named)) return "rate-limited";
  if (/server_error|overloaded|session_expired|unavailable/.test(named)) return "unavailable";
  return "refused";
}
