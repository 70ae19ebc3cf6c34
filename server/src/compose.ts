/** Every part of the server, made once, by hand, top to bottom. */
import { conversationOf } from "@ongea/contract";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LiveEvent, RefusalCode } from "@ongea/contract";
import { agentRoutes } from "./agents/documents/index.ts";
import type { Audit } from "./accounts/audit/index.ts";
import { openBatching } from "./batching.ts";
import {
  callRoutes,
  carrierRoutes,
  createDemoCalls,
  createRedaction,
  createRedactionStore,
  createCallStore,
  createElsewhere,
  createOrderStore,
  createSupervision,
  createVisitorCalls,
  demoCallRoutes,
  limitRoutes,
  shareRoute,
  startDelivering,
  supervisionRoutes,
  webhookRoutes,
  type CallRoutesParts,
  type WebhookRoutesParts,
} from "./calls/index.ts";
import { createNonces, createNonceStore } from "./telephony/carriers/index.ts";
import { conditionRoutes } from "./condition.ts";
import type { Config } from "./config.ts";
import { openFoundation, type Foundation } from "./foundation.ts";
import { createCodes } from "./accounts/leads/index.ts";
import type { Lender } from "./engines/connections/index.ts";
import { openConnecting } from "./connecting.ts";
import {
  countryPackRoutes,
  createCountryPacks,
  createCountryPackStore,
  type CountryPacks,
} from "./compliance/country-packs/index.ts";
import { openEmbedders } from "./embedding.ts";
import { createAppointmentStore } from "./agents/appointments/index.ts";
import { createMessageStore } from "./agents/messages/index.ts";
import { openKnowing } from "./knowing.ts";
import { mcpRoutes } from "./mcp/index.ts";
import { openPeople } from "./people.ts";
import { openNumbering } from "./numbering.ts";
import { accountRoutes } from "./account.ts";
import { createOutcomeStore } from "./agents/outcomes/index.ts";
import { createClosing, type Closing } from "./platform/closing.ts";
import { fetchOutside } from "./platform/fetch/outside.ts";
import { createHttp, type Http, type HttpOptions } from "./platform/http/http.ts";
import { listen } from "./platform/http/listen.ts";
import { servePages } from "./platform/http/pages.ts";
import { createIdempotency } from "./platform/http/idempotency.ts";
import { createSocketPlaces } from "./platform/http/sockets.ts";
import { createSlowHash } from "./platform/secrets/slow-hash.ts";
import { createSeal, type Seal } from "./platform/secrets/seal.ts";
import type { Database } from "./platform/database/database.ts";
import type { Live } from "./platform/live/live.ts";
import type { Log } from "./platform/log/log.ts";
import { createWrongGuesses, type WrongGuesses } from "./platform/log/wrong-guesses.ts";
import { publicUrlOf } from "./public-url.ts";
import { readyLines } from "./ready-lines.ts";
import { createRecords, type Records } from "./records.ts";
import {
  createModelsOffer,
  startSpeechHosts,
  type ModelsOffer,
  type Services,
  type SpeechHosts,
} from "./engines/speech-hosts/index.ts";
import { openTelephony, type Telephony } from "./telephony.ts";
import { openVoicing } from "./voicing.ts";
import { openWatching } from "./watching.ts";
import { serveWidgets } from "./widgeting.ts";
import { createKeys, createMembers } from "./accounts/workspaces/index.ts";

export interface Server {
  readonly address: string;
  readonly sipPort: number;
  /** What it chose, a line each, for people. */
  readonly lines: readonly string[];
  /** Makes the first invitation codes of a new installation while it prints them. */
  showCodes(print: (made: readonly string[]) => Promise<void>): Promise<void>;
  /** Local models that this machine could have. */
  readonly models: ModelsOffer;
  /** Where the first account is made; absent: there is one. */
  readonly setupLink: string | undefined;
  /** Ends live calls politely, then everything else. */
  stop(): Promise<void>;
}

