/** How each provider's credentials and an assistant's wishes become the settings of an adapter. */
import { SPITCH_VOICES } from "@ongea/providers";
import { PROVIDERS, type CatalogueProvider, type ProviderId, type SpeechPart } from "@ongea/contract";
import { oneKey, type Credentials } from "./credentials.ts";

export interface ChosenModel {
  /** Empty: what is usual. */
  model: string;
  voice: string;
  language: string;
  pace?: number;
}

/** Private addresses that a service of one's own may have all the same. */
export type AllowedPrivate = readonly string[];

type Make = (credentials: Credentials, wanted: ChosenModel, allowed: AllowedPrivate) => unknown;
type VendorSettings = Partial<Record<SpeechPart, Make>>;

/** The adapters' settings check what comes out: an address without a model, say, is lent to nobody. */
export const VENDOR_SETTINGS: Readonly<Record<string, VendorSettings>> = {
  openai: compatible("https://api.openai.com/v1", "openai"),
  own: beyondCompatible(),
  openrouter: vendor("openrouter"),
  groq: vendor("groq"),
  sarvam: vendor("sarvam"),
  // Its voices are models.
  deepgram: {
    ...vendor("deepgram"),
    voice: ({ key }, { model, voice }) => ({ use: "deepgram", apiKey: key, voice: model || voice }),
  },
  elevenlabs: vendor("elevenlabs"),
  cartesia: vendor("cartesia"),
  anthropic: vendor("anthropic"),
  "azure-openai": {
    llm: ({ model, api_version, ...credentials }, wanted) => ({
      use: "azure-openai",
      apiKey: oneKey("azure-openai", credentials),
      model: model ?? wanted.model,
      ...(api_version === undefined ? {} : { apiVersion: api_version }),
    }),
  },
};

function modelsOf(id: ProviderId | undefined): CatalogueProvider["models"] {
  return PROVIDERS.find((one) => one.id === id)?.models ?? {};
}

/** One that speaks OpenAI's protocol, at its own address or at the one that a person gave. */
function compatible(baseUrl: string, id?: ProviderId): VendorSettings {
  const access = ({ key, base_url }: Credentials, allowed: AllowedPrivate) => ({
    use: "openai",
    ...(base_url === undefined ? { baseUrl } : { baseUrl: base_url, allowedPrivate: [...allowed] }),
    ...(key === undefined ? {} : { apiKey: key }),
  });
  const usual = modelsOf(id);
  return {
    llm: (credentials, { model }, allowed) => ({
      ...access(credentials, allowed),
      model: model || usual.llm?.[0] || "default",
    }),
    transcriber: (credentials, { model }, allowed) => ({
      ...access(credentials, allowed),
      model: hearing(model, usual.transcriber) ?? "whisper-1",
    }),
    voice: (credentials, { model, voice, pace }, allowed) => ({
      ...access(credentials, allowed),
      model: model || usual.voice?.[0] || "tts-1",
      voice: voice || "alloy",
      ...(pace === undefined ? {} : { pace }),
    }),
  };
}

/**
 * Services outside the catalogue that speak in a way of their own, by the host that a person gave as their address. What one lacks is lent to
 * nobody: the next in the agent's order takes over.
 */
const REGIONAL: Readonly<Record<string, VendorSettings>> = {
  "api.spi-tch.com": {
    transcriber: ({ key }, { model }) => ({ use: "spitch", apiKey: key, ...(/^(?:mansa|legacy)/u.test(model) ? { model } : {}) }),
    voice: ({ key }, { voice }) => ({ use: "spitch", apiKey: key, ...(SPITCH_VOICES.includes(voice) ? { voice } : {}) }),
  },
  "vulavula-services.lelapa.ai": { transcriber: ({ key }) => ({ use: "lelapa", apiKey: key }) },
  "api.botlhale.xyz": { transcriber: ({ key }) => ({ use: "botlhale", apiKey: key }) },
};

/** A service of one's own speaks OpenAI's protocol, but for those that are known to speak another. */
function beyondCompatible(): VendorSettings {
  const usual = compatible("");
  const made =
    (part: SpeechPart): Make =>
    (credentials, wanted, allowed) =>
      (REGIONAL[hostOf(credentials)] ?? usual)[part]?.(credentials, wanted, allowed);
  return { llm: made("llm"), transcriber: made("transcriber"), voice: made("voice") };
}

function hostOf({ base_url: address = "" }: Credentials): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}

/** One with an adapter of its own, which knows its address. */
function vendor(use: ProviderId): VendorSettings {
  const access = ({ key }: Credentials) => ({ use, apiKey: key });
  const usual = modelsOf(use);
  const named = (model: string | undefined): { model?: string } => (model ? { model } : {});
  return {
    llm: (credentials, { model }) => ({ ...access(credentials), ...named(model || usual.llm?.[0]) }),
    transcriber: (credentials, { model }) => ({ ...access(credentials), ...named(hearing(model, usual.transcriber)) }),
    voice: (credentials, { model, voice, pace }) => ({
      ...access(credentials),
      ...named(model || usual.voice?.[0]),
      ...(voice === "" ? {} : { voice }),
      ...(pace === undefined ? {} : { pace }),
    }),
  };
}

/** A recogniser's model that stayed from another provider is not asked of this one. */
function hearing(model: string, usual: readonly string[] | undefined): string | undefined {
  const isAnothers = PROVIDERS.some(({ models }) => models.transcriber?.includes(model)) && !usual?.includes(model);
  return model === "" || isAnothers ? usual?.[0] : model;
}
