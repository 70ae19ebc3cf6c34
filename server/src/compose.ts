/** Every part of the server, made once, by hand, top to bottom. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeContract, type LiveEvent, readHealth, readStatus } from "@ongea/contract";
import { localSecret, openAccess } from "./access/index.ts";
import { TEMPLATES, agentRoutes, createAgents } from "./agents/index.ts";
import { auditRoutes, createAudit } from "./audit/index.ts";
import { callRoutes, createDemoCalls, demoCallRoutes } from "./calls/index.ts";
import { inheritedEnvironment, type Config } from "./config.ts";
import { createHealth, databaseHealth, forwardingHealth, speechHealth, storageHealth, telephonyHealth } from "./health/index.ts";
import {
  createCodes,
  createContactLetters,
  createForwarding,
  createLeadStore,
  createLeads,
  createVisits,
  leadRoutes,
  operatorRoutes,
} from "./leads/index.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createNumbers } from "./numbers/index.ts";
import { createClosing, type Closing } from "./platform/closing.ts";
import { openDatabase } from "./platform/database/database.ts";
import { createHttp } from "./platform/http/http.ts";
import { listen } from "./platform/http/listen.ts";
import { servePages } from "./platform/http/pages.ts";
import { createRepeats } from "./platform/http/repeats.ts";
import { serve, setRepeats } from "./platform/http/serve.ts";
import { createSeal } from "./platform/secrets/seal.ts";
import { createLive } from "./platform/live/live.ts";
import { takeDataFolder } from "./platform/lock/data-folder.ts";
import { openLog } from "./platform/log/log.ts";
import { createMail } from "./platform/mail/mail.ts";
import { publicUrlOf } from "./public-url.ts";
import { createRecords } from "./records.ts";
import { startSpeechHosts, type Services } from "./speech/index.ts";
import { openTelephony } from "./telephony.ts";
import { createExpiry, createKeys, createWorkspaces } from "./workspaces/index.ts";

export interface Server {
  readonly address: string;
  readonly sipPort: number;
  /** What it chose, a line each, for people. */
  readonly lines: readonly string[];
  /** Ends live calls politely, then everything else. */
  stop(): Promise<void>;
}

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

