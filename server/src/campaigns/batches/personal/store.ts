/** All the SQL of one person in the files of batches. */
import type { ContactIdentity } from "@ongea/contract";
import { sql, type SQL } from "drizzle-orm";
import type { Person, PersonalData } from "../../../compliance/index.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, onePage, pagesByValue } from "../../../platform/database/values.ts";
import { refuse } from "../../../platform/http/refuse.ts";

const PEOPLE = 10_000;

export interface PersonalBatchContacts extends PersonalData {
  /** Of everybody in the files. */
  identities(workspaceId: string): AsyncIterable<ContactIdentity[]>;
}

export function createPersonalBatchContacts(tenancy: Tenancy): PersonalBatchContacts {
  const theirs = ({ workspaceId, phones }: Person, callIds: readonly string[]): SQL => sql`workspace_id = ${workspaceId}
    and (number in ${among(phones)} or execution_id in ${among(callIds, "uuid")})`;
  return {
    read: (person, callIds) => ({
      batch_contacts: onePage(() =>
        tenancy.of(person.workspaceId).execute<{ row: Record<string, unknown> }>(sql`
          select to_jsonb(one) - 'claimed_by' as row from batch_contacts one where ${theirs(person, callIds)}`),
      ),
    }),
    async *identities(workspaceId) {
      const next = (after: string) =>
        tenancy.of(workspaceId).execute<{ value: string }>(sql`
          select distinct number as value from batch_contacts where workspace_id = ${workspaceId} and number > ${after}
          order by 1 limit ${PEOPLE}`);
      for await (const page of pagesByValue(next)) yield page.map((value) => ({ kind: "phone" as const, value }));
    },
    /** The row stays, so that the batch adds up; whoever waited is not called. */
    async erase(person, callIds) {
      const db = tenancy.of(person.workspaceId);
      const { rows } = await db.execute(sql`select from batch_contacts
        where ${theirs(person, callIds)} and state = 'claimed' limit 1`);
      // It is being dialled at this moment.
      if (rows.length > 0) throw refuse("privacy.call_running");
      const { rowCount } = await db.execute(sql`
        update batch_contacts set number = '', variables = '{}', gate = '[]',
          state = case when state in ('waiting', 'following', 'sending') then 'finished' else state end
        where ${theirs(person, callIds)}`);
      return { batch_contacts: rowCount ?? 0 };
    },
  };
}
