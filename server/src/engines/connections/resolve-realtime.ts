/** Which connection a realtime model is reached with, where an agent's document names one (`tools_config.s2s`). Pure. */
import { conversationOf, realtimeProviderNamed, type AgentDocument, type RealtimeProvider, type S2s } from "@ongea/contract";
import { realtimeSettings, type RealtimeSettings } from "@ongea/providers";
import type { Credentials } from "./credentials.ts";
import { plainUrl, type Missing, type ResolveParts } from "./resolve-parts.ts";
import type { StoredConnection } from "./store.ts";

const ADAPTERS: Readonly<Record<string, RealtimeSettings["use"]>> = {
  openai_realtime: "openai",
  gemini_live: "gemini",
  ultravox: "ultravox",
};

/** Undefined: the document names none, so STT, LLM and TTS work as always. */
export function resolveRealtime(
  document: AgentDocument,
  rows: readonly StoredConnection[],
  { open, allowed }: ResolveParts,
): { connection: string; settings: RealtimeSettings } | Missing | undefined {
  const { s2s } = conversationOf(document).tools_config;
  if (!s2s) return undefined;
  const provider = realtimeProviderNamed(s2s.provider);
  const missing = (why: Missing["why"]): Missing => ({ part: "realtime", name: provider?.name ?? s2s.provider, why });
  if (!provider) return missing("unusable");
  const row = rowFor(provider, s2s, rows);
  if (!row) return missing("not-connected");
  if (row.state === "refused" || row.state === "incomplete") return missing(row.state);
  const credentials = open(row);
  const made = credentials && realtimeSettings.safeParse(settingsOf(provider, s2s, credentials, allowed)).data;
  return made ? { connection: row.id, settings: made } : missing("unusable");
}

function rowFor(
  { connection }: RealtimeProvider,
  { base_url: baseUrl }: S2s,
  rows: readonly StoredConnection[],
): StoredConnection | undefined {
  const own = rows.filter((row) => row.own);
  if (baseUrl) return own.find(({ settings }) => plainUrl(settings.base_url ?? "") === plainUrl(baseUrl));
  if ("id" in connection) return rows.find((row) => !row.own && row.provider === connection.id);
  return own.find(({ settings: { base_url: url = "" } }) => URL.canParse(url) && new URL(url).hostname === connection.host);
}

function settingsOf(
  { id, models, modes }: RealtimeProvider,
  { provider_config: wanted }: S2s,
  credentials: Credentials,
  allowed: readonly string[],
) {
  const { key, base_url: baseUrl } = credentials;
  return {
    use: ADAPTERS[id],
    apiKey: key,
    model: wanted.model || models[0],
    mode: wanted.mode ?? modes[0],
    ...(wanted.voice ? { voice: wanted.voice } : {}),
    ...(wanted.transcription_model ? { transcriptionModel: wanted.transcription_model } : {}),
    ...(baseUrl === undefined ? {} : { baseUrl, allowedPrivate: [...allowed] }),
  };
}
