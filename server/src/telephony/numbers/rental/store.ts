/** All the SQL of numbers that are rented. */
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { MissedCallSetting } from "@ongea/contract";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import {
  countWith,
  createNumberRows,
  toRentedNumber,
  type RentedNumber,
  type NumberKey,
  type NumberRows,
  type Rental,
} from "../store.ts";
import { SANDBOX } from "../sandbox-carrier.ts";
import { numbers } from "../tables.ts";

export interface DueRent extends NumberKey {
  rental: Rental;
}

export interface RentalStore extends NumberRows {
  rentedBy(workspaceId: string): Promise<number>;
  /** By the id that the wire has; held until the transaction around it is done. */
  holdById(workspaceId: string, id: string): Promise<RentedNumber | undefined>;
  /** False when somebody has it. */
  add(key: NumberKey, rental: Rental): Promise<boolean>;
  remove(key: NumberKey): Promise<void>;
  assign(key: NumberKey, agentId: string | null): Promise<void>;
  /** Returns it as it is now. */
  setMissedCall(key: NumberKey, setting: MissedCallSetting | null): Promise<RentedNumber | undefined>;
  /** Those whose rent is due, of everybody, longest due first. */
  due(now: Date, most: number): Promise<DueRent[]>;
  /** False when it was renewed or released meanwhile. */
  renew(due: DueRent, until: Date): Promise<boolean>;
}

export function createRentalStore(tenancy: Tenancy): RentalStore {
  const { workspaceId: workspace, number: digits, rentalId, renewsAt } = numbers;
  const the = ({ workspaceId, number }: NumberKey) => and(eq(workspace, workspaceId), eq(digits, number));
  return {
    ...createNumberRows(tenancy),
    rentedBy: (workspaceId) => countWith(tenancy.of(workspaceId), workspaceId, rentalId),
    async holdById(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(numbers)
        .where(and(eq(workspace, workspaceId), or(eq(numbers.held, true), isNull(numbers.account)), sql`md5(${digits}) = ${id}`))
        .for("update");
      return row && toRentedNumber(row);
    },
    async add({ workspaceId, number }, { carrier, id, renewsAt: until }) {
      const added = await tenancy
        .of(workspaceId)
        .insert(numbers)
        .values({ workspaceId, number, carrier, rentalId: id, renewsAt: until })
        .onConflictDoNothing()
        .returning({ number: digits });
      return added.length > 0;
    },
    async remove(key) {
      await tenancy.of(key.workspaceId).delete(numbers).where(the(key));
    },
    async assign(key, agentId) {
      await tenancy.of(key.workspaceId).update(numbers).set({ agentId, releasedBy: null, updatedAt: new Date() }).where(the(key));
    },
    async setMissedCall(key, missedCall) {
      const change = tenancy.of(key.workspaceId).update(numbers).set({ missedCall, updatedAt: new Date() });
      const [row] = await change.where(the(key)).returning();
      return row && toRentedNumber(row);
    },
    async due(now, most) {
      const rows = await tenancy.everywhere.select().from(numbers).where(lte(renewsAt, now)).orderBy(asc(renewsAt)).limit(most);
      return rows.flatMap((row) => {
        const { rental } = toRentedNumber(row);
        return rental ? [{ workspaceId: row.workspaceId, number: row.number, rental }] : [];
      });
    },
    async renew({ workspaceId, number, rental }, until) {
      const renewed = await tenancy
        .of(workspaceId)
        .update(numbers)
        .set({ renewsAt: until })
        .where(and(the({ workspaceId, number }), eq(rentalId, rental.id), eq(renewsAt, rental.renewsAt)))
        .returning({ number: digits });
      return renewed.length > 0;
    },
  };
}

/** Of these numbers, those that the workspace rents for money. */
export async function rentedAmong(tenancy: Tenancy, workspaceId: string, among: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tenancy
    .of(workspaceId)
    .select({ number: numbers.number })
    .from(numbers)
    .where(and(eq(numbers.workspaceId, workspaceId), inArray(numbers.number, [...among]), ne(numbers.carrier, SANDBOX)));
  return new Set(rows.map(({ number }) => number));
}
