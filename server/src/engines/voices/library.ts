/** Every voice that a workspace can choose: this machine's, and those of the providers that it has connected. */
import { createHash } from "node:crypto";
import { PREMIUM_SHARE, type LibraryVoice, type VoiceFigures } from "@ongea/contract";
import type { SynthesiserSettings } from "@ongea/providers";
import { refuse } from "../../platform/http/refuse.ts";
import type { MachineVoice } from "../speech-hosts/machine-voices.ts";
import type { AddedStore, VoiceKey } from "./store.ts";

/** A voice of a provider that the workspace has connected. */
export interface ProviderVoice {
  provider: string;
  voiceId: string;
  name: string;
  model: string;
  /** BCP 47. */
  language: string;
  accent?: string | undefined;
  gender?: LibraryVoice["gender"] | undefined;
}

export interface VoiceSources {
  machine(): readonly MachineVoice[];
  voicesOf(workspaceId: string): Promise<readonly ProviderVoice[]>;
  /** How one of them is spoken with; undefined: it is no longer connected. */
  settingsOf(workspaceId: string, voice: Pick<LibraryVoice, "provider" | "voice_id">): Promise<SynthesiserSettings | undefined>;
}

export interface Library {
  all(workspaceId: string): Promise<LibraryVoice[]>;
  /** Refuses with "voice.not_found". */
  voice(workspaceId: string, id: string): Promise<LibraryVoice>;
  add(workspaceId: string, id: string): Promise<LibraryVoice>;
  remove(workspaceId: string, id: string): Promise<LibraryVoice>;
  figures(
    workspaceId: string,
  ): Promise<Pick<VoiceFigures, "voice_models" | "voices" | "premium_voices" | "languages" | "providers">>;
}

export function createLibrary(sources: Pick<VoiceSources, "machine" | "voicesOf">, store: AddedStore): Library {
  async function all(workspaceId: string): Promise<LibraryVoice[]> {
    const [provided, added] = await Promise.all([sources.voicesOf(workspaceId), store.added(workspaceId)]);
    return libraryOf([...sources.machine(), ...provided], added);
  }
  async function voice(workspaceId: string, id: string): Promise<LibraryVoice> {
    const found = (await all(workspaceId)).find((one) => one.id === id);
    if (!found) throw refuse("voice.not_found");
    return found;
  }
  return {
    all,
    voice,
    async add(workspaceId, id) {
      await store.add(workspaceId, await voice(workspaceId, id));
      return voice(workspaceId, id);
    },
    async remove(workspaceId, id) {
      const { provider, voice_id: voiceId } = await voice(workspaceId, id);
      await store.remove(workspaceId, { provider, voiceId });
      return voice(workspaceId, id);
    },
    async figures(workspaceId) {
      const voices = await all(workspaceId);
      const ours = new Set<string>(sources.machine().map(({ provider }) => provider));
      return {
        voice_models: voices.filter(({ offered }) => offered).length,
        voices: voices.length,
        premium_voices: Math.round(voices.filter(({ provider }) => !ours.has(provider)).length * PREMIUM_SHARE),
        languages: new Set(voices.map(({ language }) => language.split("-")[0])).size,
        providers: new Set(voices.map(({ provider }) => provider)).size,
      };
    },
  };
}

/** Those that are always offered, without being added: the four that sound clearly on a telephone. */
const USUAL = new Set(["slt", "rms", "awb", "kal"]);

export function libraryOf(voices: readonly (MachineVoice | ProviderVoice)[], added: readonly VoiceKey[]): LibraryVoice[] {
  const addedIds = new Set(added.map(idOf));
  const seen = new Map(voices.map((voice) => [idOf(voice), voice]));
  const hasUsual = voices.some(isUsual);
  return [...seen].map(([id, voice], index) => ({
    id,
    voice_id: voice.voiceId,
    provider: voice.provider,
    name: voice.name,
    model: voice.model,
    accent: accentOf(voice),
    language: voice.language,
    gender: voice.gender ?? "neutral",
    added: addedIds.has(id),
    // Where flite is not there, the first of all stands for it.
    offered: addedIds.has(id) || isUsual(voice) || (!hasUsual && index === 0),
  }));
}

function isUsual({ provider, voiceId }: VoiceKey): boolean {
  return provider === "builtin" && USUAL.has(voiceId);
}

/** The same for the same voice, in every workspace and after every start. */
export function idOf({ provider, voiceId }: VoiceKey): string {
  const hash = createHash("sha256").update(`${provider}/${voiceId}`).digest("hex");
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language" });

function accentOf(voice: MachineVoice | ProviderVoice): string {
  if ("accent" in voice && voice.accent !== undefined && voice.accent !== "") return voice.accent;
  if (voice.voiceId === "awb") return "Scottish English";
  try {
    return LANGUAGES.of(voice.language) ?? voice.language;
  } catch {
    // `*`: any that the model speaks.
    return "";
  }
}
