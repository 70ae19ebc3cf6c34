/** The SQL of consents that are taken back. */
import type { Consent } from "@ongea/contract";
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { among } from "../../../platform/database/values.ts";
import { consents } from "../tables.ts";

export type ConsentRow = typeof consents.$inferSelect;

type WithdrawnBy = NonNullable<Consent["withdrawn_by"]>;

export interface WithdrawnConsents {
  /** Undefined: there is none that stands. */
  withdraw(workspaceId: string, id: string): Promise<ConsentRow | undefined>;
  /** All of these numbers that stand, for these purposes. Returns how many. */
  withdrawAll(
    db: Db,
    workspaceId: string,
    what: { numbers: readonly string[]; purposes: readonly Consent["purpose"][]; by: WithdrawnBy },
  ): Promise<number>;
  /** Those of this number that were given on a messaging channel until then. */
  withdrawPermissions(db: Db, workspaceId: string, which: { number: string; by: WithdrawnBy; givenUpTo: Date }): Promise<void>;
}

export function withdrawing(tenancy: Tenancy): WithdrawnConsents {
  const now = sql<Date>`now()`;
  return {
    async withdraw(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .update(consents)
        .set({ withdrawnAt: now, withdrawnBy: "recorded" })
        .where(and(eq(consents.workspaceId, workspaceId), eq(consents.id, id), isNull(consents.withdrawnAt)))
        .returning();
      return row;
    },
    async withdrawAll(db, workspaceId, { numbers, purposes, by }) {
      if (numbers.length === 0) return 0;
      const gone = await db
        .update(consents)
        .set({ withdrawnAt: now, withdrawnBy: by })
        .where(
          and(
            eq(consents.workspaceId, workspaceId),
            sql`${consents.number} in ${among(numbers)}`,
            inArray(consents.purpose, [...purposes]),
            isNull(consents.withdrawnAt),
          ),
        )
        .returning({ id: consents.id });
      return gone.length;
    },
    async withdrawPermissions(db, workspaceId, { number, by, givenUpTo }) {
      await db
        .update(consents)
        .set({ withdrawnAt: now, withdrawnBy: by })
        .where(
          and(
            eq(consents.workspaceId, workspaceId),
            eq(consents.number, number),
            eq(consents.means, "message"),
            lte(consents.givenAt, givenUpTo),
            isNull(consents.withdrawnAt),
          ),
        );
    },
  };
}
