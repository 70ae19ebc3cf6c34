/** Voices to choose from and to try, beside the calls. Part of the composition. */
import { join, resolve } from "node:path";
import type { Audit } from "./audit/index.ts";
import type { Config } from "./config.ts";
import { priceOf } from "./credits/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { Log } from "./platform/log/log.ts";
import { openCredits } from "./records.ts";
import { createSideVoices, type SpeechHosts } from "./speech/index.ts";
import {
  createLab,
  createLibrary,
  createPronunciations,
  createPronunciationStore,
  createSoundFiles,
  createStudio,
  createVoiceStore,
  pronunciationRoutes,
  voiceRoutes,
  type Pronunciations,
  type VoiceSources,
} from "./voices/index.ts";
import type { Workspaces } from "./workspaces/index.ts";

export interface VoicingParts {
  config: Pick<Config, "MODELS_DIR" | "PRICE_PER_VOICE_MINUTE" | "VOICE_SAMPLES_MB">;
  dataDir: string;
  tenancy: Tenancy;
  workspaces: Pick<Workspaces, "read">;
  speech: Pick<SpeechHosts, "voices">;
  log: Log;
  closing: Closing;
  /** Of the providers that a workspace has connected. */
  provided: Pick<VoiceSources, "voicesOf" | "settingsOf">;
}

export interface Voicing {
  routes(app: Http, audit: Audit): void;
  removeFiles(workspaceId: string): Promise<void>;
  pronunciations: Pronunciations;
}

const MB = 1_048_576;
/** A visitor may try it, not fill the disk. */
const DEMO_MB = 20;
const MICROS_A_CREDIT = 10_000;

export function openVoicing(parts: VoicingParts): Voicing {
  const { config, dataDir, tenancy, workspaces, speech, log, closing, provided } = parts;
  const credits = openCredits(tenancy);
  const models = speech.voices().flatMap(({ provider, voiceId }) => (provider === "local" ? [voiceId] : []));
  const side = createSideVoices({ dataDir, modelsFolder: resolve(config.MODELS_DIR), models, log });
  closing.add("voices for samples", () => side.stop());
  const sources: VoiceSources = {
    machine: () => speech.voices(),
    voicesOf: (workspaceId) => provided.voicesOf(workspaceId),
    settingsOf: async (workspaceId, voice) => {
      if (voice.provider === "builtin") return { use: "builtin", voice: voice.voice_id };
      if (voice.provider === "local") return { use: "local", model: voice.voice_id };
      return provided.settingsOf(workspaceId, voice);
    },
  };
  const files = createSoundFiles(join(dataDir, "voice-sounds"));
  const store = createVoiceStore(tenancy);
  const words = createPronunciationStore(tenancy);
  const pronunciations = createPronunciations({ store: words, log });
  const library = createLibrary(sources, store);
  const lab = createLab({
    library,
    files,
    store,
    studio: createStudio({ side, settingsOf: (workspaceId, voice) => sources.settingsOf(workspaceId, voice) }),
    async charge(workspaceId, { seconds, note, subject }, db = tenancy.of(workspaceId)) {
      const currency = await credits.currency(db, workspaceId);
      const amountMicros = -priceOf(config.PRICE_PER_VOICE_MINUTE[currency] ?? 0n, seconds);
      await credits.add(db, workspaceId, { kind: "voice", amountMicros, note, subject });
    },
    sayAs: (workspaceId) => pronunciations.sayAs(workspaceId),
    spent: async (workspaceId) => Number(await credits.spentOn(workspaceId, "voice")) / MICROS_A_CREDIT,
    mostBytes: async (workspaceId) => {
      const isDemo = (await workspaces.read(workspaceId)).kind === "demo";
      return (isDemo ? Math.min(DEMO_MB, config.VOICE_SAMPLES_MB) : config.VOICE_SAMPLES_MB) * MB;
    },
  });
  return {
    routes(app, audit) {
      voiceRoutes(app, { library, lab, audit });
      pronunciationRoutes(app, { store: words, pronunciations, audit });
    },
    pronunciations,
    removeFiles: (workspaceId) => files.removeAll(workspaceId),
  };
}
