import { z } from "zod";
import { withoutSecrets } from "../http/ask.ts";
import type { ContextMessage } from "../socket/contexts.ts";

/** What is used of the messages of `multi-stream-input`. A refusal names no context, and the connection is closed after it. */
const messageShape = z.object({
  contextId: z.string().nullish(),
  context_id: z.string().nullish(),
  audio: z.string().nullish(),
  isFinal: z.boolean().nullish(),
  error: z.string().nullish(),
  message: z.string().nullish(),
  code: z.union([z.number(), z.string()]).nullish(),
});

export function elevenLabsMessage(text: string, secrets: readonly string[]): ContextMessage | undefined {
  const message = parsed(text);
  if (!message) return undefined;
  const { contextId, audio, isFinal, error } = message;
  const context = contextId ?? message.context_id ?? undefined;
  if (error !== null && error !== undefined) {
    const said = withoutSecrets(message.message ?? error, secrets).slice(0, 200);
    const code = /quota|rate|limit|busy|too_many|max_active/i.test(error) ? "rate-limited" : "refused";
    return { context, problem: { code, message: `the provider broke off: ${said}` } };
  }
  return { context, sound: audio ? Buffer.from(audio, "base64") : undefined, isDone: isFinal === true };
}

function parsed(text: string): z.output<typeof messageShape> | undefined {
  try {
    return messageShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
