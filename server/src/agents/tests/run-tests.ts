/** Runs an agent's tests, a few at a time, and keeps how each went. A workspace runs one at once. */
import { randomUUID } from "node:crypto";
import { type AgentDocument, type AgentTestDraft, type AgentTestResult, CLEAR_LINE, conversationOf } from "@ongea/contract";
import { withKnowledge, WRITTEN_WAIT_MS, withOptOut, withRoutes, type LanguageModel, type Plan } from "@ongea/conversation";
import { createLanguageModel, type LanguageModelSettings } from "@ongea/providers";
import {
  type ChosenSpeech,
  retrieverBy,
  type SpokenCaller,
  type SpokenCallers,
  type SpokenConversation,
} from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { pause } from "../../platform/async/pause.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { namedKnowledge } from "../documents/named-knowledge.ts";
import type { Retrieval } from "../../knowledge/index.ts";
import { NO_JUDGE } from "../judging/judging.ts";
import { findKnowledge } from "../plan/knowledge.ts";
import { type LanguageModelParts, languageModelsFor } from "../plan/language-model.ts";
import { planFor, preferencesOf, valuesOf, type CallFacts } from "../plan/plan.ts";
import { playTest, type TestPlay } from "./play-test.ts";
import { suiteOf } from "./publish-gate.ts";
import type { AgentTestRow, AgentTestRunRow, AgentTestStore, OfAgent } from "./store.ts";
import { createTestTools } from "./test-tools.ts";

export interface RunTestsParts {
  store: AgentTestStore;
  models(): LanguageModelParts;
  retrieval: Retrieval;
  callers: Pick<SpokenCallers, "choose" | "use">;
  timeZone: string;
  country?: string | undefined;
  log: Log;
  /** A run is over. */
  finished?(of: OfAgent, run: AgentTestRunRow): Promise<void>;
}

export interface TestedAgent {
  id: string;
  workspaceId: string;
  document: AgentDocument;
  saved: AgentDocument;
  /** Null: the document was not saved. */
  version: number | null;
  /** Of the document. */
  fingerprint?: string | undefined;
}

/** Absent: in writing. */
export interface HowTested {
  byVoice: boolean;
  /** With the STT that the workspace has connected. */
  connectedStt: boolean;
}

export interface RunTests {
  /** Refuses with "agent_test.running", by voice with "agent_test.no_caller_voice" and "agent_test.no_stt". The run goes on after it. */
  start(agent: TestedAgent, tests: readonly AgentTestRow[], how?: HowTested): Promise<AgentTestRunRow>;
  /** The language model that judges; null: none is connected. */
  judgeName(agent: Pick<TestedAgent, "workspaceId" | "document">): Promise<string | null>;
  /** Ends those that run. */
  stop(): Promise<void>;
}

interface Models {
  llms: readonly LanguageModel[];
  judgeModel: LanguageModel | undefined;
}

interface Playing extends Models {
  /** Of a run by voice. */
  caller: SpokenCaller | undefined;
  signal: AbortSignal;
}

/** Of a run; its tests that have not been played by then are not. */
const LONGEST_RUN_MS = 600_000;
const LONGEST_SPOKEN_RUN_MS = 1_800_000;
/** A language model elsewhere answers several at once; the rules take turns on this thread. */
const AT_ONCE = 4;
/** As many as the hosts for tests speak and hear at once. */
const SPOKEN_AT_ONCE = 2;
/** Speech over noise, dB. */
const NOISE_DB = { none: undefined, room: 25, street: 10 } as const;
/** Between the noise and losses of one utterance and the next. */
const SEEDS_APART = 7_919;
/** What a local model needs runs beside the media threads only. */
const UNFIT: ReadonlySet<LanguageModelSettings["use"]> = new Set(["local"]);
/** Of all workspaces on this server: the rules share its main thread with calls that are set up. */
const MOST_RUNS = 2;
/** A model that does not hear that it is to stop holds nobody up longer. */
const STOPS_WITHIN_MS = 5_000;

