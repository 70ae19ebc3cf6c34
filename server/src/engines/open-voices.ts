/** Voices: the library, the lab in which they are tried, voices after a person's, and how words are said. */
import { join, resolve } from "node:path";
import type { Accounts } from "../accounts/index.ts";
import type { Http } from "../platform/http/http.ts";
import { costOfSeconds, negate, noMoney, toMinor } from "../platform/money/money.ts";
import type { Platform } from "../platform/platform.ts";
import type { OpenedConnections } from "./open-connections.ts";
import { createSideVoices } from "./speech-hosts/side-voices.ts";
import type { SpeechHosts } from "./speech-hosts/speech-hosts.ts";
import { createTranscriber } from "./speech-hosts/transcriber.ts";
import { createClones, voicesOfClones } from "./voices/cloning/clones.ts";
import { startCloning } from "./voices/cloning/making.ts";
import { cloneRoutes } from "./voices/cloning/routes.ts";
import { createCloneStore } from "./voices/cloning/store.ts";
import { createLab } from "./voices/lab.ts";
import { createLibrary, type VoiceSources } from "./voices/library.ts";
import { createPronunciations, type Pronunciations } from "./voices/pronunciations/pronunciations.ts";
import { pronunciationRoutes } from "./voices/pronunciations/routes.ts";
import { createPronunciationStore } from "./voices/pronunciations/store.ts";
import { voiceRoutes } from "./voices/routes.ts";
import { createSoundFiles } from "./voices/sound-files.ts";
import { createVoiceStore } from "./voices/store.ts";
import { createStudio } from "./voices/studio.ts";

export interface VoicesParts {
  platform: Platform;
  accounts: Accounts;
  connections: OpenedConnections;
  /** As they are once they have started. */
  speech(): SpeechHosts;
}

export interface OpenedVoices {
  routes(app: Http): void;
  pronunciations: Pronunciations;
}

const MB = 1_048_576;
/** A visitor may try it, not fill the disk. */
const DEMO_MB = 20;

export function openVoices({ platform, accounts, connections, speech }: VoicesParts): OpenedVoices {
  const { config, dataDir, database: tenancy, log, closing, jobs } = platform;
  const { workspaces, credits, audit, isDemo } = accounts;
  const { voices: provided, cloners } = connections;
  const models = (): string[] =>
    speech()
      .voices()
      .flatMap(({ provider, voiceId }) => (provider === "local" ? [voiceId] : []));
  const side = createSideVoices({ dataDir, modelsFolder: resolve(config.MODELS_DIR), models, log });
  closing.add("voices for samples", () => side.stop());
  const clones = createCloneStore(tenancy);
  const sources: VoiceSources = {
    machine: () => speech().voices(),
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
  accounts.removeFilesBy((workspaceId) => files.removeAll(workspaceId));
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
      const price = costOfSeconds(config.PRICE_PER_VOICE_MINUTE[currency] ?? noMoney(currency), seconds);
      await credits.add(db, workspaceId, { kind: "voice", amount: negate(price), note, subject });
    },
    sayAs: (workspaceId) => pronunciations.sayAs(workspaceId),
    spent: async (workspaceId) => toMinor({ micros: await credits.spentOn(workspaceId, "voice") }),
    mostBytes: async (workspaceId) => {
      return ((await isDemo(workspaceId)) ? Math.min(DEMO_MB, config.VOICE_SAMPLES_MB) : config.VOICE_SAMPLES_MB) * MB;
    },
  });
  return {
    routes(app) {
      voiceRoutes(app, { library, lab, audit });
      const { words: wordsIn } = createTranscriber(() => speech().setup);
      const cloning = { store: clones, added: store, accounts: cloners, audit, jobs, log, words: wordsIn };
      startCloning(jobs, { ...cloning, changed: (workspaceId) => provided.changed(workspaceId) });
      cloneRoutes(app, createClones({ ...cloning, nameOf: (workspaceId) => nameOf(workspaces, workspaceId) }));
      pronunciationRoutes(app, { store: words, pronunciations, audit });
    },
    pronunciations,
  };
}

/** In a demo, which goes with all that is in it, no voices are made after people's. */
async function nameOf(workspaces: Accounts["workspaces"], workspaceId: string): Promise<string | undefined> {
  const { kind, name } = await workspaces.read(workspaceId);
  return kind === "demo" ? undefined : name;
}
