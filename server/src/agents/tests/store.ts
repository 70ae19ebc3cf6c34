/** All the SQL of an agent's tests and of their runs. */
import { MOST_TEST_RUNS, type AgentTestDraft, type AgentTestResult } from "@ongea/contract";
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { agentTestRuns, agentTests } from "./tables.ts";

export type AgentTestRow = typeof agentTests.$inferSelect;
export type AgentTestRunRow = typeof agentTestRuns.$inferSelect;

export interface AgentRef {
  workspaceId: string;
  agentId: string;
}

export interface TriedSuites {
  fingerprint: string;
  suites: readonly string[];
  byVoice: boolean;
}

export interface AgentTestStore {
  /** The oldest first; these, or all. */
  tests(of: AgentRef, ids?: readonly string[]): Promise<AgentTestRow[]>;
  count(of: AgentRef): Promise<number>;
  add(of: AgentRef, draft: AgentTestDraft): Promise<AgentTestRow>;
  change(of: AgentRef, id: string, draft: AgentTestDraft): Promise<AgentTestRow | undefined>;
  /** How it went, unless it has been written anew since this moment. */
  went(of: AgentRef, result: AgentTestResult, since: Date): Promise<void>;
  /** Its name; undefined where there was none. */
  remove(of: AgentRef, id: string): Promise<string | undefined>;
  /** The newest first, without what was said. */
  runs(of: AgentRef): Promise<Omit<AgentTestRunRow, "results">[]>;
  run(of: AgentRef, id: string): Promise<AgentTestRunRow | undefined>;
  /** Older ones are forgotten. */
  addRun(
    of: AgentRef,
    run: Pick<AgentTestRunRow, "version" | "fingerprint" | "suite" | "model" | "voice" | "tests">,
  ): Promise<AgentTestRunRow>;
  /** The last run, in writing or by voice, of exactly the tests of one of these suites on exactly this document. */
  runOn(of: AgentRef, tried: TriedSuites): Promise<AgentTestRunRow | undefined>;
  changeRun(of: AgentRef, id: string, change: Partial<AgentTestRunRow>): Promise<void>;
}

export function createAgentTestStore(tenancy: Tenancy): AgentTestStore {
  return { ...testStore(tenancy), ...runStore(tenancy) };
}

function testStore(tenancy: Tenancy): Pick<AgentTestStore, "tests" | "count" | "add" | "change" | "went" | "remove"> {
  const ofAgent = ({ workspaceId, agentId }: AgentRef) =>
    and(eq(agentTests.workspaceId, workspaceId), eq(agentTests.agentId, agentId));
  const one = (of: AgentRef, id: string) => and(ofAgent(of), eq(agentTests.id, id));
  return {
    tests: (of, ids) =>
      tenancy
        .of(of.workspaceId)
        .select()
        .from(agentTests)
        .where(and(ofAgent(of), ids && inArray(agentTests.id, [...ids])))
        .orderBy(asc(agentTests.createdAt), asc(agentTests.id)),
    async count(of) {
      const [row] = await tenancy.of(of.workspaceId).select({ all: count() }).from(agentTests).where(ofAgent(of));
      return row?.all ?? 0;
    },
    async add(of, draft) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .insert(agentTests)
        .values({ ...of, draft })
        .returning();
      if (!row) throw new Error("A test was added and is not there");
      return row;
    },
    async change(of, id, draft) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .update(agentTests)
        .set({ draft, last: null, updatedAt: sql<Date>`now()` })
        .where(one(of, id))
        .returning();
      return row;
    },
    async went(of, last, since) {
      // The database counts microseconds.
      const isSame = and(one(of, last.test_id), lte(sql`date_trunc('milliseconds', ${agentTests.updatedAt})`, since));
      await tenancy.of(of.workspaceId).update(agentTests).set({ last }).where(isSame);
    },
    async remove(of, id) {
      const [gone] = await tenancy
        .of(of.workspaceId)
        .delete(agentTests)
        .where(one(of, id))
        .returning({ draft: agentTests.draft });
      return gone?.draft.name;
    },
  };
}

function runStore(tenancy: Tenancy): Pick<AgentTestStore, "runs" | "run" | "runOn" | "addRun" | "changeRun"> {
  const ofAgent = ({ workspaceId, agentId }: AgentRef) =>
    and(eq(agentTestRuns.workspaceId, workspaceId), eq(agentTestRuns.agentId, agentId));
  const { results: _results, ...summary } = getTableColumns(agentTestRuns);
  return {
    runs: (of) =>
      tenancy
        .of(of.workspaceId)
        .select(summary)
        .from(agentTestRuns)
        .where(ofAgent(of))
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(MOST_TEST_RUNS),
    async run(of, id) {
      const found = and(ofAgent(of), eq(agentTestRuns.id, id));
      const [row] = await tenancy.of(of.workspaceId).select().from(agentTestRuns).where(found);
      return row;
    },
    async runOn(of, { fingerprint, suites, byVoice }) {
      const [row] = await tenancy
        .of(of.workspaceId)
        .select()
        .from(agentTestRuns)
        .where(
          and(
            ofAgent(of),
            eq(agentTestRuns.fingerprint, fingerprint),
            inArray(agentTestRuns.suite, [...suites]),
            byVoice ? isNotNull(agentTestRuns.voice) : isNull(agentTestRuns.voice),
          ),
        )
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(1);
      return row;
    },
    async addRun(of, run) {
      const db = tenancy.of(of.workspaceId);
      const [row] = await db
        .insert(agentTestRuns)
        .values({ ...of, ...run, state: "running", results: [] })
        .returning();
      if (!row) throw new Error("A run was added and is not there");
      const kept = db
        .select({ id: agentTestRuns.id })
        .from(agentTestRuns)
        .where(ofAgent(of))
        .orderBy(desc(agentTestRuns.startedAt))
        .limit(MOST_TEST_RUNS);
      await db.delete(agentTestRuns).where(and(ofAgent(of), notInArray(agentTestRuns.id, kept)));
      return row;
    },
    async changeRun(of, id, change) {
      await tenancy
        .of(of.workspaceId)
        .update(agentTestRuns)
        .set({ ...change, beatAt: sql<Date>`now()` })
        .where(and(ofAgent(of), eq(agentTestRuns.id, id)));
    },
  };
}

/** The newest last; none of them was run. */
export async function addSeededTests(
  db: Db,
  workspaceId: string,
  made: readonly { agentId: string; draft: AgentTestDraft; createdAt: Date }[],
): Promise<void> {
  await db.insert(agentTests).values(made.map((one) => ({ ...one, workspaceId, updatedAt: one.createdAt })));
}