export function createRunTests(parts: RunTestsParts): RunTests {
  const { store, log } = parts;
  const running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  return {
    async start(agent, tests, how = { byVoice: false, connectedStt: false }) {
      const { workspaceId, id: agentId, version } = agent;
      if (running.has(workspaceId)) throw refuse("agent_test.running");
      if (running.size >= MOST_RUNS) throw refuse("server.busy");
      const abort = new AbortController();
      let finish = (): void => {};
      running.set(workspaceId, { abort, done: new Promise((resolve) => (finish = resolve)) });
      const over = (): void => {
        running.delete(workspaceId);
        finish();
      };
      try {
        const models = await languageModelsFor(parts.models(), agent, UNFIT);
        const llms = models.map((settings) => createLanguageModel(settings, {}));
        const judgeModel = llms.find((_llm, at) => !NO_JUDGE.has(models[at]?.use ?? "guided"));
        const chosen = how.byVoice ? await chosenSpeech(agent, how) : undefined;
        const of = { workspaceId, agentId };
        const tried = { version, fingerprint: agent.fingerprint ?? null, suite: suiteOf(tests) };
        const run = await store.addRun(of, {
          ...tried,
          model: llms[0]?.name ?? "",
          voice: chosen ? { caller: chosen.voice, stt: chosen.sttName } : null,
          tests: tests.length,
        });
        const playing = { llms, judgeModel, run, signal: abort.signal };
        const played = chosen
          ? parts.callers.use(chosen, (caller) => play(agent, tests, { ...playing, caller }))
          : play(agent, tests, { ...playing, caller: undefined });
        void played
          .catch(async (error: unknown) => {
            log.error({ error, runId: run.id }, "A run of tests broke");
            await store.changeRun(of, run.id, { state: "interrupted", endedAt: new Date() });
          })
          .catch((error: unknown) => log.error({ error, runId: run.id }, "A run of tests that broke was not ended"))
          .finally(over);
        return run;
      } catch (error) {
        over();
        throw error;
      }
    },
    async judgeName(agent) {
      const [settings] = await languageModelsFor(parts.models(), agent, NO_JUDGE);
      return settings ? createLanguageModel(settings, {}).name : null;
    },
    async stop() {
      for (const { abort } of running.values()) abort.abort();
      await Promise.race([Promise.all([...running.values()].map(({ done }) => done)), pause(STOPS_WITHIN_MS)]);
    },
  };

  async function chosenSpeech(agent: TestedAgent, { connectedStt }: HowTested): Promise<ChosenSpeech> {
    const { transcriber } = conversationOf(agent.document).tools_config;
    const { recognisers } = connectedStt
      ? await parts.models().connections.lend(agent.workspaceId, agent.document)
      : { recognisers: [] };
    const { voice: agentVoice } = preferencesOf(agent.document);
    return parts.callers.choose({ language: transcriber.language, agentVoice, connected: recognisers });
  }

  async function play(
    agent: TestedAgent,
    tests: readonly AgentTestRow[],
    { run, signal, ...models }: Playing & { run: AgentTestRunRow },
  ): Promise<void> {
    const of = { workspaceId: agent.workspaceId, agentId: agent.id };
    const within = AbortSignal.any([signal, AbortSignal.timeout(models.caller ? LONGEST_SPOKEN_RUN_MS : LONGEST_RUN_MS)]);
    const results: AgentTestResult[] = [];
    const counts = (): Pick<AgentTestRunRow, "passed" | "failed"> => {
      const passed = results.filter((one) => one.passed).length;
      return { passed, failed: results.length - passed };
    };
    const left = [...tests];
    const next = async (): Promise<void> => {
      for (let test = left.shift(); test && !within.aborted; test = left.shift()) {
        const result = await playOne(agent, test, { ...models, signal: within });
        results.push(result);
        await store.went(of, result, test.updatedAt);
        await store.changeRun(of, run.id, counts());
      }
    };
    await Promise.all(Array.from({ length: models.caller ? SPOKEN_AT_ONCE : AT_ONCE }, next));
    const isWhole = results.length === tests.length && !within.aborted;
    const { passed, failed } = counts();
    const state = !isWhole ? "interrupted" : failed === 0 && passed > 0 ? "passed" : "failed";
    await store.changeRun(of, run.id, { passed, failed, state, results: inOrder(results, tests), endedAt: new Date() });
    const over = await store.run(of, run.id);
    if (over) await parts.finished?.(of, over);
  }

  function playOne(
    agent: TestedAgent,
    { id, draft }: AgentTestRow,
    { llms, judgeModel, caller, signal }: Playing,
  ): Promise<AgentTestResult> {
    const facts: CallFacts = {
      callId: randomUUID(),
      agentId: agent.id,
      direction: "inbound",
      fromNumber: draft.caller_number || undefined,
      userData: {},
      startedAt: new Date(),
      timeZone: parts.timeZone,
      country: parts.country,
    };
    const plan = planFor(agent.document, facts);
    const tools = createTestTools({
      agent,
      replies: draft.replies,
      callerNumber: draft.caller_number,
      values: valuesOf(facts),
    });
    const languageModels = llms.map((llm) => withOptOut(withRoutes(knowing(llm, agent), plan.routes ?? [])));
    const spoken = caller?.begin({ language: plan.language, keywords: plan.keywords });
    const hear = spoken && hearingOf(draft, spoken, signal);
    const play = { test: { ...draft, id }, plan: inWriting(plan), languageModels, tools, hear, judgeModel };
    return playTest(play, signal).finally(() => spoken?.close());
  }

  /** With what the agent as it is saved answers from: a document that nobody has saved opens no other's knowledge. */
  function knowing(llm: LanguageModel, { id, workspaceId, saved }: TestedAgent): LanguageModel {
    const agent = { id, workspaceId, document: saved };
    if (!parts.retrieval.mayKnow(workspaceId, { id, named: namedKnowledge(agent).named })) return llm;
    const tools = { run: (asked: { arguments: string }) => findKnowledge(asked.arguments, agent, parts.retrieval, () => {}) };
    return withKnowledge(llm, retrieverBy(tools), systemClock, WRITTEN_WAIT_MS);
  }
}

/** The same noise and losses in each run. */
function hearingOf(
  { line, persona }: AgentTestDraft,
  conversation: SpokenConversation,
  signal: AbortSignal,
): NonNullable<TestPlay["hear"]> {
  const { noise, loss_percent: lossPercent } = line ?? CLEAR_LINE;
  return async (said, { expected, language }, attempt) => {
    const quality = { signalToNoiseDb: NOISE_DB[noise], lossPercent, seed: (attempt + 1) * SEEDS_APART };
    const utterance = { text: said, language: persona?.language ?? language, line: quality };
    return (await conversation.say(utterance, expected, signal)).text.trim();
  };
}

/** Tests are played side by side; they are told in their order. */
function inOrder(results: readonly AgentTestResult[], tests: readonly AgentTestRow[]): AgentTestResult[] {
  return tests.flatMap(({ id }) => results.filter(({ test_id }) => test_id === id));
}

/** Nobody hears the caller, so there is nothing to announce. */
function inWriting(plan: Plan): Plan {
  const { recording: _recording, ...written } = plan;
  return written;
}
