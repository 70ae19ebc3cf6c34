/** The voices of the providers that a workspace has connected, and how each is spoken with outside a call. */
import { PROVIDERS } from "@ongea/contract";
import {
  synthesiserSettings,
  WITH_VOICES,
  type SynthesiserSettings,
  type VendorVoice,
  type VoiceList,
  type WithVoices,
} from "@ongea/providers";
import type { Log } from "../../platform/log/log.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import { located, type ProviderAddresses } from "../../platform/config/provider-addresses.ts";
import { oneKey, openCredentials } from "./credentials.ts";
import { VENDOR_SETTINGS } from "./vendor-settings.ts";
import type { ConnectionStore, StoredConnection } from "./store.ts";

export interface ConnectedVoice extends Pick<VendorVoice, "name" | "language" | "accent" | "gender"> {
  provider: string;
  voiceId: string;
  model: string;
}

export interface ConnectedVoices {
  /** Of a provider that does not answer, none. */
  voicesOf(workspaceId: string): Promise<ConnectedVoice[]>;
  /** Undefined: it is not connected, or its key cannot be used. */
  settingsOf(workspaceId: string, voice: { provider: string; voice_id: string }): Promise<SynthesiserSettings | undefined>;
  /** Something was made or deleted there: the next who asks is told what there is now. */
  changed(workspaceId: string): void;
}

export interface ConnectedVoicesParts {
  store: Pick<ConnectionStore, "all">;
  ring: KeyRing;
  list(provider: WithVoices, key: string, options: { timeoutMs: number; baseUrl?: string }): Promise<VoiceList>;
  log: Pick<Log, "warn">;
  addresses?: ProviderAddresses;
}

const FRESH_MS = 10 * 60_000;
/** Somebody looks at the library and waits. */
const TIMEOUT_MS = 4_000;

export function createConnectedVoices({ store, ring, list, log, addresses = {} }: ConnectedVoicesParts): ConnectedVoices {
  const usable = async (workspaceId: string): Promise<StoredConnection[]> =>
    (await store.all(workspaceId)).filter(
      ({ lends, state, own }) => lends.includes("voice") && state !== "refused" && state !== "incomplete" && !own,
    );
  const listed = memoizeFor(FRESH_MS, async (place) => {
    const [workspaceId = "", id] = place.split("/");
    const row = (await usable(workspaceId)).find((one) => one.id === id);
    const provider = WITH_VOICES.find((one) => one === row?.provider);
    if (!row || !provider) return [];
    const baseUrl = addresses[provider];
    const where = { timeoutMs: TIMEOUT_MS, ...(baseUrl === undefined ? {} : { baseUrl }) };
    const answer = await list(provider, oneKey(provider, openCredentials(ring, row)), where);
    if (!answer.ok) throw new Error(`The voices of ${provider} cannot be listed: ${answer.problem}`);
    return sanitizeForPostgres(answer.voices.map((voice) => ofProvider(provider, voice)));
  });
  /** How often something has changed at a workspace's providers: what was listed before is not taken again. */
  const changes = new Map<string, number>();
  const placeOf = (workspaceId: string, { id, revision }: StoredConnection): string =>
    `${workspaceId}/${id}/${revision}/${changes.get(workspaceId) ?? 0}`;
  return {
    changed(workspaceId) {
      changes.set(workspaceId, (changes.get(workspaceId) ?? 0) + 1);
    },
    async voicesOf(workspaceId) {
      const rows = await usable(workspaceId);
      const lists = await Promise.allSettled(rows.map(async (row) => listed(placeOf(workspaceId, row))));
      for (const one of lists)
        if (one.status === "rejected") log.warn({ err: one.reason as unknown }, "A provider's voices are left out");
      return lists.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    },
    async settingsOf(workspaceId, { provider, voice_id: voice }) {
      const row = (await usable(workspaceId)).find((one) => one.provider === provider);
      const make = VENDOR_SETTINGS[provider]?.voice;
      if (!row || !make) return undefined;
      try {
        const settings = make(openCredentials(ring, row), { model: "", voice, language: "" }, []);
        return synthesiserSettings.safeParse(located(settings, provider, addresses)).data;
      } catch (error) {
        log.warn({ err: error, connection: row.id }, "A connection could not be opened");
        return undefined;
      }
    },
  };
}

function ofProvider(provider: WithVoices, { id, name, language, accent, gender }: VendorVoice): ConnectedVoice {
  const model = PROVIDERS.find((one) => one.id === provider)?.models.voice?.[0] ?? provider;
  return {
    provider,
    voiceId: id,
    name,
    model,
    language,
    ...(accent === undefined ? {} : { accent }),
    ...(gender === undefined ? {} : { gender }),
  };
}
