/** Voices to choose from and to try, beside the calls. Part of the composition. */
import { join, resolve } from "node:path";
import type { Audit } from "./accounts/audit/index.ts";
import type { Config } from "./config.ts";
import { priceOf } from "./accounts/billing/index.ts";
import type { Closing } from "./platform/closing.ts";
import type { Tenancy } from "./platform/database/tenancy.ts";
import type { Http } from "./platform/http/http.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log/log.ts";
import { openCredits } from "./records.ts";
import { createSideVoices, createTranscriber, type SpeechHosts } from "./engines/speech-hosts/index.ts";
import {
  cloneRoutes,
  createClones,
  createCloneStore,
  createLab,
  createLibrary,
  createPronunciations,
  createPronunciationStore,
  createSoundFiles,
  createStudio,
  createVoiceStore,
  pronunciationRoutes,
  startCloning,
  voiceRoutes,
  voicesOfClones,
  type CloningAccounts,
  type Pronunciations,
  type VoiceSources,
} from "./agents/voices/index.ts";
import type { Workspaces } from "./accounts/workspaces/index.ts";

export interface VoicingParts {
  config: Pick<Config, "MODELS_DIR" | "PRICE_PER_VOICE_MINUTE" | "VOICE_SAMPLES_MB">;
  dataDir: string;
  tenancy: Tenancy;
  workspaces: Pick<Workspaces, "read">;
  speech: Pick<SpeechHosts, "voices" | "setup">;
  log: Log;
  closing: Closing;
  /** Of the providers that a workspace has connected. */
  provided: Pick<VoiceSources, "voicesOf" | "settingsOf"> & { changed(workspaceId: string): void };
  /** Those of them that make voices after a person's. */
  cloners: CloningAccounts;
  jobs: Pick<Jobs, "send" | "work" | "every">;
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
  const { config, dataDir, tenancy, workspaces, speech, log, closing, provided, cloners, jobs } = parts;
  const credits = openCredits(tenancy);
  const models = (): string[] => speech.voices().flatMap(({ provider, voiceId }) => (provider === "local" ? [voiceId] : []));
  const side = createSideVoices({ dataDir, modelsFolder: resolve(config.MODELS_DIR), models, log });
  closing.add("voices for samples", () => side.stop());
  const clones = createCloneStore(tenancy);
  const sources: VoiceSources = {
    machine: () => speech.voices(),
    async voicesOf(workspaceId) {
      const [listed, made, engines] = await Promise.all([
        provided.voicesOf(workspaceId),
        clones.all(workspaceId),
        cloners.engines(workspaceId),
      ]);
      const isLeaving = new Set(
        made.flatMap(({ state, voiceId }) => (state === "removing" && voiceId !== null ? [voiceId] : [])),
      );
      return [...listed.filter(({ voiceId }) => !isLeaving.has(voiceId)), ...voicesOfClones(made, engines)];
    },
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
      const { words: wordsIn } = createTranscriber(() => speech.setup);
      const cloning = { store: clones, added: store, accounts: cloners, audit, jobs, log, words: wordsIn };
      startCloning(jobs, { ...cloning, changed: (workspaceId) => provided.changed(workspaceId) });
      cloneRoutes(app, createClones({ ...cloning, nameOf: (workspaceId) => nameOf(workspaces, workspaceId) }));
      pronunciationRoutes(app, { store: words, pronunciations, audit });
    },
    pronunciations,
    removeFiles: (workspaceId) => files.removeAll(workspaceId),
  };
}

/** In a demo, which goes with all that is in it, no voices are made after people's. */
async function nameOf(workspaces: Pick<Workspaces, "read">, workspaceId: string): Promise<string | undefined> {
  const { kind, name } = await workspaces.read(workspaceId);
  return kind === "demo" ? undefined : name;
}
