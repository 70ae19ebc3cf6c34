import { conversationOf } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import type { PersonalData } from "../compliance/index.ts";
import type { Engines } from "../engines/index.ts";
import type { KnowledgeDomain } from "../knowledge/index.ts";
import type { Db } from "../platform/database/db.ts";
import type { Http } from "../platform/http/http.ts";
import { createSeal } from "../platform/secrets/seal.ts";
import type { Platform } from "../platform/platform.ts";
import { createAgents, type Agents as Documents } from "./documents/agents.ts";
import { versionChoiceRoutes } from "./documents/choices/routes.ts";
import { versionSplitRoutes } from "./documents/splits/routes.ts";
import { copyRoutes } from "./documents/copy-routes.ts";
import { agentRoutes, type AgentRoutesParts } from "./documents/routes.ts";
import { agentNames, agentsAfterCalls, countActiveAgents, webhookEventsOf } from "./documents/store.ts";
import { createJudging, type Judging } from "./judging/judging.ts";
import { createMcpServers, type McpServers } from "./mcp-servers/mcp-servers.ts";
import { readOperatorServers, withOperatorServers } from "./mcp-servers/operator-servers.ts";
import { mcpServerRoutes } from "./mcp-servers/routes.ts";
import { createMcpServerStore } from "./mcp-servers/store.ts";
import { createMessages, type Messages } from "./messages/messages.ts";
import { createPersonalTests } from "./tests/personal/store.ts";
import { createPersonalMessages } from "./messages/personal/store.ts";
import { createMessageStore, type MessageStore } from "./messages/store.ts";
import { namedKnowledge } from "./documents/named-knowledge.ts";
import { functionsOf } from "./plan/functions.ts";
import { createKnowledgeOfAgents, type KnowledgeOfAgents } from "./plan/knowledge.ts";
import type { LanguageModelParts } from "./plan/language-model.ts";
import { createPublishGate } from "./tests/publish-gate.ts";
import { createReplays, type Replays } from "./tests/replays.ts";
import { createRunSlots } from "./tests/run-slots.ts";
import { createRunTests } from "./tests/run-tests.ts";
import { agentTestRoutes, testDraft, wireRun } from "./tests/routes.ts";
import { createAgentTestStore } from "./tests/store.ts";
import { answerRoute } from "./trials/answer-route.ts";
import { functionRoute } from "./trials/function-route.ts";
import { promptRoute } from "./trials/prompt-route.ts";
import { dispositionRoutes } from "./outcomes/disposition-routes.ts";
import { extractionRoutes } from "./outcomes/extraction-routes.ts";
import { agentsWithDispositions, createOutcomeStore, type OutcomeStore } from "./outcomes/store.ts";

type KnowledgeOf = Parameters<KnowledgeDomain["routes"]>[1];

export interface AgentsDomain {
  agents: Documents;
  /** The installation is new: the home workspace has just got its agents. */
  isNew: boolean;
  messages: Messages;
  mcp: Pick<McpServers, "run">;
  /** What calls leave there, for whoever takes words of a call away. */
  stores: { messages: MessageStore };
  /** What agents keep of people. */
  personal: readonly PersonalData[];
  dispositions: OutcomeStore["dispositions"];
  knowledge: KnowledgeOfAgents;
  /** What an agent names of the knowledge base; undefined: there is no such agent. */
  knowledgeOf: KnowledgeOf;
  /** Of the agents of the home workspace. */
  languages(): Promise<string[]>;
  /** Of these agents, those about whose calls something is made or asked, and those that want to be told of them. */
  afterCalls(db: Db, workspaceId: string, agentIds: readonly string[]): ReturnType<typeof agentsAfterCalls>;
  /** Of messages, what an agent's webhook receives. */
  webhookEvents(workspaceId: string, agentId: string): ReturnType<typeof webhookEventsOf>;
  judging: Judging;
  replays: Replays;
  names(workspaceId: string, most: number): ReturnType<typeof agentNames>;
  countActive(workspaceId: string): Promise<number>;
  routes(app: Http, numbers: AgentNumbers): void;
}

/** Who answers which number, as telephony knows it. */
export type AgentNumbers = Pick<AgentRoutesParts, "release" | "giveBack"> & { of: AgentRoutesParts["numbersOf"] };

export interface AgentsParts {
  platform: Platform;
  accounts: Accounts;
  engines: Engines;
  knowledge: KnowledgeDomain;
}

