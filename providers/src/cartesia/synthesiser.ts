import type { SpokenWords, Synthesiser } from "@ongea/conversation";
import { z } from "zod";
import { withoutSecrets } from "../http/ask.ts";
import { Contexts, type ContextMessage } from "../socket/contexts.ts";
import { createSpeaker, socketUrl, within } from "../socket/speaker.ts";

export interface CartesiaOptions {
  apiKey: string;
  /** The id of a voice. */
  voice: string;
  /** `sonic-3`, `sonic-2` … */
  model?: string;
  /** 0.6…1.5; what is beyond is brought within. `sonic-2` knows slow, normal and fast only. */
  pace?: number;
  baseUrl?: string;
  connectTimeoutMs?: number;
  firstBytesTimeoutMs?: number;
  idleTimeoutMs?: number;
  name?: string;
}

const RATE_HZ = 16_000;
const MOST_CHARACTERS = 4_096;
const MOST_CONTEXTS = 12;
export const CARTESIA_VERSION = "2025-04-16";

/** TTS: Cartesia over its WebSocket, one connection for all who speak with this voice, kept open between turns. */
export function createCartesiaSynthesiser(options: CartesiaOptions): Synthesiser {
  const { apiKey, model = "sonic-3", baseUrl = "https://api.cartesia.ai", connectTimeoutMs = 4_000 } = options;
  const { firstBytesTimeoutMs = 4_500, idleTimeoutMs = 4_500 } = options;
  const secrets = [apiKey];
  const headers = { authorization: `Bearer ${apiKey}`, "x-api-key": apiKey, "cartesia-version": CARTESIA_VERSION };
  const url = socketUrl(baseUrl, "tts/websocket", { cartesia_version: CARTESIA_VERSION });
  const contexts = new Contexts(
    {
      access: { url, headers, secrets, connectTimeoutMs },
      mostContexts: MOST_CONTEXTS,
      cancel: (context) => JSON.stringify({ context_id: context, cancel: true }),
      read: (message) => read(message, secrets),
    },
    { firstBytesTimeoutMs, idleTimeoutMs },
  );
  return createSpeaker({
    name: options.name ?? `cartesia ${model}`,
    sampleRateHz: RATE_HZ,
    mostCharacters: MOST_CHARACTERS,
    sound: (words, signal) => contexts.speak((context) => [request(options, model, words, context)], signal),
    warm: () => contexts.warm(),
  });
}

function request({ voice, pace }: CartesiaOptions, model: string, { text, language }: SpokenWords, context: string): string {
  return JSON.stringify({
    model_id: model,
    transcript: text,
    voice: { mode: "id", id: voice },
    language: (language.split("-")[0] ?? language).toLowerCase(),
    context_id: context,
    output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: RATE_HZ },
    continue: false,
    ...paceOf(model, pace),
  });
}

function paceOf(model: string, pace: number | undefined): object {
  if (pace === undefined) return {};
  if (model.startsWith("sonic-3") || model === "sonic-latest") return { generation_config: { speed: within(pace, 0.6, 1.5) } };
  return { speed: pace < 0.9 ? "slow" : pace > 1.1 ? "fast" : "normal" };
}

/** What is used of its messages; before version 2026-03-01 an error has one text, then a title and a message. */
const messageShape = z.object({
  type: z.string(),
  context_id: z.string().nullish(),
  data: z.string().nullish(),
  done: z.boolean().nullish(),
  status_code: z.number().nullish(),
  error: z.string().nullish(),
  title: z.string().nullish(),
  message: z.string().nullish(),
});

function read(text: string, secrets: readonly string[]): ContextMessage | undefined {
  const message = parsed(text);
  if (!message) return undefined;
  const { type, data, status_code: status } = message;
  const context = message.context_id ?? undefined;
  if (type === "error") {
    const said = withoutSecrets(message.error ?? message.message ?? message.title ?? "", secrets).slice(0, 200);
    const code = status === 429 || status === 402 ? "rate-limited" : (status ?? 500) >= 500 ? "unavailable" : "refused";
    return { context, problem: { code, message: `the provider broke off: ${said}` } };
  }
  return { context, sound: type === "chunk" && data ? Buffer.from(data, "base64") : undefined, isDone: type === "done" };
}

function parsed(text: string): z.output<typeof messageShape> | undefined {
  try {
    return messageShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
