/** Which connections of a workspace a call is lent: those that its assistant's document names. Pure. */
import { conversationOf, PROVIDERS, providerNamed, type AgentDocument, type SpeechPart } from "@ongea/contract";
import {
  languageModelSettings,
  recogniserSettings,
  synthesiserSettings,
  type LanguageModelSettings,
  type RecogniserSettings,
  type SynthesiserSettings,
} from "@ongea/providers";
import type { ResolvedSettings } from "../speech-hosts/choices.ts";
import { located } from "../../platform/config/provider-addresses.ts";
import { resolveRealtime } from "./resolve-realtime.ts";
import { plainUrl, type Missing, type ResolveParts } from "./resolve-parts.ts";
import { VENDOR_SETTINGS, type ChosenModel } from "./vendor-settings.ts";
import type { StoredConnection } from "./store.ts";

export interface ResolvedProviders extends ResolvedSettings {
  missing: readonly Missing[];
}

export const NOTHING_RESOLVED: ResolvedProviders = { recognisers: [], languageModels: [], voices: [], missing: [] };

interface Asked extends ChosenModel {
  provider: string;
  baseUrl: string | null;
}

/** What a new assistant's document names without anybody having chosen it: it is missed only where something is connected. */
const STOCK: Readonly<Record<SpeechPart, string>> = { llm: "openai", transcriber: "deepgram", voice: "polly" };

export function resolveProviders(
  document: AgentDocument,
  rows: readonly StoredConnection[],
  parts: ResolveParts,
): ResolvedProviders {
  const asked = askedBy(document);
  const missing: Missing[] = [];
  const connections: Partial<Record<SpeechPart | "realtime", string>> = {};
  const settings = <Settings>(part: SpeechPart, parse: (given: unknown) => Settings | undefined): Settings[] => {
    const wanted = asked[part];
    const found = of(part, wanted, rows, parts);
    if (found === undefined) return [];
    if ("why" in found) {
      if (rows.length > 0 || wanted.provider !== STOCK[part]) missing.push({ part, ...found });
      return [];
    }
    const made = parse(found.settings);
    if (made === undefined) missing.push({ part, name: found.name, why: "unusable" });
    else connections[part] = found.connection;
    return made === undefined ? [] : [made];
  };
  const realtime = resolveRealtime(document, rows, parts);
  if (realtime && "why" in realtime) missing.push(realtime);
  else if (realtime) connections.realtime = realtime.connection;
  return {
    connections,
    ...(realtime && "settings" in realtime ? { realtime: realtime.settings } : {}),
    languageModels: settings<LanguageModelSettings>("llm", (given) => languageModelSettings.safeParse(given).data),
    recognisers: settings<RecogniserSettings>("transcriber", (given) => recogniserSettings.safeParse(given).data),
    voices: settings<SynthesiserSettings>("voice", (given) => synthesiserSettings.safeParse(given).data),
    missing,
  };
}

type Found = { name: string; connection: string; settings: unknown } | Pick<Missing, "name" | "why"> | undefined;

/** Undefined: the document names nobody who could be connected. */
function of(
  part: SpeechPart,
  wanted: Asked,
  rows: readonly StoredConnection[],
  { open, allowed, addresses = {} }: ResolveParts,
): Found {
  const row = rowFor(wanted, rows);
  if (!row) {
    const known = PROVIDERS.find(({ id }) => id === idOf(wanted.provider));
    return known?.lends.includes(part) ? { name: known.name, why: "not-connected" } : undefined;
  }
  const { name, state } = row;
  if (!row.lends.includes(part)) return { name, why: "unusable" };
  if (state === "refused" || state === "incomplete") return { name, why: state };
  const credentials = open(row);
  const make = VENDOR_SETTINGS[row.own ? "own" : row.provider]?.[part];
  if (!credentials || !make) return { name, why: "unusable" };
  return { name, connection: row.id, settings: located(make(credentials, wanted, allowed), row.provider, addresses) };
}

function rowFor({ provider, baseUrl }: Asked, rows: readonly StoredConnection[]): StoredConnection | undefined {
  const own = rows.filter((row) => row.own);
  if (provider === "custom")
    return own.find(({ settings }) => baseUrl !== null && plainUrl(settings.base_url ?? "") === plainUrl(baseUrl));
  const id = idOf(provider);
  return rows.find((row) => row.provider === id);
}

function idOf(provider: string): string {
  if (provider === "azure") return "azure-openai";
  return providerNamed(provider)?.provider.id ?? provider.toLowerCase();
}

function askedBy(document: AgentDocument): Record<SpeechPart, Asked> {
  const { llm_agent, transcriber, synthesizer } = conversationOf(document).tools_config;
  const { provider_config: voice } = synthesizer;
  const { llm_config: llm } = llm_agent;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return {
    llm: { provider: llm.provider, baseUrl: llm.base_url, model: llm.model, language: transcriber.language, voice: "" },
    transcriber: {
      provider: transcriber.provider,
      baseUrl: text(transcriber["base_url"]) || null,
      model: transcriber.model,
      language: transcriber.language,
      voice: "",
    },
    voice: {
      provider: synthesizer.provider,
      baseUrl: text(voice["base_url"]) || null,
      model: text(voice["model"]),
      language: voice.language,
      voice: text(voice["voice_id"]) || voice.voice,
      ...(voice.speed === undefined ? {} : { pace: voice.speed }),
    },
  };
}