/** What is refused for a wrong password, code, key or link: worth counting. */
const GUESSES: ReadonlySet<RefusalCode> = new Set([
  "access.bad_password",
  "access.bad_code",
  "access.bad_passkey",
  "access.bad_key",
  "access.bad_link",
  "invitation.bad_code",
  "call.bad_token",
  "carrier.bad_signature",
]);

/** Starts everything, or ends what it had started and throws. */
export async function startServer(config: Config): Promise<Server> {
  const closing = createClosing();
  try {
    return await compose(config, closing);
  } catch (error) {
    await closing.closeAll(() => undefined);
    throw error;
  }
}

function openCountryPacks(
  { DIAL_COUNTRIES: [home = "KE"], TIME_ZONE: timeZone }: Config,
  { database, log }: Foundation,
): CountryPacks {
  return createCountryPacks({ store: createCountryPackStore(database), log, home, timeZone });
}

async function compose(config: Config, closing: Closing): Promise<Server> {
  const foundation = await openFoundation(config, closing);
  const { dataDir, log, database, secret } = foundation;
  const hashing = createSlowHash();
  closing.add("hashing", () => hashing.stop());
  const codes = createCodes({ db: database.everywhere, hashing, endedIn: (ids) => createKeys(database).endOfDemos(ids) });
  const speech = await openSpeech(config, foundation, closing);
  const publicUrl = publicUrlOf(config, config.PORT);
  const live = openWatching({ ...foundation, closing, publicUrl });
  const records = await createRecords({
    tenancy: database,
    jobs: foundation.jobs,
    live,
    log,
    closing,
    config,
    folder: join(dataDir, "recordings"),
    voices: speech.setup.sockets.builtin,
    publicUrl,
  });
  const connecting = openConnecting({ ...foundation, config, tenancy: database });
  const embedders = openEmbedders({ ...foundation, config, closing, connected: connecting.embedders });
  const knowing = openKnowing({ ...foundation, config, tenancy: database, embedders, records, closing });
  const { voices: provided, cloners } = connecting;
  const voicing = openVoicing({ ...foundation, config, tenancy: database, speech, closing, provided, cloners });
  const guesses = createWrongGuesses(log, () => performance.now());
  const lent = { config, tenancy: database, speech, records, knowing, connections: connecting.lender, live, closing, guesses };
  const packs = openCountryPacks(config, foundation);
  const { pronunciations } = voicing;
  const telephony = await openTelephony({ ...foundation, ...lent, packs, pronunciations, publicUrl });
  const { calls, archive, sip } = telephony;

  const batching = openBatching({ ...foundation, config, tenancy: database, packs, records, telephony, closing });
  const removeFiles = async (workspaceId: string): Promise<void> => {
    await Promise.all([archive.removeFiles(workspaceId), voicing.removeFiles(workspaceId)]);
  };
  const kept = { config, codes, hashing, records, publicUrl, secret, closing, removeFiles, calls };
  const people = await openPeople({ ...foundation, ...kept });
  const { access, audit, mail, leads } = people;
  closing.add("jobs", () => foundation.jobs.stop());
  const idempotency = createIdempotency(database.everywhere, createSeal(secret, "repeats"));
  const app = await openHttp(config, log, { recognise: access.recognise, counted: access.counted, idempotency, guesses });
  closing.add("http", () => app.close());
  people.routes(app);
  for (const part of [knowing, connecting, voicing, batching, telephony.trunking]) part.routes(app, audit);
  countryPackRoutes(app, { packs, audit });
  openNumbering({ ...foundation, config, tenancy: database, records, carriers: telephony.carriers }).routes(app, audit);
  const version = productVersion();
  conditionRoutes(app, { config, version, database, dataDir, speech, telephony, leads });
  serveAgents(app, foundation, { audit, records });
  openWebhooks(app, { ...foundation, config, records, audit, seal: createSeal(secret, "webhooks") });
  serveCalls(app, { ...foundation, ...lent, telephony, audit, reached: batching.reached });
  records.routes(app);
  mcpRoutes(app);
  await openPages(app, config, foundation);
  const port = await listen(app, config.HOST, config.PORT);
  closing.add("live calls", () => calls.drain(config.DRAIN_SECONDS * 1_000), (config.DRAIN_SECONDS + 15) * 1_000);

  const address = publicUrlOf(config, port);
  log.info({ address, version, sipPort: sip.port }, "The server is ready");
  return {
    address,
    sipPort: sip.port,
    lines: await readyLines({ ...foundation, config, speech, port, sipPort: sip.port, letters: mail.description }),
    showCodes: (print) => codes.seed(print),
    setupLink: access.setupLink,
    models: createModelsOffer({ pull: speech.pull, dataDir, setting: config.LOCAL_MODELS, isTesting: config.CI !== "" }),
    stop: () => closing.closeAll((name, error) => log.error({ err: error, part: name }, "A part did not end well")),
  };
}

