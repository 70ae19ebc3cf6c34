/** All the SQL of tests that were made from calls with one person, and of the runs in which they were played. */
import { sql } from "drizzle-orm";
import type { PersonalData } from "../../../compliance/index.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, onePage } from "../../../platform/database/values.ts";

export function createPersonalTests(tenancy: Tenancy): PersonalData {
  return {
    read: ({ workspaceId }, callIds) => ({
      agent_tests: onePage(() =>
        tenancy.of(workspaceId).execute<{ row: Record<string, unknown> }>(sql`
          select to_jsonb(one) as row from agent_tests one
          where workspace_id = ${workspaceId} and draft ->> 'execution_id' in ${among(callIds)}`),
      ),
    }),
    async erase({ workspaceId }, callIds) {
      const { rows } = await tenancy.of(workspaceId).execute<{ tests: number; runs: number }>(sql`
        with gone as (
          delete from agent_tests where workspace_id = ${workspaceId} and draft ->> 'execution_id' in ${among(callIds)} returning id
        ), played as (
          delete from agent_test_runs run using gone
          where run.workspace_id = ${workspaceId} and run.results @> jsonb_build_array(jsonb_build_object('test_id', gone.id))
          returning run.id
        )
        select (select count(*)::int from gone) as tests, (select count(*)::int from played) as runs`);
      return { agent_tests: rows[0]?.tests ?? 0, agent_test_runs: rows[0]?.runs ?? 0 };
    },
  };
}
