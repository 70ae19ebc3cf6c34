/** Which servers carry calls, and which are gone. */
import { PLANNED_STATUSES } from "@ongea/contract";
import { and, desc, eq, inArray, isNotNull, isNull, ne, notLike, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { SHARED_RECORDINGS } from "../../engines/index.ts";
import type { LeftOpenParts } from "../recording/left-open.ts";
import type { SweepParts } from "../recording/sweep.ts";
import type { CallRow } from "../records/store.ts";
import { callOwners, executions } from "../records/tables.ts";

export interface Beat {
  id: string;
  home: string;
  /** As the database wrote it down. */
  beatAt: string;
}

export interface OwnerStore {
  beat(owner: { id: string; home: string }): Promise<void>;
  /** All beside this one. */
  others(owner: { id: string }): Promise<Beat[]>;
  /** The calls without an end of these owners. `orNobodys`: those without an owner that anybody knows, too. */
  left(owners: readonly string[], orNobodys: boolean): Promise<CallRow[]>;
  forget(ids: readonly string[]): Promise<void>;
}

const LEFT_OPEN = {
  id: executions.id,
  workspaceId: executions.workspaceId,
  recording: executions.recording,
  traits: executions.traits,
};

/** As many as are looked at when a server starts. */
const MOST_LEFT_OPEN = 1_000;

export function createLeftOpenStore(tenancy: Tenancy): LeftOpenParts["store"] {
  return {
    leftOpen: () =>
      tenancy.everywhere
        .select(LEFT_OPEN)
        .from(executions)
        .where(
          and(
            isNotNull(executions.recording),
            eq(executions.recordingClosed, false),
            isNotNull(executions.endedAt),
            notLike(executions.recording, `${SHARED_RECORDINGS}%`),
          ),
        )
        .orderBy(desc(executions.endedAt))
        .limit(MOST_LEFT_OPEN),
    async closeRecording({ id, workspaceId }, recording) {
      await tenancy
        .of(workspaceId)
        .update(executions)
        .set({ recording, recordingClosed: recording !== null })
        .where(and(eq(executions.workspaceId, workspaceId), eq(executions.id, id)));
    },
  };
}

export function createSweepStore(tenancy: Pick<Tenancy, "everywhere">): SweepParts["store"] {
  return {
    async unrecorded(ids) {
      if (ids.length === 0) return new Set();
      const rows = await tenancy.everywhere
        .select({ id: executions.id })
        .from(executions)
        .where(and(inArray(executions.id, [...ids]), isNotNull(executions.endedAt), isNull(executions.recording)));
      return new Set(rows.map(({ id }) => id));
    },
  };
}

export function createOwnerStore({ everywhere, beats }: Pick<Database, "everywhere" | "beats">): OwnerStore {
  return {
    async beat(owner) {
      // Each beat is another one, also where the wall clock has been set back to where it was.
      const set = { beatAt: sql`greatest(clock_timestamp(), ${callOwners.beatAt} + interval '1 microsecond')` };
      await beats.everywhere.insert(callOwners).values(owner).onConflictDoUpdate({ target: callOwners.id, set });
    },
    async others({ id }) {
      return beats.everywhere
        .select({ id: callOwners.id, home: callOwners.home, beatAt: sql<string>`${callOwners.beatAt}::text` })
        .from(callOwners)
        .where(ne(callOwners.id, id));
    },
    async left(owners, orNobodys) {
      const theirs = owners.length > 0 ? inArray(executions.ownerId, [...owners]) : undefined;
      const known = everywhere.select({ id: callOwners.id }).from(callOwners);
      const nobodys = orNobodys ? or(isNull(executions.ownerId), notInArray(executions.ownerId, known)) : undefined;
      if (!theirs && !nobodys) return [];
      return everywhere
        .select()
        .from(executions)
        .where(and(isNull(executions.endedAt), notInArray(executions.status, [...PLANNED_STATUSES]), or(theirs, nobodys)));
    },
    async forget(ids) {
      if (ids.length > 0) await everywhere.delete(callOwners).where(inArray(callOwners.id, [...ids]));
    },
  };
}

/** The row of a server that carries calls, for stores that count what it holds; none while its lease is over. */
export function leaseOf(ownerId: string): SQL {
  return sql`select id from call_owners where id = ${ownerId}`;
}
