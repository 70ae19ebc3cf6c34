import {
  CLEAR_LINE,
  createAgentTest,
  deleteAgentTest,
  listAgentTestRuns,
  listAgentTests,
  MOST_AGENT_TESTS,
  readAgentTestRun,
  replaceAgentTest,
  runAgentTests,
  type AgentTest,
  type AgentTestRun,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Agents } from "../documents/agents.ts";
import { neededRun, stateOf } from "./publish-gate.ts";
import type { RunTests } from "./run-tests.ts";
import type { AgentTestRow, AgentTestStore } from "./store.ts";
import type { AgentTestRunRow } from "./runs/store.ts";
import type { AgentRef } from "./agent-ref.ts";

export interface AgentTestRoutesParts {
  store: AgentTestStore;
  runs: RunTests;
  /** Refuses with "agent.not_found". */
  agents: Pick<Agents, "read" | "restoreSecrets" | "fingerprint">;
  audit: Pick<Audit, "act">;
}

const BURST = 10;
const REFILL_MS = 6_000;

export function agentTestRoutes(app: Http, parts: AgentTestRoutesParts): void {
  const { store, runs, agents, audit } = parts;
  const of = async (workspaceId: string, agentId: string): Promise<AgentRef> => {
    const { id } = await agents.read(workspaceId, agentId);
    return { workspaceId, agentId: id };
  };
  serve(app, listAgentTests, async ({ params }, { principal }) => {
    const { workspaceId } = principal;
    const { id, document } = await agents.read(workspaceId, params.agent_id);
    const [rows, judge] = await Promise.all([
      store.tests({ workspaceId, agentId: id }),
      runs.judgeName({ workspaceId, document }),
    ]);
    return { data: rows.map(wireTest), judge };
  });
  serve(app, createAgentTest, async ({ params, body }, { principal }) => {
    const owner = await of(principal.workspaceId, params.agent_id);
    if ((await store.count(owner)) >= MOST_AGENT_TESTS) throw refuse("agent_test.too_many");
    return audit.act(principal, async (write) => {
      const row = await store.add(owner, body);
      await write({ act: "agent_test.created", subject: body.name });
      return wireTest(row);
    });
  });
  serve(app, replaceAgentTest, async ({ params, body }, { principal }) => {
    const owner = await of(principal.workspaceId, params.agent_id);
    return audit.act(principal, async (write) => {
      const row = await store.change(owner, params.test_id, body);
      if (!row) throw refuse("agent_test.not_found");
      await write({ act: "agent_test.changed", subject: body.name });
      return wireTest(row);
    });
  });
  serve(app, deleteAgentTest, async ({ params }, { principal }) => {
    const owner = await of(principal.workspaceId, params.agent_id);
    await audit.act(principal, async (write) => {
      const name = await store.remove(owner, params.test_id);
      if (name === undefined) throw refuse("agent_test.not_found");
      await write({ act: "agent_test.deleted", subject: name });
    });
    return { success: true as const };
  });
  runRoutes(app, parts, of);
}

function runRoutes(
  app: Http,
  { store, runs, agents }: AgentTestRoutesParts,
  of: (workspaceId: string, agentId: string) => Promise<AgentRef>,
): void {
  const limit = createRateLimit({ burst: BURST, refillMs: REFILL_MS, nowMs: () => performance.now() });
  serve(app, runAgentTests, async ({ params, body }, { principal: { workspaceId } }) => {
    const agent = await agents.read(workspaceId, params.agent_id);
    const tests = await store.tests({ workspaceId, agentId: agent.id }, body.tests);
    if (tests.length === 0) throw refuse("agent_test.none");
    limit.take(workspaceId);
    const unsaved = body.document && (await agents.restoreSecrets(workspaceId, body.document));
    const { id, document: saved } = agent;
    const tried = body.draft ? await agents.read(workspaceId, id, { isDraft: true }) : agent;
    const document = unsaved ?? tried.document;
    const version = unsaved || tried.isDraft ? null : agent.version;
    const tested = { id, workspaceId, document, saved, version, fingerprint: agents.fingerprint(document) };
    return wireRun(await runs.start(tested, tests, { byVoice: body.by === "voice", connectedStt: body.connected_stt }));
  });
  serve(app, listAgentTestRuns, async ({ params }, { principal }) => {
    const rows = await store.runs(await of(principal.workspaceId, params.agent_id));
    return { data: rows.map(wireRun) };
  });
  serve(app, readAgentTestRun, async ({ params }, { principal }) => {
    const row = await store.run(await of(principal.workspaceId, params.agent_id), params.test_run_id);
    if (!row) throw refuse("agent_test.run_not_found");
    return { ...wireRun(row), results: row.results };
  });
}

/** What must pass before the draft is published and has not: all in writing, then those that need it by voice. */
export async function testDraft(
  { workspaceId, id: agentId }: { workspaceId: string; id: string },
  { store, runs, agents }: Pick<AgentTestRoutesParts, "store" | "runs" | "agents">,
): Promise<string> {
  const saved = await agents.read(workspaceId, agentId);
  const { document } = await agents.read(workspaceId, agentId, { isDraft: true });
  const fingerprint = agents.fingerprint(document);
  const tested = { id: agentId, workspaceId, document, saved: saved.document, version: null, fingerprint };
  const needed = await neededRun(store, { workspaceId, agentId }, fingerprint);
  const run = await runs.start(tested, needed.tests, { byVoice: needed.byVoice, connectedStt: false });
  return run.id;
}

function wireTest({ id, draft, last, createdAt, updatedAt }: AgentTestRow): AgentTest {
  return {
    id,
    ...draft,
    persona: draft.persona ?? null,
    line: draft.line ?? CLEAR_LINE,
    needs_voice: draft.needs_voice ?? false,
    execution_id: draft.execution_id ?? null,
    last,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function wireRun(row: Omit<AgentTestRunRow, "results">): AgentTestRun {
  return {
    id: row.id,
    state: stateOf(row),
    version: row.version,
    model: row.model,
    voice: row.voice,
    tests: row.tests,
    passed: row.passed,
    failed: row.failed,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
