/** All the SQL of numbers that workspaces have at telephone companies. */
import { and, asc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Carrier } from "@ongea/contract";
import type { Db } from "../../../platform/database/db.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import {
  countWith,
  createNumberRows,
  toRentedNumber,
  type AccountNumber,
  type RentedNumber,
  type NumberKey,
  type NumberRows,
} from "../store.ts";
import { numbers } from "../tables.ts";

export interface Ordered extends NumberKey {
  carrier: Carrier;
  orderedAt: Date;
}

export interface AccountNumberStore extends NumberRows {
  /** Those that this workspace has at companies, asked for ones included. */
  count(workspaceId: string): Promise<number>;
  /** It is asked for from now on. False when somebody has it. */
  order(key: NumberKey, account: Omit<AccountNumber, "ref">): Promise<boolean>;
  /** The company has said yes. Undefined when somebody else has it here. */
  settle(key: NumberKey, account: AccountNumber & { ref: string }): Promise<RentedNumber | undefined>;
  /** The company has said no. */
  forget(key: NumberKey): Promise<void>;
  remove(key: NumberKey): Promise<void>;
  /** Asked for before then, and not settled; of everybody, longest ago first. */
  unsettled(before: Date, most: number): Promise<Ordered[]>;
}

export function createAccountNumberStore(tenancy: Tenancy): AccountNumberStore {
  const { workspaceId: workspace, number: digits, account, accountRef } = numbers;
  const the = ({ workspaceId, number }: NumberKey) => and(eq(workspace, workspaceId), eq(digits, number));
  return {
    ...createNumberRows(tenancy),
    count: (workspaceId) => countWith(tenancy.of(workspaceId), workspaceId, account),
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
  };
}

/** What was ordered is there, or is added. */
async function settle(
  db: Db,
  { workspaceId, number }: NumberKey,
  { carrier, ref, price }: AccountNumber & { ref: string },
): Promise<RentedNumber | undefined> {
  const settled = { account: carrier, accountRef: ref, held: true, updatedAt: new Date() };
  const isIts = and(eq(numbers.workspaceId, workspaceId), eq(numbers.number, number), eq(numbers.account, carrier));
  const [ordered] = await db.update(numbers).set(settled).where(isIts).returning();
  if (ordered) return toRentedNumber(ordered);
  const row = { workspaceId, number, ...settled, ...priced(price) };
  const [added] = await db.insert(numbers).values(row).onConflictDoNothing().returning();
  return added && toRentedNumber(added);
}

function priced(price: AccountNumber["price"]): { accountPrice: string | null; accountCurrency: string | null } {
  return { accountPrice: price?.amount ?? null, accountCurrency: price?.currency ?? null };
}
