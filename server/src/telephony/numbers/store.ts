/** All the SQL of telephone numbers. */
import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Carrier, MissedCallSetting } from "@ongea/contract";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { numbers } from "./tables.ts";

export interface RentedNumber {
  number: string;
  agentId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Undefined: the installation's own. */
  rental?: Rental | undefined;
  /** The workspace's own trunk that leads to it; null: another way. */
  trunkId: string | null;
  name: string;
  /** Of a number that the workspace's own account at a telephone company has. */
  account?: AccountNumber | undefined;
  /** Who rings is rejected and answered so; null: the agent answers the call. */
  missedCall: MissedCallSetting | null;
}

export interface AccountNumber {
  carrier: Carrier;
  /** As the company knows it; null: it was asked for, and has not said yes. */
  ref: string | null;
  /** What the company takes a month. */
  price: { amount: string; currency: string } | undefined;
}

export interface Rental {
  carrier: string;
  id: string;
  renewsAt: Date;
}

interface StoredNumber {
  number: string;
  agentId: string | null;
}

export interface AnsweredNumber {
  workspaceId: string;
  agentId: string;
  /** Only who comes by this trunk, or is registered here, reaches it; null: anybody. */
  trunkId: string | null;
  /** The same of the telephone company that it is held at. */
  account: Carrier | null;
  missedCall: MissedCallSetting | null;
}

export interface NumberKey {
  workspaceId: string;
  number: string;
}

/** What is asked of a number however a workspace has it. */
export interface NumberRows {
  find(key: NumberKey): Promise<RentedNumber | undefined>;
  /** Of these, those that somebody has, whoever it is. */
  taken(among: readonly string[]): Promise<ReadonlySet<string>>;
  /** Until the transaction around it is done, nobody else adds a number to this workspace. */
  hold(workspaceId: string): Promise<void>;
}

export interface NumberStore {
  agentAt(number: string): Promise<AnsweredNumber | undefined>;
  /** Those of a workspace that an assistant answers, in order. */
  answered(workspaceId: string): Promise<StoredNumber[]>;
  held(workspaceId: string): Promise<RentedNumber[]>;
  /** Those that a demo workspace shows, in order: a SIP call to this server reaches them, and no call shows them. */
  examples(workspaceId: string): Promise<RentedNumber[]>;
  /** In order. */
  all(workspaceId: string, most: number): Promise<StoredNumber[]>;
  /** Nobody answers its numbers any more. */
  release(workspaceId: string, agentId: string): Promise<void>;
  /** It answers those of its released numbers that nobody else has been given. */
  giveBack(workspaceId: string, agentId: string): Promise<void>;
  /** Unless somebody has it. */
  add(workspaceId: string, number: StoredNumber): Promise<void>;
}

export function createNumberStore(tenancy: Tenancy): NumberStore {
  const { workspaceId: workspace, agentId, number: digits, held, releasedBy } = numbers;
  return {
    async agentAt(number) {
      const [row] = await tenancy.everywhere
        .select({
          workspaceId: workspace,
          agentId,
          trunkId: numbers.trunkId,
          account: numbers.account,
          missedCall: numbers.missedCall,
        })
        .from(numbers)
        .where(and(eq(digits, number), isNotNull(agentId)));
      return row?.agentId == null ? undefined : { ...row, agentId: row.agentId };
    },
    answered: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select({ number: digits, agentId })
        .from(numbers)
        .where(and(eq(workspace, workspaceId), isNotNull(agentId)))
        .orderBy(digits),
    async held(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(numbers)
        .where(and(eq(workspace, workspaceId), eq(held, true)))
        .orderBy(digits);
      return rows.map(toRentedNumber);
    },
    async examples(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(numbers)
        .where(and(eq(workspace, workspaceId), eq(held, false), isNull(numbers.account)))
        .orderBy(digits);
      return rows.map(toRentedNumber);
    },
    all: (workspaceId, most) =>
      tenancy
        .of(workspaceId)
        .select({ number: digits, agentId })
        .from(numbers)
        .where(eq(workspace, workspaceId))
        .orderBy(digits)
        .limit(most),
    async release(workspaceId, agent) {
      await tenancy
        .of(workspaceId)
        .update(numbers)
        .set({ agentId: null, releasedBy: agent })
        .where(and(eq(workspace, workspaceId), eq(agentId, agent)));
    },
    async giveBack(workspaceId, agent) {
      await tenancy
        .of(workspaceId)
        .update(numbers)
        .set({ agentId: agent, releasedBy: null })
        .where(and(eq(workspace, workspaceId), isNull(agentId), eq(releasedBy, agent)));
    },
    async add(workspaceId, row) {
      await tenancy
        .of(workspaceId)
        .insert(numbers)
        .values({ ...row, workspaceId })
        .onConflictDoNothing();
    },
  };
}

export function toRentedNumber({ number, agentId, createdAt, updatedAt, ...row }: typeof numbers.$inferSelect): RentedNumber {
  const { carrier, rentalId: id, renewsAt, trunkId, name, missedCall } = row;
  const rental = carrier === null || id === null || renewsAt === null ? undefined : { carrier, id, renewsAt };
  return { number, agentId, createdAt, updatedAt, rental, trunkId, name, missedCall, account: accountIn(row) };
}

type AccountColumns = Pick<typeof numbers.$inferSelect, "account" | "accountRef" | "accountPrice" | "accountCurrency">;

function accountIn({ account, accountRef, accountPrice, accountCurrency }: AccountColumns): AccountNumber | undefined {
  if (account === null) return undefined;
  const isPriced = accountPrice !== null && accountCurrency !== null;
  const price = isPriced ? { amount: accountPrice, currency: accountCurrency } : undefined;
  return { carrier: account, ref: accountRef, price };
}

/** Of a workspace, those that have something there. */
export async function countWith(db: Db, workspaceId: string, column: PgColumn): Promise<number> {
  const having = and(eq(numbers.workspaceId, workspaceId), isNotNull(column));
  const [row] = await db.select({ count: count() }).from(numbers).where(having);
  return row?.count ?? 0;
}

export function createNumberRows(tenancy: Tenancy): NumberRows {
  return {
    async find({ workspaceId, number }) {
      const its = and(eq(numbers.workspaceId, workspaceId), eq(numbers.number, number));
      const [row] = await tenancy.of(workspaceId).select().from(numbers).where(its);
      return row && toRentedNumber(row);
    },
    async taken(among) {
      const rows = await tenancy.everywhere
        .select({ number: numbers.number })
        .from(numbers)
        .where(inArray(numbers.number, [...among]));
      return new Set(rows.map(({ number }) => number));
    },
    async hold(workspaceId) {
      await tenancy.of(workspaceId).execute(sql`select pg_advisory_xact_lock(hashtextextended(${`numbers ${workspaceId}`}, 0))`);
    },
  };
}
