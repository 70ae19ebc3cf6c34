/** All the SQL of saved filters. */
import { randomUUID } from "node:crypto";
import type { SavedFilter } from "@ongea/contract";
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { callFilters } from "./tables.ts";

export interface SavedFilters {
  /** Those of the person and of the workspace, by name. */
  list(workspaceId: string, person: string): Promise<SavedFilter[]>;
  /** Refuses with "call.too_many_filters". */
  save(workspaceId: string, person: string, wanted: Omit<SavedFilter, "id">): Promise<SavedFilter>;
  /** Only what the person may see, of the workspace only where `shared`. Refuses with "call.filter_not_found". */
  remove(workspaceId: string, id: string, by: { person: string; shared: boolean }): Promise<void>;
}

/** Of one person, and of a workspace. */
const MOST = 50;
const EVERYBODY = "";

export function createSavedFilters(tenancy: Tenancy): SavedFilters {
  const seenBy = (workspaceId: string, persons: string[]) =>
    and(eq(callFilters.workspaceId, workspaceId), inArray(callFilters.person, persons));
  return {
    async list(workspaceId, person) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(callFilters)
        .where(seenBy(workspaceId, [person, EVERYBODY]))
        .orderBy(asc(callFilters.name), asc(callFilters.person));
      return rows.map(wire);
    },
    save: (workspaceId, person, { name, shared, filter }) =>
      tenancy.together(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const whose = shared ? EVERYBODY : person;
        const [row] = await db
          .insert(callFilters)
          .values({ id: randomUUID(), workspaceId, person: whose, name, filter })
          .onConflictDoUpdate({ target: [callFilters.workspaceId, callFilters.person, callFilters.name], set: { filter } })
          .returning();
        const [kept] = await db
          .select({ count: count() })
          .from(callFilters)
          .where(seenBy(workspaceId, [whose]));
        if (!row || (kept?.count ?? 0) > MOST) throw refuse("call.too_many_filters");
        return wire(row);
      }),
    async remove(workspaceId, id, { person, shared }) {
      const removed = await tenancy
        .of(workspaceId)
        .delete(callFilters)
        .where(and(eq(callFilters.id, id), seenBy(workspaceId, shared ? [person, EVERYBODY] : [person])))
        .returning({ id: callFilters.id });
      if (removed.length === 0) throw refuse("call.filter_not_found");
    },
  };
}

function wire({ id, name, person, filter }: typeof callFilters.$inferSelect): SavedFilter {
  return { id, name, shared: person === EVERYBODY, filter };
}

export async function addSeededFilters(
  db: Db,
  workspaceId: string,
  made: readonly Pick<SavedFilter, "id" | "name" | "filter">[],
): Promise<void> {
  await db.insert(callFilters).values(made.map((one) => ({ ...one, workspaceId, person: EVERYBODY })));
}