async function compose(config: Config, closing: Closing): Promise<Server> {
  const dataDir = resolve(config.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  closing.add("data folder", () => folder.release());
  const log = openLog({ to: config.LOG_TO, level: config.LOG_LEVEL, dataDir });
  closing.add("log", () => void log.flush());

  const database = await openDatabase(
    {
      dataDir,
      url: config.DATABASE_URL,
      environment: inheritedEnvironment(),
      onEvent: (event) =>
        log.warn(event, event.kind === "ended" ? "PostgreSQL ended and will be started again" : "PostgreSQL runs again"),
    },
    MIGRATIONS,
  );
  closing.add("database", () => database.close());
  const workspaces = createWorkspaces(database);
  const home = await workspaces.home();
  const agents = createAgents(database);
  const numbers = createNumbers(database);
  if (await agents.seed(home.id)) await numbers.seed(home.id, agents);
  const codes = createCodes(database.everywhere, (ids) => createKeys(database).endOfDemos(ids));
  const newCodes = await codes.seed();

  const speech = await startSpeechHosts({ dataDir, modelsFolder: resolve(config.MODELS_DIR), services: servicesOf(config), log });
  closing.add("speech", () => speech.stop());
  const live = createLive<LiveEvent>();
  const records = await createRecords({
    tenancy: database,
    live,
    log,
    closing,
    prices: config.PRICE_PER_MINUTE,
    folder: join(dataDir, "recordings"),
    voices: speech.setup.sockets.builtin,
  });
  const telephony = await openTelephony({
    config,
    dataDir,
    tenancy: database,
    workspaces,
    agents,
    numbers,
    speech,
    records,
    live,
    log,
    closing,
  });
  const { calls, archive, browser, outbound, sip } = telephony;
  const expiry = createExpiry({ tenancy: database, log, removeFiles: (workspaceId) => archive.removeFiles(workspaceId) });
  closing.add("expiry", () => expiry.stop());

  const app = await createHttp(log, { host: config.HOST, names: config.PUBLIC_NAMES, proxies: config.TRUSTED_PROXIES });
  closing.add("http", () => app.close());
  const publicUrl = publicUrlOf(config, config.PORT);
  const secret = config.AUTH_SECRET ?? localSecret(dataDir);
  setRepeats(app, createRepeats(database.everywhere, createSeal(secret, "repeats")));
  const audit = createAudit(database, secret);
  const visits = createVisits(database.everywhere, publicUrl.startsWith("https:"));
  const mail = createMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir, log });
  const access = await openAccess(app, {
    tenancy: database,
    audit,
    visits,
    workspaces,
    mail,
    log,
    dataDir,
    secret,
    publicUrl,
    homeId: home.id,
    currencyUsed: (workspaceId) => records.currencyUsed(workspaceId),
    exchangeRates: config.EXCHANGE_RATES,
    tell: (workspaceId, kind, name) =>
      records.happenings.tell(workspaceId, { kind, tone: "info", details: { name }, notify: true }),
  });
  auditRoutes(app, audit);
  const version = productVersion();
  app.get("/openapi.json", async () => describeContract(version));
  serve(app, readStatus, async () => ({
    version,
    database: database.description,
    sip: { address: telephony.addressTowards(""), port: sip.port },
    speech: speech.parts(),
    offers: [...speech.offers],
  }));
  agentRoutes(app, agents, (workspaceId) => numbers.of(workspaceId));
  callRoutes(app, { calls, archive, browser, live, place: (order) => outbound.place(order) });
  const demoParts = { calls, browser, agents, live, workspaceId: home.id, mostAtOnce: config.DEMO_CALLS };
  demoCallRoutes(app, createDemoCalls({ ...demoParts, nowMs: () => performance.now() }));
  const leadStore = createLeadStore(database.everywhere);
  const health = createHealth({
    version,
    running: () => calls.running,
    parts: {
      database: databaseHealth(
        () => database.ping(),
        () => telephony.writes.waiting,
      ),
      speech: speechHealth(() => speech.parts()),
      telephony: telephonyHealth({ running: () => calls.running, most: config.MAX_CALLS }),
      storage: storageHealth(dataDir, () => telephony.recordings),
      forwarding: forwardingHealth(() => leadStore.troubled()),
    },
  });
  serve(app, readHealth, health);
  records.routes(app);
  const forwarding = createForwarding({ store: leadStore, webhookUrl: config.ZAPIER_WEBHOOK_URL, log });
  closing.add("forwarding", () => forwarding.stop());
  const sendOn = createContactLetters({ mail, to: config.CONTACT_EMAIL, log });
  leadRoutes(app, {
    leads: createLeads(leadStore, (lead) => {
      forwarding.wake();
      sendOn(lead);
    }),
    store: leadStore,
    codes,
    visits,
    mostDemos: config.DEMO_WORKSPACES,
    openDemo: async ({ name, company }) => {
      const { id } = await workspaces.create({ name: company ?? name, kind: "demo", currency: "USD" });
      await records.demo.fill(id);
      return id;
    },
  });
  operatorRoutes(app, codes, audit);
  await servePages(app, {
    app: resolve("web/dist"),
    site: resolve("dist/site"),
    words: { PUBLIC_URL: config.PUBLIC_URL, CONTACT_EMAIL: config.CONTACT_EMAIL },
    log,
  });
  const port = await listen(app, config.HOST, config.PORT);
  closing.add("live calls", () => calls.drain(config.DRAIN_SECONDS * 1_000), (config.DRAIN_SECONDS + 15) * 1_000);

  const address = publicUrlOf(config, port);
  log.info({ address, version, sipPort: sip.port }, "The server is ready");
  const at = config.HOST === "0.0.0.0" ? "this machine" : config.HOST;
  return {
    address,
    sipPort: sip.port,
    lines: [
      `Database     ${database.description}`,
      `Data folder  ${dataDir}`,
      ...speech.parts().map(({ part, name, note }) => `Speech       ${part}: ${name}${note ? ` (${note})` : ""}`),
      `Ports        page ${port}/tcp, SIP ${sip.port}/udp and tcp, sound ${config.RTP_PORTS.from}-${config.RTP_PORTS.to}/udp, on ${at}`,
      ...(await ways()),
      ...(newCodes.length > 0 ? [`Invitations  ${newCodes.join("  ")} (shown this once; npm run codes)`] : []),
      `Letters      ${mail.description}`,
      ...(access.setupLink === undefined ? [] : [`Account      ${access.setupLink} makes the first one`]),
      ...speech.offers.map(({ id, part, megabytes }) => `Better       ${part}: npm run models -- pull ${id} (${megabytes} MB)`),
    ],
    stop: () => closing.closeAll((name, error) => log.error({ err: error, part: name }, "A part did not end well")),
  };

  async function ways(): Promise<string[]> {
    const lines: string[] = [];
    for (const { key } of TEMPLATES) {
      const agent = await agents.find(home.id, key);
      const [number] = agent ? ((await numbers.of(home.id)).get(agent.id) ?? []) : [];
      if (!agent || number === undefined) continue;
      const host = config.PUBLIC_ADDRESS ?? shownHost(config.HOST);
      lines.push(
        `Call         ${agent.document.agent_config.agent_name}: sip:${number}@${host}:${sip.port}, or npm run call -- --to ${key}`,
      );
    }
    return lines;
  }
}

function servicesOf(config: Config): Services {
  const key = (apiKey: string): { apiKey?: string } => (apiKey === "" ? {} : { apiKey });
  const { LLM_BASE_URL, STT_BASE_URL, TTS_BASE_URL } = config;
  return {
    model: LLM_BASE_URL ? { baseUrl: LLM_BASE_URL, model: config.LLM_MODEL, ...key(config.LLM_API_KEY) } : undefined,
    recogniser: STT_BASE_URL ? { baseUrl: STT_BASE_URL, model: config.STT_MODEL, ...key(config.STT_API_KEY) } : undefined,
    voice: TTS_BASE_URL
      ? { baseUrl: TTS_BASE_URL, model: config.TTS_MODEL, voice: config.TTS_VOICE, ...key(config.TTS_API_KEY) }
      : undefined,
  };
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function productVersion(): string {
  const file = resolve("package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "";
}
