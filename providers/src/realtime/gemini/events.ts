/** The server messages of Gemini's Live API that matter here; every other one is left alone. */
import { z } from "zod";
import type { Usage } from "@ongea/conversation";

const count = z.number().int().nonnegative();
const said = z.looseObject({ text: z.string().nullish(), finished: z.boolean().nullish() }).nullish();
const details = z.array(z.looseObject({ modality: z.string().nullish(), tokenCount: count.nullish() })).nullish();

const serverMessage = z.looseObject({
  setupComplete: z.looseObject({}).nullish(),
  serverContent: z
    .looseObject({
      modelTurn: z
        .looseObject({
          parts: z
            .array(
              z.looseObject({
                text: z.string().nullish(),
                thought: z.boolean().nullish(),
                inlineData: z.looseObject({ mimeType: z.string().nullish(), data: z.string() }).nullish(),
              }),
            )
            .nullish(),
        })
        .nullish(),
      inputTranscription: said,
      outputTranscription: said,
      interrupted: z.boolean().nullish(),
      generationComplete: z.boolean().nullish(),
      turnComplete: z.boolean().nullish(),
    })
    .nullish(),
  toolCall: z
    .looseObject({
      functionCalls: z
        .array(
          z.looseObject({
            id: z.string().max(200),
            name: z.string().max(200),
            args: z.record(z.string(), z.unknown()).nullish(),
          }),
        )
        .max(16)
        .nullish(),
    })
    .nullish(),
  toolCallCancellation: z.looseObject({ ids: z.array(z.string()).nullish() }).nullish(),
  sessionResumptionUpdate: z
    .looseObject({ newHandle: z.string().max(4_000).nullish(), resumable: z.boolean().nullish() })
    .nullish(),
  goAway: z.looseObject({}).nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count.nullish(),
      cachedContentTokenCount: count.nullish(),
      responseTokenCount: count.nullish(),
      thoughtsTokenCount: count.nullish(),
      promptTokensDetails: details,
      responseTokensDetails: details,
    })
    .nullish()
    .catch(undefined),
});
export type ServerMessage = z.output<typeof serverMessage>;
export type ServerContent = NonNullable<ServerMessage["serverContent"]>;

/** Undefined: it cannot be read. */
export function serverMessageIn(data: string): ServerMessage | undefined {
  try {
    return serverMessage.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

export function usageOf(counted: NonNullable<ServerMessage["usageMetadata"]>): Usage {
  return {
    tokensIn: counted.promptTokenCount ?? 0,
    tokensCached: counted.cachedContentTokenCount ?? 0,
    tokensOut: (counted.responseTokenCount ?? 0) + (counted.thoughtsTokenCount ?? 0),
    soundTokensIn: soundIn(counted.promptTokensDetails),
    soundTokensOut: soundIn(counted.responseTokensDetails),
  };
}

function soundIn(all: z.output<typeof details>): number {
  return (all ?? []).filter(({ modality }) => modality === "AUDIO").reduce((sum, { tokenCount }) => sum + (tokenCount ?? 0), 0);
}

/** `audio/pcm;rate=24000`. */
export function rateOf(mimeType: string | null | undefined): number {
  const rate = Number(/rate=(\d{4,5})/.exec(mimeType ?? "")?.[1] ?? 24_000);
  return rate >= 8_000 && rate <= 48_000 ? rate : 24_000;
}
