/** Where providers are reached instead of at their usual address: in a region, or through a proxy of the operator's. */

/** Those that have regions. */
const WITH_REGIONS: ReadonlySet<string> = new Set([
  "elevenlabs",
  "cartesia",
  "deepgram",
  "twilio",
  "plivo",
  "africastalking",
  "whatsapp",
  "messenger",
  "instagram",
  "telegram",
]);

export type ProviderAddresses = Readonly<Partial<Record<string, string>>>;

/** `elevenlabs=https://api.eu.residency.elevenlabs.io,deepgram=https://api.eu.deepgram.com`; undefined: it is written otherwise. */
export function parseAddresses(text: string): ProviderAddresses | undefined {
  const addresses: Record<string, string> = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const [id, address] = [part.slice(0, at), part.slice(at + 1)];
    if (at < 1 || !WITH_REGIONS.has(id) || !/^https?:\/\//.test(address) || !URL.canParse(address)) return undefined;
    addresses[id] = address.replace(/\/+$/u, "");
  }
  return addresses;
}

/** An adapter's settings with the address of their provider, where it has another. */
export function located(settings: unknown, provider: string, addresses: ProviderAddresses): unknown {
  const baseUrl = addresses[provider];
  return baseUrl === undefined || typeof settings !== "object" ? settings : { ...settings, baseUrl };
}
