import { z } from "zod";

/** What an installation can choose from for ears, mind, voice and the end of a turn. Plain data, for settings and screens. */
export interface CatalogueEntry {
  /** The `use` of the settings. */
  id: "builtin" | "guided" | "local" | "openai";
  kind: "recogniser" | "language-model" | "synthesiser" | "end-of-turn";
  name: string;
  /** For people, in one sentence. */
  says: string;
  /** BCP 47 primary tags; `*`: depends on the model that is chosen. */
  languages: readonly string[];
  needs: readonly ("key" | "model" | "voice" | "address" | "local-model")[];
  /** Settings that are filled in where nothing else is said. */
  defaults: Readonly<Record<string, string | number>>;
  /** List price in US dollars for a minute of a call; 0 runs on this machine, absent where it depends on the service. */
  priceUsdPerMinute?: number;
}

const OPENAI = "https://api.openai.com/v1";
const ESPEAK_LANGUAGES = ["en", "sw", "fr", "pt", "ar", "am", "om", "tn", "af", "es", "de", "it", "hi"];

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    id: "builtin",
    kind: "recogniser",
    name: "Built-in recogniser",
    says: "Hears expected answers in English well and free speech roughly; runs on this machine, always there.",
    languages: ["en"],
    needs: [],
    defaults: {},
    priceUsdPerMinute: 0,
  },
  {
    id: "local",
    kind: "recogniser",
    name: "Local neural recogniser",
    says: "Whisper, Moonshine, Parakeet or a streaming Zipformer on this machine, once its model is pulled.",
    languages: ["*"],
    needs: ["local-model"],
    defaults: { model: "whisper-base" },
    priceUsdPerMinute: 0,
  },
  {
    id: "openai",
    kind: "recogniser",
    name: "OpenAI-compatible transcription",
    says: "Any service with /audio/transcriptions: OpenAI, Groq, a faster-whisper server of your own.",
    languages: ["*"],
    needs: ["address", "model"],
    defaults: { baseUrl: OPENAI, model: "whisper-1" },
  },
  {
    id: "guided",
    kind: "language-model",
    name: "Guided dialogue",
    says: "Says only what its instructions and knowledge say; needs no model and is there when one fails.",
    languages: ["en", "sw", "fr"],
    needs: [],
    defaults: {},
    priceUsdPerMinute: 0,
  },
  {
    id: "openai",
    kind: "language-model",
    name: "OpenAI-compatible language model",
    says: "Any service with /chat/completions: OpenAI, Groq, vLLM, Ollama, llama.cpp.",
    languages: ["*"],
    needs: ["address", "model"],
    defaults: { baseUrl: OPENAI, model: "gpt-4.1-mini" },
  },
  {
    id: "local",
    kind: "language-model",
    name: "Local language model",
    says: "A small model on this machine. It invents facts: for trials, not for callers.",
    languages: ["*"],
    needs: ["local-model"],
    defaults: { model: "smollm2-135m-instruct-q4_1" },
    priceUsdPerMinute: 0,
  },
  {
    id: "builtin",
    kind: "synthesiser",
    name: "Built-in voices",
    says: "flite for English and espeak-ng for many languages: quick, plain, on this machine.",
    languages: ESPEAK_LANGUAGES,
    needs: [],
    defaults: { voice: "slt" },
    priceUsdPerMinute: 0,
  },
  {
    id: "local",
    kind: "synthesiser",
    name: "Local neural voice",
    says: "Piper or Kokoro voices on this machine, once their model is pulled.",
    languages: ["*"],
    needs: ["local-model"],
    defaults: { model: "piper-en_US-joe-medium" },
    priceUsdPerMinute: 0,
  },
  {
    id: "openai",
    kind: "synthesiser",
    name: "OpenAI-compatible voice",
    says: "Any service with /audio/speech: OpenAI, a Kokoro or Piper server of your own.",
    languages: ["*"],
    needs: ["address", "model", "voice"],
    defaults: { baseUrl: OPENAI, model: "tts-1", voice: "alloy" },
  },
  {
    id: "local",
    kind: "end-of-turn",
    name: "Smart Turn",
    says: "Tells from the voice whether a caller who pauses has finished, once its model is pulled.",
    languages: ["*"],
    needs: ["local-model"],
    defaults: { model: "smart-turn-v3.2-cpu" },
    priceUsdPerMinute: 0,
  },
];

/** Of a service by address. Secrets are among them: they travel in the message to a media thread and nowhere else. */
const access = {
  use: z.literal("openai"),
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().min(1).max(1_000).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  connectTimeoutMs: z.number().int().min(100).max(60_000).optional(),
  firstBytesTimeoutMs: z.number().int().min(100).max(120_000).optional(),
  idleTimeoutMs: z.number().int().min(100).max(120_000).optional(),
  model: z.string().min(1).max(200),
};
const builtin = z.object({ use: z.literal("builtin") });
const local = z.object({ use: z.literal("local"), model: z.string().min(1).max(100) });
const pace = z.number().min(0.5).max(2).optional();
const voice = z.string().min(1).max(200);

export const recogniserSettings = z.discriminatedUnion("use", [
  builtin,
  local.extend({ streaming: z.boolean().default(false) }),
  z.object(access),
]);
export const languageModelSettings = z.discriminatedUnion("use", [
  z.object({ use: z.literal("guided") }),
  local,
  z.object(access),
]);
export const synthesiserSettings = z.discriminatedUnion("use", [
  builtin.extend({ voice: voice.optional(), pace }),
  local.extend({ pace }),
  z.object({ ...access, voice, pace: z.number().min(0.25).max(4).optional() }),
]);
export const endOfTurnSettings = z.discriminatedUnion("use", [local]);

export type RecogniserSettings = z.input<typeof recogniserSettings>;
export type LanguageModelSettings = z.input<typeof languageModelSettings>;
export type SynthesiserSettings = z.input<typeof synthesiserSettings>;
export type EndOfTurnSettings = z.input<typeof endOfTurnSettings>;
