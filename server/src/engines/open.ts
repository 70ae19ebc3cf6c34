import { resolve } from "node:path";
import type { Prices } from "@ongea/providers";
import type { Accounts } from "../accounts/index.ts";
import type { Config } from "../platform/config/config.ts";
import type { Http } from "../platform/http/http.ts";
import type { Platform } from "../platform/platform.ts";
import { costsOf } from "./costs/cost.ts";
import { estimateRoute } from "./costs/estimate-route.ts";
import { openConnections, type OpenedConnections } from "./open-connections.ts";
import { openVoices, type OpenedVoices } from "./open-voices.ts";
import { createProviderFailures, type ProviderFailures } from "./provider-failures.ts";
import { openPrices } from "./provider-prices.ts";
import type { Services } from "./speech-hosts/choices.ts";
import { createLocalEmbedder, type LocalEmbedder } from "./speech-hosts/local-embedder.ts";
import { createModelsOffer, type ModelsOffer } from "./speech-hosts/models-offer.ts";
import { createSideVoices } from "./speech-hosts/side-voices.ts";
import { createSpokenCallers, type SpokenCallers } from "./speech-hosts/spoken-callers.ts";
import { modelRoutes } from "./speech-hosts/routes.ts";
import { startSpeechHosts, type SpeechHosts } from "./speech-hosts/speech-hosts.ts";

/** Behind the calls, and before samples, for which nobody waits so long. */
const TESTS_NICE = 10;

export interface Engines {
  connections: OpenedConnections;
  pronunciations: OpenedVoices["pronunciations"];
  /** What providers charge. */
  prices: Prices;
  failures: ProviderFailures;
  localEmbedder: LocalEmbedder;
  /** Callers of tests by voice. */
  spokenCallers: SpokenCallers;
  /** Of this installation; after `start`. */
  readonly speech: SpeechHosts;
  /** Local models that this machine could have. */
  readonly models: ModelsOffer;
  /** `languages`: of the agents, for which local models are chosen. */
  start(languages: readonly string[]): Promise<void>;
  routes(app: Http): void;
}

export function openEngines(platform: Platform, accounts: Accounts): Engines {
  const { config, dataDir, log, closing } = platform;
  let started: SpeechHosts | undefined;
  const speech = (): SpeechHosts => {
    if (!started) throw new Error("The speech hosts have not been started");
    return started;
  };
  const connections = openConnections(platform);
  const voices = openVoices({ platform, accounts, connections, speech });
  const prices = openPrices(config.PROVIDER_PRICES);
  const localEmbedder = createLocalEmbedder({ dataDir, modelsFolder: resolve(config.MODELS_DIR), log });
  closing.add("embedding model", () => localEmbedder.stop());
  const spokenCallers = createSpokenCallers({
    speech,
    side: createSideVoices({
      dataDir,
      modelsFolder: resolve(config.MODELS_DIR),
      models: () => localRecognisers(speech()),
      log,
      name: "tests",
      builtin: { voicesAtOnce: 2, decodersAtMost: 2 },
      nice: TESTS_NICE,
    }),
  });
  closing.add("callers of tests", () => spokenCallers.stop());
  return {
    spokenCallers,
    connections,
    pronunciations: voices.pronunciations,
    prices,
    failures: createProviderFailures({ store: connections.store, log, nowMs: () => performance.now() }),
    localEmbedder,
    get speech() {
      return speech();
    },
    get models() {
      return createModelsOffer({ pull: speech().pull, dataDir, setting: config.LOCAL_MODELS, isTesting: config.CI !== "" });
    },
    async start(languages) {
      started = await startSpeech(platform, languages);
      closing.add("speech", () => started?.stop());
    },
    routes(app) {
      connections.routes(app, accounts.audit);
      voices.routes(app);
      modelRoutes(app, speech().pull);
      estimateRoute(app, {
        connections: connections.providerResolver,
        choices: speech().setup.choices,
        admissions: accounts.admissions,
        costOf: costsOf(config.PRICE_PER_MINUTE, prices),
        prices,
      });
    },
  };
}

function startSpeech({ config, dataDir, log }: Platform, languages: readonly string[]): Promise<SpeechHosts> {
  const [first, ...others] = config.LOCAL_MODELS;
  const isWord = others.length === 0 && ["ask", "pull", "never"].includes(first ?? "");
  return startSpeechHosts({
    dataDir,
    modelsFolder: resolve(config.MODELS_DIR),
    mirror: config.MODELS_MIRROR,
    wanted: isWord ? undefined : config.LOCAL_MODELS,
    languages,
    services: servicesOf(config),
    log,
  });
}

function localRecognisers({ setup }: SpeechHosts): string[] {
  return setup.choices.recognisers.flatMap(({ settings }) => (settings.use === "local" ? [settings.model] : []));
}

function servicesOf(config: Config): Services {
  const key = (apiKey: string): { apiKey?: string } => (apiKey === "" ? {} : { apiKey });
  const { LLM_BASE_URL, STT_BASE_URL, TTS_BASE_URL } = config;
  return {
    model: LLM_BASE_URL
      ? {
          baseUrl: LLM_BASE_URL,
          model: config.LLM_MODEL,
          ...key(config.LLM_API_KEY),
          firstWordsMs: config.LLM_FIRST_WORDS_SECONDS * 1_000,
          role: config.LLM_ROLE,
        }
      : undefined,
    recogniser: STT_BASE_URL ? { baseUrl: STT_BASE_URL, model: config.STT_MODEL, ...key(config.STT_API_KEY) } : undefined,
    voice: TTS_BASE_URL
      ? { baseUrl: TTS_BASE_URL, model: config.TTS_MODEL, voice: config.TTS_VOICE, ...key(config.TTS_API_KEY) }
      : undefined,
  };
}
