/** Which servers carry calls, and which are gone. */
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { CallRow } from "../store.ts";
import { callOwners, executions } from "../tables.ts";

export interface OwnerStore {
  beat(owner: { id: string; home: string }): Promise<void>;
  /** Earlier ones of the same home, and those that have not beaten for so long. */
  gone(owner: { id: string; home: string }, silentMs?: number): Promise<string[]>;
  /** Takes over what these left without an end; of two servers that ask, one gets each call. `orNobody`: those without an owner, too. */
  takeOver(owner: { id: string }, gone: readonly string[], orNobody: boolean): Promise<CallRow[]>;
  forget(ids: readonly string[]): Promise<void>;
}

export function createOwnerStore({ everywhere }: Tenancy): OwnerStore {
  return {
    async beat(owner) {
      const set = { beatAt: sql`now()` };
      await everywhere.insert(callOwners).values(owner).onConflictDoUpdate({ target: callOwners.id, set });
    },
    async gone({ id, home }, silentMs) {
      const isSilent =
        silentMs === undefined ? undefined : sql`${callOwners.beatAt} < now() - ${silentMs} * interval '1 millisecond'`;
      const rows = await everywhere
        .select({ id: callOwners.id })
        .from(callOwners)
        .where(and(ne(callOwners.id, id), or(eq(callOwners.home, home), isSilent)));
      return rows.map((row) => row.id);
    },
    async takeOver({ id }, gone, orNobody) {
      const theirs = gone.length > 0 ? inArray(executions.ownerId, [...gone]) : undefined;
      const nobodys = orNobody ? isNull(executions.ownerId) : undefined;
      if (!theirs && !nobodys) return [];
      return everywhere
        .update(executions)
        .set({ ownerId: id })
        .where(and(isNull(executions.endedAt), or(theirs, nobodys)))
        .returning();
    },
    async forget(ids) {
      if (ids.length > 0) await everywhere.delete(callOwners).where(inArray(callOwners.id, [...ids]));
    },
  };
}
