/** The third parties that a workspace can connect (specification 3.1), and what each asks for. Which twelve, and why: docs/decisions/0012. */

export const PROVIDER_CATEGORIES = ["Voice", "AI", "LLM", "Other"] as const;
export type ProviderCategory = (typeof PROVIDER_CATEGORIES)[number];

export const PROVIDER_IDS = [
  "twilio",
  "plivo",
  "africastalking",
  "whatsapp",
  "messenger",
  "instagram",
  "telegram",
  "elevenlabs",
  "deepgram",
  "openai",
  "anthropic",
  "openrouter",
  "groq",
  "azure-openai",
  "sarvam",
  "cartesia",
  "ultravox",
  "cal",
] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** What a provider lends to calls, as an assistant's document names it. */
export const SPEECH_PARTS = ["llm", "transcriber", "voice"] as const;
export type SpeechPart = (typeof SPEECH_PARTS)[number];
export type ProviderCapability = SpeechPart | "realtime" | "telephony" | "scheduling" | "messages";

/** What a connection is made of; `key` and `account` are never shown again. */
export const CREDENTIAL_PARTS = ["key", "account", "base_url", "model", "api_version", "phone_number"] as const;
export type CredentialPart = (typeof CREDENTIAL_PARTS)[number];
export const SECRET_PARTS: ReadonlySet<CredentialPart> = new Set<CredentialPart>(["key", "account"]);

export interface CredentialField {
  part: CredentialPart;
  /** As the provider's own console calls it. */
  label: string;
  /** What it begins with or looks like. */
  example?: string;
  optional?: true;
}

export interface CatalogueProvider {
  id: ProviderId;
  name: string;
  category: ProviderCategory;
  lends: readonly ProviderCapability[];
  documentationUrl: string;
  /** Asked for besides the API key. */
  fields: readonly CredentialField[];
  /** Names under which existing clients send its credentials. */
  wireNames: Readonly<Record<string, CredentialPart>>;
  /** Worth suggesting; any other may be written. */
  models: Readonly<Partial<Record<SpeechPart, readonly string[]>>>;
}

const whisper = ["whisper-large-v3-turbo", "whisper-large-v3"];

