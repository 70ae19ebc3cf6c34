import { isRecord } from "@ongea/conversation";
import { ProviderFailure, type Usage } from "@ongea/conversation";
import { z } from "zod";

const count = z.number().int().nonnegative().nullish();
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});
const index = z.number().int().min(0).max(1_000);

/** What is used of the events of a streamed message; others come, and more will. */
const eventShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: z.object({ usage: usage.nullish().catch(undefined) }) }),
  z.object({
    type: z.literal("content_block_start"),
    index,
    content_block: z.object({
      type: z.string(),
      text: z.string().nullish(),
      id: z.string().nullish(),
      name: z.string().nullish(),
    }),
  }),
  z.object({
    type: z.literal("content_block_delta"),
    index,
    delta: z.object({ type: z.string(), text: z.string().nullish(), partial_json: z.string().nullish() }),
  }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usage.nullish().catch(undefined),
  }),
  z.object({ type: z.literal("message_stop") }),
  z.object({ type: z.literal("error"), error: z.object({ type: z.string(), message: z.string().default("") }) }),
]);

export type AnthropicEvent = z.output<typeof eventShape>;
type Counted = z.output<typeof usage>;

const KNOWN: ReadonlySet<unknown> = new Set(eventShape.options.map(({ shape }) => shape.type.value));

/** Absent: an event of a kind that is of no use here, such as `ping`. */
export function eventIn(data: string): AnthropicEvent | undefined {
  try {
    const json: unknown = JSON.parse(data);
    return isRecord(json) && KNOWN.has(json["type"]) ? eventShape.parse(json) : undefined;
  } catch (cause) {
    throw new ProviderFailure("bad-answer", "the provider's answer is not understood", { cause });
  }
}

/** Cached tokens are not among `input_tokens` there, but are part of the question all the same. */
export function usageOfQuestion(counted: Counted): Usage {
  const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: made } = counted;
  return { tokensIn: (fresh ?? 0) + (read ?? 0) + (made ?? 0), tokensCached: read ?? 0 };
}
