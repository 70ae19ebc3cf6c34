/** All the SQL of web widgets. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { beyondReach } from "../../platform/database/reach.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { widgets } from "./tables.ts";

export type StoredWidget = typeof widgets.$inferSelect;
export type NewStoredWidget = Omit<typeof widgets.$inferInsert, "createdAt">;
export type StoredChange = Partial<Omit<NewStoredWidget, "id" | "workspaceId" | "agentId" | "key">>;

export interface WidgetStore {
  /** The oldest first. */
  all(workspaceId: string): Promise<StoredWidget[]>;
  /** Until the transaction around it is done, nobody else adds one to this workspace. Returns how many there are. */
  hold(workspaceId: string): Promise<number>;
  add(widget: NewStoredWidget): Promise<StoredWidget>;
  /** Undefined: there is none. */
  change(workspaceId: string, id: string, change: StoredChange): Promise<StoredWidget | undefined>;
  remove(workspaceId: string, id: string): Promise<StoredWidget | undefined>;
  /** Of whichever workspace: whoever shows it is known by its key alone. */
  byKey(key: string): Promise<StoredWidget | undefined>;
}

export function createWidgetStore(tenancy: Tenancy): WidgetStore {
  const the = (workspaceId: string, id: string) => and(eq(widgets.workspaceId, workspaceId), eq(widgets.id, id));
  return {
    all: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(widgets)
        .where(eq(widgets.workspaceId, workspaceId))
        .orderBy(asc(widgets.createdAt), asc(widgets.id)),
    async hold(workspaceId) {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`widgets ${workspaceId}`}, 0))`);
      const all = beyondReach(() => tenancy.of(workspaceId));
      const [row] = await all.select({ held: count() }).from(widgets).where(eq(widgets.workspaceId, workspaceId));
      return row?.held ?? 0;
    },
    async add(widget) {
      const [row] = await tenancy.of(widget.workspaceId).insert(widgets).values(widget).returning();
      if (!row) throw new Error("A widget was not stored");
      return row;
    },
    async change(workspaceId, id, change) {
      const db = tenancy.of(workspaceId);
      const [row] = await db.update(widgets).set(change).where(the(workspaceId, id)).returning();
      return row;
    },
    async remove(workspaceId, id) {
      const [row] = await tenancy.of(workspaceId).delete(widgets).where(the(workspaceId, id)).returning();
      return row;
    },
    async byKey(key) {
      const [row] = await tenancy.everywhere.select().from(widgets).where(eq(widgets.key, key));
      return row;
    },
  };
}

export async function addSeededWidgets(db: Db, made: readonly NewStoredWidget[]): Promise<void> {
  await db.insert(widgets).values([...made]);
}
