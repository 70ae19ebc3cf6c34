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
import type { Log } from "../platform/log/log.ts";
import { recently } from "../platform/recent.ts";
import type { KeyRing } from "../platform/secrets/key-ring.ts";
import { keepable } from "../platform/text.ts";
import { oneKey, openCredentials } from "./credentials.ts";
import { LENDERS } from "./lenders.ts";
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
}

export interface ConnectedVoicesParts {
  store: Pick<ConnectionStore, "all">;
  ring: KeyRing;
  list(provider: WithVoices, key: string, options: { timeoutMs: number }): Promise<VoiceList>;
  log: Pick<Log, "warn">;
}

const FRESH_MS = 10 * 60_000;
/** Somebody looks at the library and waits. */
const TIMEOUT_MS = 4_000;

export function createConnectedVoices({ store, ring, list, log }: ConnectedVoicesParts): ConnectedVoices {
  const usable = async (workspaceId: string): Promise<StoredConnection[]> =>
    (await store.all(workspaceId)).filter(
      ({ lends, state, own }) => lends.includes("voice") && state !== "refused" && state !== "incomplete" && !own,
    );
  const listed = recently(FRESH_MS, async (place) => {
    const [workspaceId = "", id] = place.split("/");
    const row = (await usable(workspaceId)).find((one) => one.id === id);
    const provider = WITH_VOICES.find((one) => one === row?.provider);
    if (!row || !provider) return [];
    const answer = await list(provider, oneKey(provider, openCredentials(ring, row)), { timeoutMs: TIMEOUT_MS });
    if (!answer.ok) throw new Error(`The voices of ${provider} cannot be listed: ${answer.problem}`);
    return keepable(answer.voices.map((voice) => ofProvider(provider, voice)));
  });
  return {
    async voicesOf(workspaceId) {
      const rows = await usable(workspaceId);
      const lists = await Promise.allSettled(rows.map(async ({ id, revision }) => listed(`${workspaceId}/${id}/${revision}`)));
      for (const one of lists)
        if (one.status === "rejected") log.warn({ err: one.reason as unknown }, "A provider's voices are left out");
      return lists.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    },
    async settingsOf(workspaceId, { provider, voice_id: voice }) {
      const row = (await usable(workspaceId)).find((one) => one.provider === provider);
      const make = LENDERS[provider]?.voice;
      if (!row || !make) return undefined;
      try {
        const settings = make(openCredentials(ring, row), { model: "", voice, language: "" }, []);
        return synthesiserSettings.safeParse(settings).data;
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
