/** Every domain of the server, opened once, by hand, top to bottom. A later one sees those before it. */
import { openAccounts, type Accounts } from "./accounts/index.ts";
import { openAgents } from "./agents/index.ts";
import { openCalls } from "./calls/index.ts";
import { openCampaigns } from "./campaigns/index.ts";
import { openCompliance, openPrivacy } from "./compliance/index.ts";
import { openContacts } from "./contacts/index.ts";
import { openEngines, type ModelsOffer } from "./engines/index.ts";
import { openKnowledge } from "./knowledge/index.ts";
import { openInsights } from "./insights/index.ts";
import { mcpRoutes } from "./platform/mcp/index.ts";
import { createClosing, type Closing } from "./platform/closing.ts";
import type { Config } from "./platform/config/config.ts";
import { publicUrlOf } from "./platform/config/public-url.ts";
import { listen } from "./platform/http/listen.ts";
import { openHttp, openPages } from "./platform/http/open-http.ts";
import { openPlatform } from "./platform/platform.ts";
import { readyLines } from "./ready-lines.ts";
import { SCHEMA } from "./schema.ts";
import { SEEDS } from "./seeds.ts";
import { openSite } from "./site/index.ts";
import { openTelephony } from "./telephony/index.ts";
import { openThreads } from "./threads/index.ts";

export interface Server {
  readonly address: string;
  readonly sipPort: number;
  /** What it chose, a line each, for people. */
  readonly lines: readonly string[];
  /** Makes the first invitation codes of a new installation while it prints them. */
  showCodes: Accounts["codes"]["seed"];
  /** Local models that this machine could have. */
  readonly models: ModelsOffer;
  /** Where the first account is made; absent: there is one. */
  readonly setupLink: string | undefined;
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
  const platform = await openPlatform(config, closing, SCHEMA);
  const { log } = platform;
  const accounts = await openAccounts(platform);
  const compliance = openCompliance(platform, accounts);
  const contacts = openContacts(platform, accounts, compliance);
  const engines = openEngines(platform, accounts);
  const knowledge = openKnowledge(platform, accounts, engines);
  const agents = await openAgents({ platform, accounts, engines, knowledge });
  await engines.start(await agents.languages());
  const calls = openCalls({ platform, accounts, compliance, contacts, engines, agents });
  compliance.checks.follow(calls);
  compliance.checks.judgeBy(agents.judging.judge, agents.judging.modelOf);
  compliance.followConsents(calls);
  const telephony = await openTelephony({ platform, accounts, compliance, engines, agents, calls });
  const campaigns = openCampaigns({ platform, accounts, compliance, agents, calls, telephony });
  const insights = await openInsights({
    platform,
    accounts,
    compliance,
    engines,
    knowledge,
    agents,
    calls,
    telephony,
    campaigns,
  });
  const threads = openThreads({
    platform,
    accounts,
    compliance,
    contacts,
    engines,
    agents,
    calls,
    telephony,
    campaigns,
    insights,
  });
  const privacy = openPrivacy({ platform, accounts, compliance, contacts, agents, calls, campaigns, threads });
  const site = openSite({ platform, accounts, engines, agents, calls, telephony, threads, seeds: SEEDS });

  await calls.start();
  await telephony.start();
  campaigns.start();
  accounts.start({ callsOfDay: insights.callsOfDay, agents: agents.agents });
  insights.start();
  threads.start();
  await privacy.start();
  closing.add("jobs", () => platform.jobs.stop());

  const app = await openHttp(platform, accounts.access);
  const lines = (workspaceId: string) => ({ max: config.MAX_CALLS, current: calls.calls.runningOf(workspaceId).length });
  accounts.routes(app, { agents: agents.agents, exampleCall: calls.exampleCall, lines, demo: site.demo });
  agents.routes(app, telephony.numbers);
  knowledge.routes(app, agents.knowledgeOf);
  for (const domain of [compliance, contacts, engines, calls, telephony, campaigns, insights, threads, privacy, site])
    domain.routes(app);
  mcpRoutes(app);
  await openPages(app, platform);
  const port = await listen(app, config.HOST, config.PORT);
  closing.add("live calls", () => calls.calls.drain(config.DRAIN_SECONDS * 1_000), (config.DRAIN_SECONDS + 15) * 1_000);

  const address = publicUrlOf(config, port);
  log.info({ address, version: platform.version, sipPort: telephony.sip.port }, "The server is ready");
  return {
    address,
    sipPort: telephony.sip.port,
    lines: await readyLines({ platform, accounts, engines, agents, telephony }, port),
    showCodes: (print) => accounts.codes.seed(print),
    setupLink: accounts.access.setupLink,
    models: engines.models,
    stop: () => closing.closeAll((name, error) => log.error({ err: error, part: name }, "A part did not end well")),
  };
}
