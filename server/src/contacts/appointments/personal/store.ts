/** All the SQL of appointments of one person. */
import { sql, type SQL } from "drizzle-orm";
import type { Person, PersonalData } from "../../../compliance/index.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, isWrittenLike, onePage } from "../../../platform/database/values.ts";

export function createPersonalAppointments(tenancy: Tenancy): PersonalData {
  const theirs = ({ workspaceId, phones }: Person, callIds: readonly string[]): SQL => sql`workspace_id = ${workspaceId}
    and (call_id in ${among(callIds, "uuid")} or ${isWrittenLike("phone", phones)} or ${isWrittenLike("caller", phones)})`;
  return {
    read: (person, callIds) => ({
      appointments: onePage(() =>
        tenancy.of(person.workspaceId).execute<{ row: Record<string, unknown> }>(sql`
          select to_jsonb(one) as row from appointments one where ${theirs(person, callIds)}`),
      ),
    }),
    async erase(person, callIds) {
      const db = tenancy.of(person.workspaceId);
      const { rowCount } = await db.execute(sql`delete from appointments where ${theirs(person, callIds)}`);
      return { appointments: rowCount ?? 0 };
    },
  };
}
