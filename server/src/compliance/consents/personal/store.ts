/** The SQL of one person's consents. */
import { sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among, pagesById, pagesByValue } from "../../../platform/database/values.ts";

export interface ConsentsOfPeople {
  /** All rows of these numbers, as they are stored. */
  readOf(workspaceId: string, numbers: readonly string[]): AsyncIterable<readonly Record<string, unknown>[]>;
  /** Returns how many are gone. */
  forget(workspaceId: string, numbers: readonly string[]): Promise<number>;
  /** Every number that has consents, a page at a time. */
  numbers(workspaceId: string): AsyncIterable<readonly string[]>;
}

const PAGE = 1_000;

export function personal(tenancy: Tenancy): ConsentsOfPeople {
  return {
    readOf: (workspaceId, numbers) =>
      pagesById((after) =>
        tenancy.of(workspaceId).execute<{ id: string; row: Record<string, unknown> }>(sql`
          select id, to_jsonb(one) as row from consents one
          where workspace_id = ${workspaceId} and number in ${among(numbers)} and id > ${after}::uuid order by id limit ${PAGE}`),
      ),
    async forget(workspaceId, numbers) {
      const { rowCount } = await tenancy.of(workspaceId).execute(sql`
        delete from consents where workspace_id = ${workspaceId} and number in ${among(numbers)}`);
      return rowCount ?? 0;
    },
    numbers: (workspaceId) =>
      pagesByValue((after) =>
        tenancy.of(workspaceId).execute<{ value: string }>(sql`
          select distinct number as value from consents where workspace_id = ${workspaceId} and number > ${after}
          order by 1 limit ${PAGE}`),
      ),
  };
}