export async function openAgents({ platform, accounts, engines, knowledge }: AgentsParts): Promise<AgentsDomain> {
  const { closing, config, database, dataDir, log, secret } = platform;
  const { homeId, audit, activity } = accounts;
  const tests = createAgentTestStore(database);
  const agents = createAgents(database, secret, createPublishGate(tests));
  const isNew = await agents.seed(homeId);
  const outcomes = createOutcomeStore(database);
  const stores = { messages: createMessageStore(database) };
  const happened: Accounts["webhooks"]["happened"] = async (event) => {
    const { workspaceId, agentId } = event;
    // As the transaction around it has changed them.
    if ((await webhookEventsOf(database.of(workspaceId), workspaceId, agentId)).includes(event.event))
      await accounts.webhooks.happened(event);
  };
  const models = (): LanguageModelParts => ({
    connections: engines.connections.providerResolver,
    choices: engines.speech.setup.choices,
    admissions: accounts.admissions,
  });
  const slots = createRunSlots();
  const ofAgents = createKnowledgeOfAgents(knowledge.retrieval);
  const tested = {
    models,
    knowledge: ofAgents,
    callers: engines.spokenCallers,
    timeZone: config.TIME_ZONE,
    country: config.DIAL_COUNTRIES[0] ?? "KE",
    slots,
    log,
  };
  const runs = createRunTests({
    ...tested,
    finished: (of, run) => happened({ ...of, event: "agent_tests.finished", data: { agent_id: of.agentId, run: wireRun(run) } }),
    store: tests,
  });
  closing.add("tests of agents", () => slots.stop());
  const operators = readOperatorServers(dataDir, homeId);
  const mcpStore = withOperatorServers(createMcpServerStore(database), operators);
  const mcp = createMcpServers({
    store: mcpStore,
    seal: createSeal(secret, "mcp-servers"),
    allowed: config.PRIVATE_ADDRESSES,
    operators,
    log,
    nowMs: () => performance.now(),
  });
  closing.add("connections with MCP servers", () => mcp.stop());
  return {
    agents,
    isNew,
    mcp,
    messages: createMessages(stores.messages),
    stores,
    personal: [createPersonalTests(database), createPersonalMessages(database)],
    dispositions: (...of) => outcomes.dispositions(...of),
    knowledge: ofAgents,
    async knowledgeOf(workspaceId, id) {
      const agent = await agents.present(workspaceId, id);
      return agent && { id, named: namedKnowledge(agent).named };
    },
    languages: async () =>
      (await agents.all(homeId)).map(({ document }) => conversationOf(document).tools_config.transcriber.language),
    async afterCalls(db, workspaceId, agentIds) {
      const found = await agentsAfterCalls(db, workspaceId, agentIds);
      const asked = await agentsWithDispositions(db, workspaceId, agentIds);
      return { ...found, tasks: new Set([...found.tasks, ...asked]) };
    },
    replays: createReplays(tested),
    judging: createJudging({ agents, models }),
    webhookEvents: agents.webhookEvents,
    names: (workspaceId, most) => agentNames(database, workspaceId, most),
    countActive: (workspaceId) => countActiveAgents(database, workspaceId),
    routes(app, numbers) {
      const tell: AgentRoutesParts["tell"] = (workspaceId, kind, { id, name }) =>
        activity.tell(workspaceId, { kind, tone: "info", details: { name }, subject: { kind: "agent", id } });
      agentRoutes(app, {
        agents,
        audit,
        live: (workspaceId, { id: agentId, name: agent_name, version }) =>
          happened({ workspaceId, agentId, event: "agent.published", data: { agent_id: agentId, agent_name, version } }),
        testDraft: (key) => testDraft(key, { store: tests, runs, agents }),
        numbersOf: (workspaceId) => numbers.of(workspaceId),
        release: (workspaceId, agentId) => numbers.release(workspaceId, agentId),
        giveBack: (workspaceId, agentId) => numbers.giveBack(workspaceId, agentId),
        tell,
      });
      copyRoutes(app, { agents, audit, membershipsOf: (userId) => accounts.members.of(userId), tell });
      functionRoute(app, functionsOf(config), agents);
      answerRoute(app, { ...tested, agents });
      promptRoute(app, { ...models(), prices: engines.prices }, () => performance.now());
      versionSplitRoutes(app, { splits: agents.splits, audit });
      versionChoiceRoutes(app, { choices: agents.choices, audit });
      const readAgent = (workspaceId: string, agentId: string): ReturnType<Documents["read"]> =>
        agents.read(workspaceId, agentId);
      dispositionRoutes(app, { store: outcomes, audit, readAgent });
      extractionRoutes(app, outcomes, audit);
      mcpServerRoutes(app, { store: mcpStore, servers: mcp, audit });
      agentTestRoutes(app, { store: tests, runs, agents, audit });
    },
  };
}
