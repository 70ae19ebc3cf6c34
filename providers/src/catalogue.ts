/** What an installation can choose from for ears, mind, voice and the end of a turn. Plain data, for settings and screens. */
export interface CatalogueEntry {
  /** The `use` of the settings. */
  id:
    | "builtin"
    | "guided"
    | "local"
    | "openai"
    | "deepgram"
    | "anthropic"
    | "groq"
    | "openrouter"
    | "azure-openai"
    | "sarvam"
    | "elevenlabs"
    | "cartesia";
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
const INDIA = ["en", "hi", "bn", "gu", "kn", "ml", "mr", "or", "pa", "ta", "te"];
const ESPEAK_LANGUAGES = ["en", "sw", "fr", "pt", "ar", "am", "om", "tn", "af", "es", "de", "it", "hi"];

/** On this machine, once its model is pulled. */
const LOCAL = { id: "local", languages: ["*"], needs: ["local-model"], priceUsdPerMinute: 0 } as const;
const ALWAYS_THERE = { needs: [], priceUsdPerMinute: 0 } as const;
const MODEL_BY_KEY = { kind: "language-model", languages: ["*"], needs: ["key", "model"] } as const;

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    ...ALWAYS_THERE,
    id: "builtin",
    kind: "recogniser",
    name: "Built-in recogniser",
    says: "Hears expected answers in English well and free speech roughly; runs on this machine, always there.",
    languages: ["en"],
    defaults: {},
  },
  {
    ...LOCAL,
    kind: "recogniser",
    name: "Local neural recogniser",
    says: "Whisper, Moonshine, Parakeet or a streaming Zipformer on this machine, once its model is pulled.",
    defaults: { model: "whisper-base" },
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
    id: "deepgram",
    kind: "recogniser",
    name: "Deepgram",
    says: "Streams: words come while one speaks, and the final ones at the pause.",
    languages: ["en", "es", "fr", "de", "hi", "it", "ja", "nl", "pt", "ru", "ko", "zh", "tr", "sv", "da", "no", "pl", "uk", "id"],
    needs: ["key"],
    defaults: { model: "nova-3" },
  },
  {
    id: "groq",
    kind: "recogniser",
    name: "Groq",
    says: "Whisper, asked at each pause.",
    languages: ["*"],
    needs: ["key"],
    defaults: { model: "whisper-large-v3-turbo" },
  },
  {
    id: "sarvam",
    kind: "recogniser",
    name: "Sarvam",
    says: "Hears the languages of India, asked at each pause.",
    languages: INDIA,
    needs: ["key"],
    defaults: { model: "saaras:v3" },
  },
  {
    ...ALWAYS_THERE,
    id: "guided",
    kind: "language-model",
    name: "Guided dialogue",
    says: "Says only what its instructions and knowledge say; needs no model and is there when one fails.",
    languages: ["en", "sw", "fr"],
    defaults: {},
  },
  {
    id: "openai",
    kind: "language-model",
    name: "OpenAI-compatible language model",
    says: "Any service with /chat/completions: OpenAI, Groq, vLLM, Ollama, llama.cpp. At their own addresses Gemini and Ollama are asked by their own protocols.",
    languages: ["*"],
    needs: ["address", "model"],
    defaults: { baseUrl: OPENAI, model: "gpt-4.1-mini" },
  },
  {
    ...MODEL_BY_KEY,
    id: "anthropic",
    name: "Anthropic",
    says: "Claude; what stays the same through a call is kept there and costs less.",
    defaults: { model: "claude-haiku-4-5" },
  },
  {
    ...MODEL_BY_KEY,
    id: "openrouter",
    name: "OpenRouter",
    says: "Models of many makers behind one key.",
    defaults: { model: "openai/gpt-4.1-mini" },
  },
  {
    ...MODEL_BY_KEY,
    id: "groq",
    name: "Groq",
    says: "Open models that answer quickly.",
    defaults: { model: "llama-3.3-70b-versatile" },
  },
  {
    ...MODEL_BY_KEY,
    id: "azure-openai",
    name: "Azure OpenAI",
    says: "A deployment in a resource of your own; the key is written as https://<resource>.openai.azure.com|<key>.",
    defaults: {},
  },
  {
    id: "sarvam",
    kind: "language-model",
    name: "Sarvam",
    says: "Models for the languages of India.",
    languages: INDIA,
    needs: ["key"],
    defaults: { model: "sarvam-105b" },
  },
  {
    ...LOCAL,
    kind: "language-model",
    name: "Local language model",
    says: "A small model on this machine, which calls an assistant's tools too. It invents facts: for trials, not for callers.",
    defaults: { model: "smollm2-135m-instruct-q4_1" },
  },
  {
    ...ALWAYS_THERE,
    id: "builtin",
    kind: "synthesiser",
    name: "Built-in voices",
    says: "flite for English and espeak-ng for many languages: quick, plain, on this machine.",
    languages: ESPEAK_LANGUAGES,
    defaults: { voice: "slt" },
  },
  {
    ...LOCAL,
    kind: "synthesiser",
    name: "Local neural voice",
    says: "Piper or Kokoro voices on this machine, once their model is pulled.",
    defaults: { model: "piper-en_US-joe-medium" },
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
    id: "elevenlabs",
    kind: "synthesiser",
    name: "ElevenLabs",
    says: "Streams over a connection that stays open between turns.",
    languages: ["*"],
    needs: ["key", "voice"],
    defaults: { model: "eleven_flash_v2_5" },
  },
  {
    id: "deepgram",
    kind: "synthesiser",
    name: "Deepgram Aura",
    says: "Asked for each clause; every voice speaks one language.",
    languages: ["en", "es", "nl", "fr", "de", "it", "ja"],
    needs: ["key", "voice"],
    defaults: { voice: "aura-2-thalia-en" },
  },
  {
    id: "sarvam",
    kind: "synthesiser",
    name: "Sarvam",
    says: "Speaks the languages of India, each voice all of them.",
    languages: INDIA,
    needs: ["key", "voice"],
    defaults: { model: "bulbul:v3", voice: "shubh" },
  },
  {
    id: "cartesia",
    kind: "synthesiser",
    name: "Cartesia",
    says: "Streams over a connection that stays open between turns.",
    languages: ["en", "fr", "de", "es", "pt", "zh", "ja", "hi", "it", "ko", "nl", "pl", "ru", "sv", "tr", "ar"],
    needs: ["key", "voice"],
    defaults: { model: "sonic-3" },
  },
  {
    ...LOCAL,
    kind: "end-of-turn",
    name: "Smart Turn",
    says: "Tells from the voice whether a caller who pauses has finished, once its model is pulled.",
    defaults: { model: "smart-turn-v3.2-cpu" },
  },
];
