/** All the SQL of numbers that belong to a workspace's own trunks. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { toRentedNumber, type RentedNumber } from "../store.ts";
import { numbers } from "../tables.ts";

export interface TrunkKey {
  workspaceId: string;
  trunkId: string;
}

export interface TrunkNumbers {
  /** In order. */
  of(workspaceId: string): Promise<RentedNumber[]>;
  /** Undefined when somebody has it. */
  add(key: TrunkKey, number: { number: string; name: string }): Promise<RentedNumber | undefined>;
  /** By its digits, or by the id that the wire has. Returns the number. */
  remove(key: TrunkKey, idOrNumber: string): Promise<string | undefined>;
  /** Returns how many they were. */
  removeAll(key: TrunkKey): Promise<number>;
  /** Of every workspace. */
  everywhere(most: number): Promise<{ trunkId: string; number: string }[]>;
}

export function createTrunkNumbers(tenancy: Tenancy): TrunkNumbers {
  const { number: digits, workspaceId: workspace, trunkId: trunk } = numbers;
  const ofTrunk = ({ workspaceId, trunkId }: TrunkKey) => and(eq(workspace, workspaceId), eq(trunk, trunkId));
  return {
    async of(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(numbers)
        .where(and(eq(workspace, workspaceId), isNotNull(trunk)))
        .orderBy(asc(digits));
      return rows.map(toRentedNumber);
    },
    async add({ workspaceId, trunkId }, { number, name }) {
      const [row] = await tenancy
        .of(workspaceId)
        .insert(numbers)
        .values({ workspaceId, number, trunkId, name })
        .onConflictDoNothing()
        .returning();
      return row && toRentedNumber(row);
    },
    async remove(key, idOrNumber) {
      const plain = idOrNumber.replace(/^\+/, "").replaceAll("-", "").toLowerCase();
      const [gone] = await tenancy
        .of(key.workspaceId)
        .delete(numbers)
        .where(and(ofTrunk(key), sql`(md5(${digits}) = ${plain} or ${digits} = ${`+${plain}`})`))
        .returning({ number: digits });
      return gone?.number;
    },
    async removeAll(key) {
      const gone = await tenancy.of(key.workspaceId).delete(numbers).where(ofTrunk(key)).returning({ number: digits });
      return gone.length;
    },
    async everywhere(most) {
      const rows = await tenancy.everywhere
        .select({ trunkId: trunk, number: digits })
        .from(numbers)
        .where(isNotNull(trunk))
        .orderBy(asc(digits))
        .limit(most);
      return rows.flatMap(({ trunkId, number }) => (trunkId === null ? [] : [{ trunkId, number }]));
    },
  };
}