interface CallServing extends Pick<Foundation, "admissions" | "agents" | "homeId" | "log"> {
  config: Config;
  tenancy: Database;
  closing: Closing;
  telephony: Telephony;
  live: Live<LiveEvent>;
  speech: SpeechHosts;
  connections: Lender;
  records: Records;
  audit: Audit;
  guesses: WrongGuesses;
  reached: CallRoutesParts["reached"];
}

function serveCalls(app: Http, parts: CallServing): void {
  const { config, agents, homeId, telephony, live, speech, connections, records, tenancy, audit, closing, log } = parts;
  const { calls, archive, browser, planned, functions } = telephony;
  const places = createSocketPlaces(config.SOCKETS_PER_ASKER);
  const estimate = {
    connections,
    admissions: parts.admissions,
    choices: speech.setup.choices,
    costOf: records.forCalls.costOf,
    prices: records.providerPrices,
  };
  const { dispositions: questionsOf } = createOutcomeStore(tenancy);
  const redact = createRedaction({
    store: createRedactionStore(tenancy),
    messages: createMessageStore(tenancy),
    appointments: createAppointmentStore(tenancy),
    audit,
    recordings: telephony.recordings,
    rehearsed: records.forCalls.rehearsed,
    foundAgain: (db, calls) => records.forCalls.search.rememberAnew(db, calls),
    dbOf: (workspaceId) => tenancy.of(workspaceId),
  });
  const stopped: CallRoutesParts["stopped"] = (asker, callId, agentName) =>
    void audit
      .write(asker, { act: "call.stopped", subject: callId, details: agentName === undefined ? {} : { agent_name: agentName } })
      .catch((error: unknown) => log.warn({ err: error, callId }, "Who stopped a call could not be written down"));
  const { transfer } = telephony.outbound;
  const everywhere = createElsewhere({
    connect: tenancy.connectAlone,
    store: createOrderStore(tenancy),
    callStore: createCallStore(tenancy),
    supervision: createSupervision({ archive, agents, audit, transfer }),
    ownerId: telephony.ownerId,
    isRegistered: (phone) => telephony.sip.bindings(phone).length > 0,
    calls,
    archive,
    stopped,
    log,
  });
  closing.add("calls of other servers", () => everywhere.close());
  callRoutes(app, {
    calls,
    everywhere,
    archive,
    agents,
    browser,
    live,
    places,
    functions,
    estimate,
    planned,
    stopped,
    audit,
    redact,
    questionsOf,
    reached: parts.reached,
  });
  limitRoutes(app, { ...telephony, audit, now: () => new Date() });
  shareRoute(app, {
    archive,
    tell: (workspaceId, event) => records.activity.tell(workspaceId, event),
    members: async (workspaceId) => (await createMembers(tenancy).in(workspaceId)).map(({ userId }) => userId),
  });
  supervisionRoutes(app, everywhere, places);
  carrierRoutes(app, { ...telephony.carriage, nonces: createNonces(createNonceStore(tenancy)), refused: parts.guesses.note });
  const visitors = createVisitorCalls({ calls, browser, live });
  const demo = { visitors, agents, workspaceId: homeId, mostAtOnce: config.DEMO_CALLS, nowMs: () => performance.now() };
  demoCallRoutes(app, createDemoCalls(demo), places);
  serveWidgets(app, { tenancy, agents, audit, telephony, live, log, places });
}

