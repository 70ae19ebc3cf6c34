/** Services that speak OpenAI's protocol at addresses of their own, and what each wants besides. */
import { azureAccess } from "../azure/access.ts";
import type { ServiceAccess } from "../http/ask.ts";

export type OpenAiVendor = "openrouter" | "groq" | "sarvam";

const VENDORS: Record<OpenAiVendor, Omit<ServiceAccess, "apiKey">> = {
  // They show who asks, and ask for it.
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", headers: { "x-title": "Ongea" } },
  groq: { baseUrl: "https://api.groq.com/openai/v1" },
  sarvam: { baseUrl: "https://api.sarvam.ai/v1" },
};

/** `baseUrl`: of another region, a gateway or a test, up to and with the version. */
export function vendorAccess(vendor: OpenAiVendor, apiKey: string, baseUrl?: string): ServiceAccess {
  const access = { ...VENDORS[vendor], ...(baseUrl === undefined ? {} : { baseUrl }), apiKey };
  // Its documents ask for both headers.
  return vendor === "sarvam" ? { ...access, headers: { "api-subscription-key": apiKey } } : access;
}

export interface AzureSettings {
  /** `https://<resource>.openai.azure.com|<key>` */
  apiKey: string;
  /** The deployment. */
  model: string;
  apiVersion?: string;
  baseUrl?: string;
}

/** Without a version it is the address that has none; with one, that of deployments. */
export function azureService({ apiKey, model, apiVersion, baseUrl }: AzureSettings): ServiceAccess {
  const access = azureAccess(apiKey);
  if (!access) throw new TypeError("The key of an Azure connection names its address too");
  const path = apiVersion === undefined ? "openai/v1" : `openai/deployments/${encodeURIComponent(model)}`;
  return {
    baseUrl: `${baseUrl ?? access.endpoint}/${path}`,
    apiKey: access.apiKey,
    keyHeader: "api-key",
    ...(apiVersion === undefined ? {} : { query: { "api-version": apiVersion } }),
  };
}
