/** An agent that needs passing tests goes live only after a whole run of them has passed on exactly its document. */
import { createHash } from "node:crypto";
import { refuse } from "../../platform/http/refuse.ts";
import type { PublishGate } from "../documents/saving.ts";
import { LONGEST_SPOKEN_MS, MOST_JUDGING_MS } from "./play-test.ts";
import type { AgentTestRow, AgentTestRunRow, AgentTestStore } from "./store.ts";

/** No test takes longer. */
const LOST_AFTER_MS = LONGEST_SPOKEN_MS + MOST_JUDGING_MS + 30_000;

export function createPublishGate(store: Pick<AgentTestStore, "tests" | "runOn">): PublishGate {
  return async ({ workspaceId, id: agentId }, fingerprint) => {
    const of = { workspaceId, agentId };
    const tests = await store.tests(of);
    if (tests.length === 0) throw refuse("agent_test.none");
    const run = await store.runOn(of, { fingerprint, suite: suiteOf(tests) });
    const state = run && stateOf(run);
    if (state === "passed") return;
    if (state === "running") {
      const running = refuse("agent.tests_running");
      running.fields = { test_run_id: run?.id };
      throw running;
    }
    if (state !== "failed") throw refuse("agent.tests_needed");
    const failed = refuse("agent.tests_failed");
    const names = run?.results.filter(({ passed }) => !passed).map(({ name }) => name);
    failed.fields = { test_run_id: run?.id, failed_tests: names };
    throw failed;
  };
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