export const PROVIDERS: readonly CatalogueProvider[] = [
  {
    id: "twilio",
    name: "Twilio",
    category: "Voice",
    lends: ["telephony"],
    documentationUrl: "https://www.twilio.com/docs/voice",
    fields: [{ part: "account", label: "Account SID", example: "AC…" }],
    wireNames: { TWILIO_AUTH_TOKEN: "key", TWILIO_ACCOUNT_SID: "account", TWILIO_PHONE_NUMBER: "phone_number" },
    models: {},
  },
  {
    id: "plivo",
    name: "Plivo",
    category: "Voice",
    lends: ["telephony"],
    documentationUrl: "https://www.plivo.com/docs/voice",
    fields: [{ part: "account", label: "Auth ID", example: "MA…" }],
    wireNames: { PLIVO_AUTH_TOKEN: "key", PLIVO_AUTH_ID: "account", PLIVO_PHONE_NUMBER: "phone_number" },
    models: {},
  },
  {
    id: "africastalking",
    name: "Africa's Talking",
    category: "Voice",
    lends: ["telephony"],
    documentationUrl: "https://developers.africastalking.com/docs/sms/overview",
    fields: [{ part: "account", label: "Username", example: "sandbox" }],
    wireNames: { AFRICASTALKING_API_KEY: "key", AFRICASTALKING_USERNAME: "account" },
    models: {},
  },
  {
    id: "whatsapp",
    name: "WhatsApp",
    category: "Other",
    lends: ["messages"],
    documentationUrl: "https://developers.facebook.com/docs/whatsapp/cloud-api",
    fields: [{ part: "account", label: "App secret" }],
    wireNames: { WHATSAPP_ACCESS_TOKEN: "key", WHATSAPP_APP_SECRET: "account" },
    models: {},
  },
  {
    id: "messenger",
    name: "Messenger",
    category: "Other",
    lends: ["messages"],
    documentationUrl: "https://developers.facebook.com/docs/messenger-platform",
    fields: [{ part: "account", label: "App secret" }],
    wireNames: { MESSENGER_ACCESS_TOKEN: "key", MESSENGER_APP_SECRET: "account" },
    models: {},
  },
  {
    id: "instagram",
    name: "Instagram",
    category: "Other",
    lends: ["messages"],
    documentationUrl: "https://developers.facebook.com/docs/instagram-platform",
    fields: [{ part: "account", label: "App secret" }],
    wireNames: { INSTAGRAM_ACCESS_TOKEN: "key", INSTAGRAM_APP_SECRET: "account" },
    models: {},
  },
  {
    id: "telegram",
    name: "Telegram",
    category: "Other",
    lends: ["messages"],
    documentationUrl: "https://core.telegram.org/bots/api",
    fields: [],
    wireNames: { TELEGRAM_BOT_TOKEN: "key" },
    models: {},
  },
  {
    id: "elevenlabs",
    name: "ElevenLabs",
    category: "Voice",
    lends: ["voice"],
    documentationUrl: "https://elevenlabs.io/docs",
    fields: [],
    wireNames: { ELEVENLABS_API_KEY: "key" },
    models: { voice: ["eleven_flash_v2_5", "eleven_turbo_v2_5", "eleven_multilingual_v2"] },
  },
  {
    id: "deepgram",
    name: "Deepgram",
    category: "Voice",
    lends: ["transcriber", "voice"],
    documentationUrl: "https://developers.deepgram.com",
    fields: [],
    wireNames: { DEEPGRAM_API_KEY: "key", DEEPGRAM_AUTH_TOKEN: "key" },
    models: { transcriber: ["nova-3", "nova-2", "nova-2-phonecall"], voice: ["aura-2-thalia-en", "aura-asteria-en"] },
  },
  {
    id: "openai",
    name: "OpenAI",
    category: "AI",
    lends: ["llm", "transcriber", "voice"],
    documentationUrl: "https://platform.openai.com/docs",
    fields: [],
    wireNames: { OPENAI_API_KEY: "key" },
    models: {
      llm: ["gpt-4.1-mini", "gpt-4.1", "gpt-4o-mini"],
      transcriber: ["gpt-4o-mini-transcribe", "whisper-1"],
      voice: ["gpt-4o-mini-tts", "tts-1"],
    },
  },
  {
    id: "anthropic",
    name: "Anthropic",
    category: "AI",
    lends: ["llm"],
    documentationUrl: "https://docs.anthropic.com",
    fields: [],
    wireNames: { ANTHROPIC_API_KEY: "key" },
    models: { llm: ["claude-haiku-4-5", "claude-sonnet-4-5"] },
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    category: "LLM",
    lends: ["llm"],
    documentationUrl: "https://openrouter.ai/docs",
    fields: [],
    wireNames: { OPENROUTER_API_KEY: "key" },
    models: { llm: ["openai/gpt-4.1-mini", "meta-llama/llama-3.3-70b-instruct"] },
  },
  {
    id: "groq",
    name: "Groq",
    category: "LLM",
    lends: ["llm", "transcriber"],
    documentationUrl: "https://console.groq.com/docs",
    fields: [],
    wireNames: { GROQ_API_KEY: "key" },
    models: { llm: ["llama-3.3-70b-versatile", "llama-3.1-8b-instant"], transcriber: whisper },
  },
  {
    id: "azure-openai",
    name: "Azure OpenAI",
    category: "LLM",
    lends: ["llm"],
    documentationUrl: "https://learn.microsoft.com/azure/ai-services/openai",
    fields: [
      { part: "base_url", label: "Endpoint", example: "https://….openai.azure.com" },
      { part: "model", label: "Deployment", optional: true },
      { part: "api_version", label: "API version", example: "2024-10-21", optional: true },
    ],
    wireNames: {
      AZURE_OPENAI_API_KEY: "key",
      AZURE_OPENAI_API_BASE: "base_url",
      AZURE_OPENAI_MODEL: "model",
      AZURE_OPENAI_API_VERSION: "api_version",
    },
    models: {},
  },
  {
    id: "sarvam",
    name: "Sarvam AI",
    category: "LLM",
    lends: ["llm", "transcriber", "voice"],
    documentationUrl: "https://docs.sarvam.ai",
    fields: [],
    wireNames: { SARVAM_API_KEY: "key" },
    models: { llm: ["sarvam-105b", "sarvam-30b"], transcriber: ["saaras:v3"], voice: ["bulbul:v3"] },
  },
  {
    id: "cartesia",
    name: "Cartesia",
    category: "Other",
    lends: ["voice"],
    documentationUrl: "https://docs.cartesia.ai",
    fields: [],
    wireNames: { CARTESIA_API_KEY: "key" },
    models: { voice: ["sonic-3", "sonic-turbo"] },
  },
  {
    id: "ultravox",
    name: "Ultravox",
    category: "AI",
    lends: ["realtime"],
    documentationUrl: "https://docs.ultravox.ai",
    fields: [],
    wireNames: { ULTRAVOX_API_KEY: "key" },
    models: {},
  },
  {
    id: "cal",
    name: "Cal.com",
    category: "Other",
    lends: ["scheduling"],
    documentationUrl: "https://cal.com/docs",
    fields: [],
    wireNames: { CAL_API_KEY: "key", CALCOM_API_KEY: "key" },
    models: {},
  },
];

interface NamedProvider {
  provider: CatalogueProvider;
  part: CredentialPart;
}

const plainName = (name: string): string => name.trim().toLowerCase().replaceAll("_", "-");
const BY_NAME = new Map<string, NamedProvider>();
for (const provider of PROVIDERS) {
  const names: Record<string, CredentialPart> = { [provider.id]: "key", [provider.name]: "key", ...provider.wireNames };
  // The first of a name counts.
  for (const [name, part] of Object.entries(names))
    if (!BY_NAME.has(plainName(name))) BY_NAME.set(plainName(name), { provider, part });
}

/** Whom a name means, in any case: an id, the provider's own name, or a credential's name of the wire. */
export function providerNamed(name: string): NamedProvider | undefined {
  return BY_NAME.get(plainName(name));
}
