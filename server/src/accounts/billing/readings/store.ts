/** The SQL that reads a ledger. */
import type { CreditEntry, CreditFilter, CreditTotals } from "@ongea/contract";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { afterCursor, pageFrom, cursorOf, type PageOf } from "../../../platform/database/keyset.ts";
import { toMinor } from "../../../platform/money/money.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { creditEntries } from "../tables.ts";

export interface CreditReadings {
  /** Newest first. */
  list(workspaceId: string, asked: CreditFilter & { cursor?: string | undefined; limit: number }): Promise<PageOf<CreditEntry>>;
  /** In millionths of the currency's unit. */
  spentOn(workspaceId: string, kind: CreditEntry["kind"]): Promise<bigint>;
  /** By calls and numbers since midnight (UTC), in hundredths of the currency's unit. */
  spentToday(workspaceId: string): Promise<number>;
  /** Something was ever added or spent: the currency can no longer be changed. */
  used(workspaceId: string): Promise<boolean>;
}

export function createReadings(tenancy: Tenancy): CreditReadings {
  return {
    async list(workspaceId, { cursor, limit, kind, from, to }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: creditEntries, place: cursorOf(creditEntries.at, creditEntries.id) })
        .from(creditEntries)
        .where(
          and(
            eq(creditEntries.workspaceId, workspaceId),
            kind && eq(creditEntries.kind, kind),
            from === undefined ? undefined : sql`${creditEntries.at} >= ${from}::timestamptz`,
            to === undefined ? undefined : sql`${creditEntries.at} < ${to}::timestamptz`,
            afterCursor(cursor, creditEntries.at, creditEntries.id),
          ),
        )
        .orderBy(desc(creditEntries.at), desc(creditEntries.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ row }) => wire(row)), next };
    },
    async spentOn(workspaceId, kind) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ micros: sql<string>`coalesce(-sum(${creditEntries.amountMicros}), 0)` })
        .from(creditEntries)
        .where(and(eq(creditEntries.workspaceId, workspaceId), eq(creditEntries.kind, kind)));
      return BigInt(row?.micros ?? 0);
    },
    async spentToday(workspaceId) {
      const spent = sql<string>`coalesce(-sum(${creditEntries.amountMicros}), 0)`;
      const today = sql`${creditEntries.at} >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;
      const [row] = await tenancy
        .of(workspaceId)
        .select({ spent })
        .from(creditEntries)
        .where(
          and(
            eq(creditEntries.workspaceId, workspaceId),
            sql`${creditEntries.amountMicros} < 0`,
            ne(creditEntries.kind, "corrected"),
            today,
          ),
        );
      return toMinor({ micros: BigInt(row?.spent ?? 0) });
    },
    async used(workspaceId) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute(sql`select 1 from credit_balances where workspace_id = ${workspaceId}`);
      return rows.length > 0;
    },
  };
}

/** One statement: whatever is entered meanwhile, the sums add up. */
export async function totalsOf(
  tenancy: Tenancy,
  workspaceId: string,
  { from, to }: Pick<CreditFilter, "from" | "to">,
): Promise<Omit<CreditTotals, "currency">> {
  const { rows } = await tenancy.of(workspaceId).execute<{
    kind: CreditEntry["kind"];
    entries: number;
    before: string;
    added: string;
    spent: string;
  }>(sql`
    with entered as (
      select kind, amount_micros, at >= ${from ?? "-infinity"}::timestamptz as inside
      from credit_entries where workspace_id = ${workspaceId} and at < ${to ?? "infinity"}::timestamptz
    )
    select kind, count(*) filter (where inside)::integer as entries,
      coalesce(sum(amount_micros) filter (where not inside), 0)::text as before,
      coalesce(sum(amount_micros) filter (where inside and amount_micros > 0), 0)::text as added,
      coalesce(-sum(amount_micros) filter (where inside and amount_micros < 0), 0)::text as spent
    from entered group by kind order by kind`);
  const sum = (name: "before" | "added" | "spent"): bigint => rows.reduce((all, row) => all + BigInt(row[name]), 0n);
  const [before, added, spent] = [sum("before"), sum("added"), sum("spent")];
  const minor = (micros: bigint): number => toMinor({ micros });
  return {
    before_minor: minor(before),
    added_minor: minor(added),
    spent_minor: minor(spent),
    after_minor: minor(before + added - spent),
    kinds: rows
      .filter(({ entries }) => entries > 0)
      .map((row) => ({
        kind: row.kind,
        entries: row.entries,
        amount_minor: minor(BigInt(row.added) - BigInt(row.spent)),
      })),
  };
}

function wire({ id, at, kind, amountMicros, currency, note }: typeof creditEntries.$inferSelect): CreditEntry {
  return { id, at: at.toISOString(), kind, amount_minor: toMinor({ micros: amountMicros }), currency, note };
}
