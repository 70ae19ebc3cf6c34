/** All the SQL of one person who has written on the public site: to the installation, so that its own workspace alone has it. */
import { sql, type SQL } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, onePage } from "../../../platform/database/values.ts";

interface Known {
  workspaceId: string;
  identities: readonly { kind: string; value: string }[];
}

export function createPersonalLeads({ everywhere }: Pick<Tenancy, "everywhere">, homeId: string) {
  const theirs = ({ workspaceId, identities }: Known): SQL => {
    const emails = identities.flatMap(({ kind, value }) => (kind === "email" ? value : []));
    return sql`${workspaceId} = ${homeId} and lower(email) in ${among(emails)}`;
  };
  return {
    read: (person: Known) => ({
      leads: onePage(() =>
        everywhere.execute<{ row: Record<string, unknown> }>(sql`
          select to_jsonb(one) as row from leads one where ${theirs(person)}`),
      ),
    }),
    async erase(person: Known) {
      // What is no workspace's is out of reach of a workspace's transaction.
      if (person.workspaceId !== homeId) return { leads: 0 };
      const { rowCount } = await everywhere.execute(sql`delete from leads where ${theirs(person)}`);
      return { leads: rowCount ?? 0 };
    },
  };
}
