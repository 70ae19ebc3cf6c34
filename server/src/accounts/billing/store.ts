/** All the SQL of a workspace's credit: a ledger that is only added to, and its sum, which the database keeps in the same transaction. */
import { randomUUID } from "node:crypto";
import type { CreditEntry, Currency } from "@ongea/contract";
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, pageFrom, cursorOf, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { creditEntries } from "./tables.ts";

export interface NewCredit {
  kind: CreditEntry["kind"];
  /** Negative: spent. Millionths of the currency's unit. */
  amountMicros: bigint;
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
  list(workspaceId: string, asked: { cursor?: string | undefined; limit: number }): Promise<PageOf<CreditEntry>>;
  /** In millionths of the currency's unit. */
  spentOn(workspaceId: string, kind: CreditEntry["kind"]): Promise<bigint>;
  /** By calls and numbers since midnight (UTC), in hundredths of the currency's unit. */
  spentToday(workspaceId: string): Promise<number>;
  /** One entry takes the balance to zero, in the transaction around it. */
  clear(workspaceId: string, note: string): Promise<void>;
  /** Something was ever added or spent: the currency can no longer be changed. */
  used(workspaceId: string): Promise<boolean>;
}

const MICROS_A_MINOR = 10_000;

type CurrencyOf = (db: Db, workspaceId: string) => Promise<Currency | undefined>;

/** `currencyOf`: the workspace's; it takes part in a transaction that may see the workspace. */
export function createCredits(tenancy: Tenancy, currencyOf: CurrencyOf): Credits {
  async function addAll<One extends NewCredit>(db: Db, workspaceId: string, credits: readonly One[]): Promise<One[]> {
    const given = credits.filter(({ amountMicros }) => amountMicros !== 0n).map((credit) => ({ credit, id: randomUUID() }));
    const currency = given.length === 0 ? undefined : await currencyOf(db, workspaceId);
    if (currency === undefined) return [];
    const values = given.map(
      ({ id, credit: { kind, amountMicros, note, subject } }) =>
        sql`(${id}, ${workspaceId}, ${kind}, ${amountMicros}, ${currency}, ${note}, ${subject ?? null})`,
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
      return { currency, amount_minor: minorOf(await this.left(db, workspaceId)) };
    },
    ...createReadings(tenancy),
    async clear(workspaceId, note) {
      const db = tenancy.of(workspaceId);
      await addAll(db, workspaceId, [{ kind: "corrected", amountMicros: -(await this.left(db, workspaceId)), note }]);
    },
  };
}

function createReadings(tenancy: Tenancy): Pick<Credits, "list" | "spentOn" | "spentToday" | "used"> {
  return {
    async list(workspaceId, { cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ row: creditEntries, place: cursorOf(creditEntries.at, creditEntries.id) })
        .from(creditEntries)
        .where(and(eq(creditEntries.workspaceId, workspaceId), afterCursor(cursor, creditEntries.at, creditEntries.id)))
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
      return minorOf(BigInt(row?.spent ?? 0));
    },
    async used(workspaceId) {
      const { rows } = await tenancy
        .of(workspaceId)
        .execute(sql`select 1 from credit_balances where workspace_id = ${workspaceId}`);
      return rows.length > 0;
    },
  };
}

function wire({ id, at, kind, amountMicros, currency, note }: typeof creditEntries.$inferSelect): CreditEntry {
  return { id, at: at.toISOString(), kind, amount_minor: minorOf(amountMicros), currency, note };
}

/** Balances stay far below what a number holds exactly. */
function minorOf(micros: bigint): number {
  return Number(micros) / MICROS_A_MINOR;
}

/** One that is made, not spent: of a demo workspace. */
export interface MadeCredit {
  id: string;
  at: string;
  kind: CreditEntry["kind"];
  amount_micros: number;
  note: string;
  subject: string | null;
}

/** Many at a time. */
export async function addMadeCredits(
  db: Db,
  workspaceId: string,
  currency: Currency,
  credits: readonly MadeCredit[],
): Promise<void> {
  await db.execute(sql`
    insert into credit_entries (id, workspace_id, at, kind, amount_micros, currency, note, subject)
    select id, ${workspaceId}, at, kind, amount_micros, ${currency}, note, subject
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as row (id uuid, at timestamptz, kind text,
      amount_micros bigint, note text, subject text)`);
}
