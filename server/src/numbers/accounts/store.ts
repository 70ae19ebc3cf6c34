/** All the SQL of numbers that workspaces have at telephone companies. */
import { and, asc, count, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import type { Carrier } from "@ongea/contract";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { heldIn, type AccountNumber, type HeldNumber } from "../store.ts";
import { numbers } from "../tables.ts";

export interface AccountKey {
  workspaceId: string;
  number: string;
}

export interface Ordered extends AccountKey {
  carrier: Carrier;
  orderedAt: Date;
}

export interface AccountNumberStore {
  find(key: AccountKey): Promise<HeldNumber | undefined>;
  /** Those that this workspace has at companies, asked for ones included. */
  count(workspaceId: string): Promise<number>;
  /** It is asked for from now on. False when somebody has it. */
  order(key: AccountKey, account: Omit<AccountNumber, "ref">): Promise<boolean>;
  /** The company has said yes. Undefined when somebody else has it here. */
  settle(key: AccountKey, account: AccountNumber & { ref: string }): Promise<HeldNumber | undefined>;
  /** The company has said no. */
  forget(key: AccountKey): Promise<void>;
  remove(key: AccountKey): Promise<void>;
  /** Asked for before then, and not settled; of everybody, longest ago first. */
  unsettled(before: Date, most: number): Promise<Ordered[]>;
  /** Of these, those that somebody has, whoever it is. */
  taken(among: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createAccountNumberStore(tenancy: Tenancy): AccountNumberStore {
  const { workspaceId: workspace, number: digits, account, accountRef } = numbers;
  const the = ({ workspaceId, number }: AccountKey) => and(eq(workspace, workspaceId), eq(digits, number));
  return {
    async find(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(numbers).where(the(key));
      return row && heldIn(row);
    },
    async count(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ held: count() })
        .from(numbers)
        .where(and(eq(workspace, workspaceId), isNotNull(account)));
      return row?.held ?? 0;
    },
    async order({ workspaceId, number }, { carrier, price }) {
      const added = await tenancy
        .of(workspaceId)
        .insert(numbers)
        .values({ workspaceId, number, account: carrier, held: false, ...priced(price) })
        .onConflictDoNothing()
        .returning({ number: digits });
      return added.length > 0;
    },
    settle: (key, account) => settle(tenancy.of(key.workspaceId), key, account),
    async forget(key) {
      await tenancy
        .of(key.workspaceId)
        .delete(numbers)
        .where(and(the(key), isNotNull(account), isNull(accountRef)));
    },
    async remove(key) {
      await tenancy
        .of(key.workspaceId)
        .delete(numbers)
        .where(and(the(key), isNotNull(account)));
    },
    async unsettled(before, most) {
      const rows = await tenancy.everywhere
        .select()
        .from(numbers)
        .where(and(isNotNull(account), isNull(accountRef), lt(numbers.createdAt, before)))
        .orderBy(asc(numbers.createdAt))
        .limit(most);
      return rows.flatMap(({ workspaceId, number, account: carrier, createdAt: orderedAt }) =>
        carrier === null ? [] : [{ workspaceId, number, carrier, orderedAt }],
      );
    },
    async taken(among) {
      const rows = await tenancy.everywhere
        .select({ number: digits })
        .from(numbers)
        .where(inArray(digits, [...among]));
      return new Set(rows.map(({ number }) => number));
    },
  };
}

/** What was ordered is there, or is added. */
async function settle(
  db: Db,
  { workspaceId, number }: AccountKey,
  { carrier, ref, price }: AccountNumber & { ref: string },
): Promise<HeldNumber | undefined> {
  const settled = { account: carrier, accountRef: ref, held: true, updatedAt: new Date() };
  const isIts = and(eq(numbers.workspaceId, workspaceId), eq(numbers.number, number), eq(numbers.account, carrier));
  const [ordered] = await db.update(numbers).set(settled).where(isIts).returning();
  if (ordered) return heldIn(ordered);
  const row = { workspaceId, number, ...settled, ...priced(price) };
  const [added] = await db.insert(numbers).values(row).onConflictDoNothing().returning();
  return added && heldIn(added);
}

function priced(price: AccountNumber["price"]): { accountPrice: string | null; accountCurrency: string | null } {
  return { accountPrice: price?.amount ?? null, accountCurrency: price?.currency ?? null };
}
