/** All the SQL of a workspace's credit: a ledger that is only added to, and its sum, which the database keeps in the same transaction. */
import { randomUUID } from "node:crypto";
import type { CreditEntry, CreditFilter, CreditTotals, Currency } from "@ongea/contract";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { negate, toMinor, type Money } from "../../platform/money/money.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { type CreditReadings, createReadings, totalsOf } from "./readings/store.ts";

export interface NewCredit {
  kind: CreditEntry["kind"];
  /** In the workspace's currency; negative: spent. */
  amount: Money;
  note: string;
  /** Told twice with the same subject, it counts once. */
  subject?: string;
}

export interface Credits extends CreditReadings {
  /** The workspace's. */
  currency(db: Db, workspaceId: string): Promise<Currency>;
  /** As part of a transaction. Returns whether it was new. */
  add(db: Db, workspaceId: string, credit: NewCredit): Promise<boolean>;
  /** The same of several; returns those that were new. */
  addAll<One extends NewCredit>(db: Db, workspaceId: string, credits: readonly One[]): Promise<One[]>;
  /** As a transaction sees it; millionths of the currency's unit. */
  left(db: Db, workspaceId: string): Promise<bigint>;
  balance(workspaceId: string): Promise<{ currency: Currency; amount_minor: number }>;
  totals(workspaceId: string, period: Pick<CreditFilter, "from" | "to">): Promise<CreditTotals>;
  /** One entry takes the balance to zero, in the transaction around it. */
  clear(workspaceId: string, note: string): Promise<void>;
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
