/** Runs an agent's tests, a few at a time, and keeps how each went. A workspace runs one at once. */
import { randomUUID } from "node:crypto";
import { type AgentTestDraft, type AgentTestResult, CLEAR_LINE } from "@ongea/contract";
import { timeLimit, createLanguageModel } from "@ongea/providers";
import type { SpokenCaller, SpokenCallers, SpokenConversation } from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import { languageModelFor, UNFIT_AFTERWARDS } from "../plan/language-model.ts";
import { valuesOf } from "../plan/plan.ts";
import { playTest, type TestPlay } from "./play-test.ts";
import { suiteOf } from "./publish-gate.ts";
import type { RunSlots } from "./run-slots.ts";
import type { AgentTestRow, AgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";
import type { AgentRef } from "./agent-ref.ts";
import { createTestTools } from "./test-tools.ts";
import {
  conversing,
  hearingPreferences,
  modelsFor,
  type TestedAgent,
  type TestedAgentParts,
  type TestedModels,
} from "./tested-agent.ts";

export interface RunTestsParts extends TestedAgentParts {
  store: AgentTestStore;
  slots: Pick<RunSlots, "take">;
  callers: Pick<SpokenCallers, "choose" | "use">;
  log: Log;
  /** A run is over. */
  finished?(of: AgentRef, run: AgentTestRunRow): Promise<void>;
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
}

interface Playing extends TestedModels {
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
export function createRunTests(parts: RunTestsParts): RunTests {
  const { store, log } = parts;
  return {
    async start(agent, tests, how = { byVoice: false, connectedStt: false }) {
      const { workspaceId, id: agentId, version } = agent;
      const slot = parts.slots.take(workspaceId);
      try {
        const { llms, judgeModel } = await modelsFor(agent, parts);
        const chosen = how.byVoice ? parts.callers.choose(await hearingPreferences(agent, parts, how.connectedStt)) : undefined;
        const of = { workspaceId, agentId };
        const tried = { version, fingerprint: agent.fingerprint ?? null, suite: suiteOf(tests) };
        const run = await store.addRun(of, {
          ...tried,
          model: llms[0]?.name ?? "",
          voice: chosen ? { caller: chosen.voice, stt: chosen.sttName } : null,
          tests: tests.length,
        });
        const playing = { llms, judgeModel, run, signal: slot.signal };
        const played = chosen
          ? parts.callers.use(chosen, (caller) => play(agent, tests, { ...playing, caller }))
          : play(agent, tests, { ...playing, caller: undefined });
        void played
          .catch(async (error: unknown) => {
            log.error({ error, runId: run.id }, "A run of tests broke");
            await store.changeRun(of, run.id, { state: "interrupted", endedAt: new Date() });
          })
          .catch((error: unknown) => log.error({ error, runId: run.id }, "A run of tests that broke was not ended"))
          .finally(slot.over);
        return run;
      } catch (error) {
        slot.over();
        throw error;
      }
    },
    async judgeName(agent) {
      const settings = await languageModelFor(parts.models(), agent, UNFIT_AFTERWARDS);
      return settings ? createLanguageModel(settings, {}).name : null;
    },
  };

  async function play(
    agent: TestedAgent,
    tests: readonly AgentTestRow[],
    { run, signal, ...models }: Playing & { run: AgentTestRunRow },
  ): Promise<void> {
    const of = { workspaceId: agent.workspaceId, agentId: agent.id };
    const within = timeLimit(models.caller ? LONGEST_SPOKEN_RUN_MS : LONGEST_RUN_MS, signal);
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
    const { plan, languageModels, facts } = conversing(
      agent,
      {
        llms,
        callId: randomUUID(),
        direction: "inbound",
        fromNumber: draft.caller_number || undefined,
        userData: {},
        startedAt: new Date(),
      },
      parts,
    );
    const tools = createTestTools({
      agent,
      replies: draft.replies,
      callerNumber: draft.caller_number,
      values: valuesOf(facts),
    });
    const spoken = caller?.begin({ language: plan.language, keywords: plan.keywords });
    const hear = spoken && hearingOf(draft, spoken, signal);
    const play = { test: { ...draft, id }, plan, languageModels, tools, hear, judgeModel };
    return playTest(play, signal).finally(() => spoken?.close());
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
