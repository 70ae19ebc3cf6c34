/** All the SQL of a workspace's credit: a ledger that is only added to, and its sum, which the database keeps in the same transaction. */
import { randomUUID } from "node:crypto";
import type { CreditEntry, CreditFilter, CreditTotals, Currency } from "@ongea/contract";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, pageFrom, cursorOf, type PageOf } from "../../platform/database/keyset.ts";
import { negate, toMinor, type Money } from "../../platform/money/money.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { creditEntries } from "./tables.ts";

export interface NewCredit {
  kind: CreditEntry["kind"];
  /** In the workspace's currency; negative: spent. */
  amount: Money;
  note: string;
  /** Told twice with the same subject, it counts once. */
  subject?: string;
}

export interface Credits {
  /** The workspace's. */
  currency(db: Db, workspaceId: string): Promise<Currency>;
  /** As part of a transaction. Returns whether it was new. */
  add(db: Db, workspaceId: string, credit: NewCredit): Promise<boolean>;
  /** The same of several; returns those that were new. */
  addAll<One extends NewCredit>(db: Db, workspaceId: string, credits: readonly One[]): Promise<One[]>;
  /** As a transaction sees it; millionths of the currency's unit. */
  left(db: Db, workspaceId: string): Promise<bigint>;
  balance(workspaceId: string): Promise<{ currency: Currency; amount_minor: number }>;
  /** Newest first. */
  list(workspaceId: string, asked: CreditFilter & { cursor?: string | undefined; limit: number }): Promise<PageOf<CreditEntry>>;
  totals(workspaceId: string, period: Pick<CreditFilter, "from" | "to">): Promise<CreditTotals>;
  /** In millionths of the currency's unit. */
  spentOn(workspaceId: string, kind: CreditEntry["kind"]): Promise<bigint>;
  /** By calls and numbers since midnight (UTC), in hundredths of the currency's unit. */
  spentToday(workspaceId: string): Promise<number>;
  /** One entry takes the balance to zero, in the transaction around it. */
  clear(workspaceId: string, note: string): Promise<void>;
  /** Something was ever added or spent: the currency can no longer be changed. */
  used(workspaceId: string): Promise<boolean>;
}

type CurrencyOf = (db: Db, workspaceId: string) => Promise<Currency | undefined>;

/** `currencyOf`: the workspace's; it takes part in a transaction that may see the workspace. */
export function createCredits(tenancy: Tenancy, currencyOf: CurrencyOf): Credits {
  async function addAll<One extends NewCredit>(db: Db, workspaceId: string, credits: readonly One[]): Promise<One[]> {
    const given = credits.filter(({ amount }) => amount.micros !== 0n).map((credit) => ({ credit, id: randomUUID() }));
    const currency = given.length === 0 ? undefined : await currencyOf(db, workspaceId);
    if (currency === undefined) return [];
    for (const { credit } of given)
      if (credit.amount.currency !== currency) throw new Error(`${credit.amount.currency} on a balance in ${currency}`);
    const values = given.map(
      ({ id, credit: { kind, amount, note, subject } }) =>
        sql`(${id}, ${workspaceId}, ${kind}, ${amount.micros}, ${currency}, ${note}, ${subject ?? null})`,
    );
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into credit_entries (id, workspace_id, kind, amount_micros, currency, note, subject)
      values ${sql.join(values, sql`, `)}
      on conflict (workspace_id, kind, subject) do nothing returning id`);
    const stored = new Set(rows.map(({ id }) => id));
    return given.filter(({ id }) => stored.has(id)).map(({ credit }) => credit);
  }

  return {
    currency: async (db, workspaceId) => (await currencyOf(db, workspaceId)) ?? "USD",
    add: async (db, workspaceId, credit) => (await addAll(db, workspaceId, [credit])).length > 0,
    addAll,
    async left(db, workspaceId) {
      const { rows } = await db.execute<{ amount_micros: string }>(
        sql`select amount_micros from credit_balances where workspace_id = ${workspaceId}`,
      );
      return BigInt(rows[0]?.amount_micros ?? 0);
    },
    async balance(workspaceId) {
      const db = tenancy.of(workspaceId);
      const currency = await currencyOf(db, workspaceId);
      if (currency === undefined) throw new Error("A balance of no workspace was asked for");
      return { currency, amount_minor: toMinor({ micros: await this.left(db, workspaceId) }) };
    },
    async totals(workspaceId, period) {
      const currency = await this.currency(tenancy.of(workspaceId), workspaceId);
      return { currency, ...(await totalsOf(tenancy, workspaceId, period)) };
    },
    ...createReadings(tenancy),
    async clear(workspaceId, note) {
      const db = tenancy.of(workspaceId);
      const left = { currency: await this.currency(db, workspaceId), micros: await this.left(db, workspaceId) };
      await addAll(db, workspaceId, [{ kind: "corrected", amount: negate(left), note }]);
    },
  };
}

function createReadings(tenancy: Tenancy): Pick<Credits, "list" | "spentOn" | "spentToday" | "used"> {
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
async function totalsOf(
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

/** One that is made, not spent: of a demo workspace. */
export interface SeededCredit {
  id: string;
  at: string;
  kind: CreditEntry["kind"];
  amount_micros: number;
  note: string;
  subject: string | null;
}

/** Many at a time. */
export async function addSeededCredits(
  db: Db,
  workspaceId: string,
  currency: Currency,
  credits: readonly SeededCredit[],
): Promise<void> {
  await db.execute(sql`
    insert into credit_entries (id, workspace_id, at, kind, amount_micros, currency, note, subject)
    select id, ${workspaceId}, at, kind, amount_micros, ${currency}, note, subject
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as row (id uuid, at timestamptz, kind text,
      amount_micros bigint, note text, subject text)`);
}
