/** Publishes; where that needs passing tests, waits for the run that the server has begun, and asks again. */
import { type AgentTestRun, publishAgent, readAgentTestRun, Refused } from "@ongea/contract";
import { server } from "../../server.ts";

export type Publication = NonNullable<Parameters<typeof server.call<typeof publishAgent>>[1]>["body"];

interface Waiting {
  /** Of the person who waits: they have gone. */
  signal: AbortSignal;
  progress(run: AgentTestRun): void;
}

const POLL_MS = 700;
/** One in writing and one by voice; each that breaks is begun anew once. */
const MOST_RUNS = 4;

export async function publishWhenTested(agent_id: string, body: Publication, { signal, progress }: Waiting): Promise<number> {
  for (let runs = 0; ; runs++) {
    try {
      return (await server.call(publishAgent, { params: { agent_id }, body })).version;
    } catch (error) {
      const test_run_id = runIn(error);
      if (test_run_id === undefined || runs === MOST_RUNS) throw error;
      await over({ agent_id, test_run_id }, { signal, progress });
    }
  }
}

/** The tests that fail, by name; nothing where another thing was refused. */
export function failedTestsIn(error: unknown): readonly string[] {
  if (!(error instanceof Refused) || error.code !== "agent.tests_failed" || !("failed_tests" in error.body)) return [];
  const { failed_tests: names } = error.body;
  return Array.isArray(names) ? names.filter((one: unknown) => typeof one === "string") : [];
}

function runIn(error: unknown): string | undefined {
  if (!(error instanceof Refused) || error.code !== "agent.tests_running" || !("test_run_id" in error.body)) return undefined;
  const { test_run_id: id } = error.body;
  return typeof id === "string" ? id : undefined;
}

async function over(params: { agent_id: string; test_run_id: string }, { signal, progress }: Waiting): Promise<void> {
  for (;;) {
    const run = await server.call(readAgentTestRun, { params });
    signal.throwIfAborted();
    progress(run);
    if (run.state !== "running") return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}
