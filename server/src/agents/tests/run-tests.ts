/** Runs an agent's tests, a few at a time, and keeps how each went. A workspace runs one at once. */
import { randomUUID } from "node:crypto";
import type { AgentDocument, AgentTestResult } from "@ongea/contract";
import { withKnowledge, WRITTEN_WAIT_MS, withOptOut, withRoutes, type LanguageModel, type Plan } from "@ongea/conversation";
import { createLanguageModel, type LanguageModelSettings } from "@ongea/providers";
import { retrieverBy } from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { pause } from "../../platform/async/pause.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { systemClock } from "../../platform/time/system-clock.ts";
import { namedKnowledge } from "../documents/named-knowledge.ts";
import type { Retrieval } from "../../knowledge/index.ts";
import { NO_JUDGE } from "../judging/judging.ts";
import { findKnowledge } from "../plan/knowledge.ts";
import { type LanguageModelParts, languageModelsFor } from "../plan/language-model.ts";
import { planFor, valuesOf, type CallFacts } from "../plan/plan.ts";
import { playTest } from "./play-test.ts";
import { suiteOf } from "./publish-gate.ts";
import type { AgentTestRow, AgentTestRunRow, AgentTestStore, OfAgent } from "./store.ts";
import { createTestTools } from "./test-tools.ts";

export interface RunTestsParts {
  store: AgentTestStore;
  models(): LanguageModelParts;
  retrieval: Retrieval;
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

export interface RunTests {
  /** Refuses with "agent_test.running". The run goes on after it. */
  start(agent: TestedAgent, tests: readonly AgentTestRow[]): Promise<AgentTestRunRow>;
  /** The language model that judges; null: none is connected. */
  judgeName(agent: Pick<TestedAgent, "workspaceId" | "document">): Promise<string | null>;
  /** Ends those that run. */
  stop(): Promise<void>;
}

interface Models {
  llms: readonly LanguageModel[];
  judgeModel: LanguageModel | undefined;
}

/** Of a run; its tests that have not been played by then are not. */
const LONGEST_RUN_MS = 600_000;
/** A language model elsewhere answers several at once; the rules take turns on this thread. */
const AT_ONCE = 4;
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
    async start(agent, tests) {
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
        const of = { workspaceId, agentId };
        const tried = { version, fingerprint: agent.fingerprint ?? null, suite: suiteOf(tests) };
        const run = await store.addRun(of, { ...tried, model: llms[0]?.name ?? "", tests: tests.length });
        void play(agent, tests, { llms, judgeModel, run, signal: abort.signal })
          .catch((error: unknown) => log.error({ error, runId: run.id }, "A run of tests broke"))
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

  async function play(
    agent: TestedAgent,
    tests: readonly AgentTestRow[],
    { run, signal, ...models }: Models & { run: AgentTestRunRow; signal: AbortSignal },
  ): Promise<void> {
    const of = { workspaceId: agent.workspaceId, agentId: agent.id };
    const within = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_RUN_MS)]);
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
    await Promise.all(Array.from({ length: AT_ONCE }, next));
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
    { llms, judgeModel, signal }: Models & { signal: AbortSignal },
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
    return playTest({ test: { ...draft, id }, plan: inWriting(plan), languageModels, tools, judgeModel }, signal);
  }

  /** With what the agent as it is saved answers from: a document that nobody has saved opens no other's knowledge. */
  function knowing(llm: LanguageModel, { id, workspaceId, saved }: TestedAgent): LanguageModel {
    const agent = { id, workspaceId, document: saved };
    if (!parts.retrieval.mayKnow(workspaceId, { id, named: namedKnowledge(agent).named })) return llm;
    const tools = { run: (asked: { arguments: string }) => findKnowledge(asked.arguments, agent, parts.retrieval, () => {}) };
    return withKnowledge(llm, retrieverBy(tools), systemClock, WRITTEN_WAIT_MS);
  }
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