function serveAgents(app: Http, foundation: Foundation, { audit, records }: { audit: Audit; records: Records }): void {
  const { agents, numbers, database: tenancy } = foundation;
  accountRoutes(app, { tenancy, agents, audit });
  agentRoutes(app, {
    agents,
    audit,
    numbersOf: (workspaceId) => numbers.of(workspaceId),
    release: (workspaceId, agentId) => numbers.release(workspaceId, agentId),
    giveBack: (workspaceId, agentId) => numbers.giveBack(workspaceId, agentId),
    tell: (workspaceId, kind, { id, name }) =>
      records.activity.tell(workspaceId, { kind, tone: "info", details: { name }, subject: { kind: "agent", id } }),
  });
}

interface WebhookParts extends Pick<Foundation, "jobs" | "agents">, Pick<WebhookRoutesParts, "audit"> {
  config: Pick<Config, "PRIVATE_ADDRESSES">;
  records: Pick<Records, "webhooks" | "webhookStore" | "activity">;
  seal: Seal;
}

function openWebhooks(app: Http, { jobs, agents, config, records, audit, seal }: WebhookParts): void {
  const { webhooks, webhookStore: store, activity } = records;
  startDelivering({
    jobs,
    store,
    agents,
    fetch: fetchOutside,
    allowed: config.PRIVATE_ADDRESSES,
    open: seal.open,
    gone: (workspaceId, { id, name }) =>
      activity.tell(workspaceId, {
        kind: "webhook.gone",
        tone: "error",
        details: { name },
        subject: { kind: "agent", id },
        notify: true,
      }),
    now: () => new Date(),
  });
  webhookRoutes(app, { store, agents, webhooks, seal, audit });
}

interface HttpParts extends Required<Pick<HttpOptions, "recognise" | "counted" | "idempotency">> {
  guesses: WrongGuesses;
}

function openHttp(config: Config, log: Log, { guesses, ...door }: HttpParts): Promise<Http> {
  const { HOST: host, PUBLIC_NAMES: names, TRUSTED_PROXIES: proxies, CONNECTIONS_PER_ADDRESS: connectionsPerAddress } = config;
  const refused: HttpOptions["refused"] = (code, from) => GUESSES.has(code) && guesses.note(code, from);
  return createHttp(log, { host, names, proxies, connectionsPerAddress, refused, ...door });
}

async function openSpeech(config: Config, foundation: Foundation, closing: Closing): Promise<SpeechHosts> {
  const { dataDir, log, agents, homeId } = foundation;
  const [first, ...others] = config.LOCAL_MODELS;
  const isWord = others.length === 0 && ["ask", "pull", "never"].includes(first ?? "");
  const speech = await startSpeechHosts({
    dataDir,
    modelsFolder: resolve(config.MODELS_DIR),
    mirror: config.MODELS_MIRROR,
    wanted: isWord ? undefined : config.LOCAL_MODELS,
    languages: (await agents.all(homeId)).map(({ document }) => conversationOf(document).tools_config.transcriber.language),
    services: servicesOf(config),
    log,
  });
  closing.add("speech", () => speech.stop());
  return speech;
}

async function openPages(app: Http, { PUBLIC_URL, CONTACT_EMAIL }: Config, { log }: Foundation): Promise<void> {
  const words = { PUBLIC_URL, CONTACT_EMAIL };
  await servePages(app, { app: resolve("web/dist"), site: resolve("dist/site"), words, log });
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
        }
      : undefined,
    recogniser: STT_BASE_URL ? { baseUrl: STT_BASE_URL, model: config.STT_MODEL, ...key(config.STT_API_KEY) } : undefined,
    voice: TTS_BASE_URL
      ? { baseUrl: TTS_BASE_URL, model: config.TTS_MODEL, voice: config.TTS_VOICE, ...key(config.TTS_API_KEY) }
      : undefined,
  };
}

function productVersion(): string {
  const file = resolve("package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "";
}
