/**
 * An agent that needs passing tests goes live only after a whole run of them has passed in writing on exactly its document, and by voice
 * those that need it.
 */
import { createHash } from "node:crypto";
import { refuse } from "../../platform/http/refuse.ts";
import type { PublishGate } from "../documents/saving.ts";
import { LONGEST_SPOKEN_MS, MOST_JUDGING_MS } from "./play-test.ts";
import type { AgentTestRow, AgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";
import type { AgentRef } from "./agent-ref.ts";

type Store = Pick<AgentTestStore, "tests" | "runOn">;

interface NeededRun {
  tests: readonly AgentTestRow[];
  byVoice: boolean;
  /** The last one; undefined: there is none. */
  run: AgentTestRunRow | undefined;
  state: AgentTestRunRow["state"] | undefined;
}

/** No test takes longer. */
const LOST_AFTER_MS = LONGEST_SPOKEN_MS + MOST_JUDGING_MS + 30_000;

export function createPublishGate(store: Store): PublishGate {
  return async ({ workspaceId, id: agentId }, fingerprint) => {
    const { tests, run, state } = await neededRun(store, { workspaceId, agentId }, fingerprint);
    if (tests.length === 0) throw refuse("agent_test.none");
    if (state === "passed") return;
    if (state === "running") {
      const running = refuse("agent.tests_running");
      running.fields = { test_run_id: run?.id };
      throw running;
    }
    if (state !== "failed") throw refuse("agent.tests_needed");
    const failed = refuse("agent.tests_failed");
    failed.fields = { test_run_id: run?.id, failed_tests: failuresOf(run, tests).map(({ name }) => name) };
    throw failed;
  };
}

/** The first that has not passed, or the last one. */
export async function neededRun(store: Store, of: AgentRef, fingerprint: string): Promise<NeededRun> {
  const all = await store.tests(of);
  const spoken = all.filter(({ draft }) => draft.needs_voice);
  const ran = async (tests: readonly AgentTestRow[], byVoice: boolean): Promise<NeededRun> => {
    // A run by voice of all tests has played those that need it, too.
    const suites = byVoice ? [suiteOf(tests), suiteOf(all)] : [suiteOf(tests)];
    const run = await store.runOn(of, { fingerprint, suites, byVoice });
    const ended = run && stateOf(run);
    return { tests, byVoice, run, state: ended === "failed" && failuresOf(run, tests).length === 0 ? "passed" : ended };
  };
  const written = await ran(all, false);
  return written.state === "passed" && spoken.length > 0 ? ran(spoken, true) : written;
}

function failuresOf(run: AgentTestRunRow | undefined, tests: readonly AgentTestRow[]): AgentTestRunRow["results"] {
  const ids = new Set(tests.map(({ id }) => id));
  return run?.results.filter(({ passed, test_id }) => !passed && ids.has(test_id)) ?? [];
}

/** A run whose server has stopped in the middle of it runs no more. */
export function stateOf({ state, beatAt }: Pick<AgentTestRunRow, "state" | "beatAt">): AgentTestRunRow["state"] {
  return state === "running" && Date.now() - beatAt.getTime() > LOST_AFTER_MS ? "interrupted" : state;
}

/** Of these tests as they are written now. */
export function suiteOf(tests: readonly Pick<AgentTestRow, "id" | "updatedAt">[]): string {
  const parts = tests.map(({ id, updatedAt }) => `${id} ${updatedAt.toISOString()}`).toSorted();
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}
