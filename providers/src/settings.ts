/** What each adapter must be told. Secrets are among it: it travels in the message to a media thread and nowhere else. */
import { z } from "zod";
import { azureAccess } from "./azure/access.ts";
import { REALTIME_MODES } from "./realtime/session.ts";

/** As it travels in a header: printable, without spaces. */
const longKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(4_096);
const apiKey = longKey.max(1_000);
const address = z.url({ protocol: /^https?$/ });
const model = z.string().min(1).max(200);
const timeouts = {
  connectTimeoutMs: z.number().int().min(100).max(60_000).optional(),
  firstBytesTimeoutMs: z.number().int().min(100).max(120_000).optional(),
  idleTimeoutMs: z.number().int().min(100).max(120_000).optional(),
};
/** Any service that speaks OpenAI's protocol, by address. */
const openai = {
  use: z.literal("openai"),
  baseUrl: address,
  apiKey: z.string().min(1).max(1_000).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** Of private addresses only these are reached; absent: any is. */
  allowedPrivate: z.array(z.string().max(100)).max(200).optional(),
  ...timeouts,
  model,
};
const builtin = z.object({ use: z.literal("builtin") });
const local = z.object({ use: z.literal("local"), model: z.string().min(1).max(100) });
const voice = z.string().min(1).max(200);
const pace = z.number().min(0.25).max(4).optional();
const share = z.number().min(0).max(1).optional();
const nearPace = z.number().min(0.5).max(2).optional();

/** A vendor with a fixed address; `baseUrl` is for its regions and for installations of one's own. */
const vendor = <Name extends string>(use: Name) => ({
  use: z.literal(use),
  apiKey,
  baseUrl: address.optional(),
  ...timeouts,
});
/** The key of a connection: `https://<resource>.openai.azure.com|<key>`. The model is the name of the deployment. */
const azure = {
  use: z.literal("azure-openai"),
  apiKey: z
    .string()
    .max(1_300)
    .refine((key) => azureAccess(key) !== undefined, "is written as https://<resource>.openai.azure.com|<key>"),
  /** Absent: the address without versions (`/openai/v1`); else that of deployments, `2024-10-21`. */
  apiVersion: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(-preview)?$/)
    .optional(),
  /** Instead of the resource that the key names: a gateway's, a test's. */
  baseUrl: address.optional(),
  ...timeouts,
  model,
};

export const recogniserSettings = z.discriminatedUnion("use", [
  builtin,
  /** `guided`: where a question asks for a day, a number, a yes, the built-in recogniser hears the answer, too. */
  local.extend({ streaming: z.boolean().default(false), guided: z.boolean().default(false) }),
  z.object(openai),
  z.object({ ...vendor("deepgram"), model: model.default("nova-3") }),
  z.object({ ...vendor("groq"), model: model.default("whisper-large-v3-turbo") }),
  z.object({ ...vendor("sarvam"), model: model.default("saaras:v3") }),
  z.object({ ...vendor("spitch"), model: model.default("mansa_v1") }),
  z.object(vendor("lelapa")),
  /** Its key is a token of some two thousand letters. */
  z.object({ ...vendor("botlhale"), apiKey: longKey }),
]);
/** It answers within `limitMs`, or the rules answer alone. */
const limitMs = z.number().int().min(100).max(20_000).optional();
const interpreter = z.discriminatedUnion("use", [local.extend({ limitMs }), z.object({ ...openai, limitMs })]);
export const languageModelSettings = z.discriminatedUnion("use", [
  /** `interpreter`: what a caller meant is asked of it where the rules are not sure. */
  z.object({ use: z.literal("guided"), interpreter: interpreter.optional() }),
  local,
  z.object(openai),
  z.object({ ...vendor("anthropic"), model }),
  z.object({ ...vendor("openrouter"), model }),
  z.object({ ...vendor("groq"), model }),
  z.object({ ...vendor("sarvam"), model: model.default("sarvam-105b") }),
  z.object(azure),
]);
export const synthesiserSettings = z.discriminatedUnion("use", [
  builtin.extend({ voice: voice.optional(), pace: nearPace }),
  local.extend({ pace: nearPace }),
  z.object({ ...openai, voice, pace }),
  z.object({
    ...vendor("elevenlabs"),
    voice,
    model: model.default("eleven_flash_v2_5"),
    pace,
    stability: share,
    similarity: share,
  }),
  /** Deepgram's voices are models: there is none besides. */
  z.object({ ...vendor("deepgram"), voice }),
  z.object({ ...vendor("sarvam"), voice: voice.default("shubh"), model: model.default("bulbul:v3"), pace }),
  /** Its voices need no model; absent: the usual one of the language. */
  z.object({ ...vendor("spitch"), voice: voice.optional() }),
  z.object({ ...vendor("cartesia"), voice, model: model.default("sonic-3"), pace }),
]);
const realtime = {
  model,
  mode: z.enum(REALTIME_MODES).optional(),
  voice: voice.optional(),
  allowedPrivate: z.array(z.string().max(100)).max(200).optional(),
};
/** A realtime model, which hears and thinks in one session. Made anew for each call. */
export const realtimeSettings = z.discriminatedUnion("use", [
  z.object({ ...vendor("openai"), ...realtime, transcriptionModel: model.optional() }),
  z.object({ ...vendor("gemini"), ...realtime }),
  z.object({ ...vendor("ultravox"), ...realtime }),
]);
export const endOfTurnSettings = z.discriminatedUnion("use", [local]);

export type RecogniserSettings = z.input<typeof recogniserSettings>;
export type InterpreterSettings = z.output<typeof interpreter>;
export type LanguageModelSettings = z.input<typeof languageModelSettings>;
export type SynthesiserSettings = z.input<typeof synthesiserSettings>;
export type RealtimeSettings = z.input<typeof realtimeSettings>;
export type EndOfTurnSettings = z.input<typeof endOfTurnSettings>;
