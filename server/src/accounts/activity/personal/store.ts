/** All the SQL of what the activity log tells of one person. */
import { sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, onePage } from "../../../platform/database/values.ts";

interface Known {
  workspaceId: string;
  phones: readonly string[];
}

export function createPersonalActivity(tenancy: Tenancy) {
  const theirs = ({ workspaceId, phones }: Known, callIds: readonly string[]): SQL => sql`workspace_id = ${workspaceId}
    and (details ->> 'number' in ${among(phones)}
      or (subject ->> 'kind' = 'call' and subject ->> 'id' in ${among(callIds)}))`;
  return {
    read: (person: Known, callIds: readonly string[]) => ({
      activity: onePage(() =>
        tenancy.of(person.workspaceId).execute<{ row: Record<string, unknown> }>(sql`
          select to_jsonb(one) - 'readers' as row from happenings one where ${theirs(person, callIds)}`),
      ),
    }),
    async erase(person: Known, callIds: readonly string[]) {
      const { rowCount } = await tenancy.of(person.workspaceId).execute(sql`
        delete from happenings where ${theirs(person, callIds)}`);
      return { activity: rowCount ?? 0 };
    },
  };
}
