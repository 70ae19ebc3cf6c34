/** All the SQL of trunks. */
import { and, asc, count, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { TrunkState } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { sipTrunks } from "./tables.ts";

export type StoredTrunk = typeof sipTrunks.$inferSelect;
export type NewStoredTrunk = Omit<
  typeof sipTrunks.$inferInsert,
  "revision" | "createdAt" | "updatedAt" | "state" | "keptBy" | "keptUntil"
>;
export type StoredChange = Partial<Omit<NewStoredTrunk, "id" | "workspaceId" | "contact">>;
type Read = Pick<StoredTrunk, "id" | "workspaceId" | "revision">;

export type TrunkStore = TrunkRows & TrunksKept;

/** Of one workspace, as its people see them. */
interface TrunkRows {
  /** The oldest first. */
  all(workspaceId: string): Promise<StoredTrunk[]>;
  find(workspaceId: string, id: string): Promise<StoredTrunk | undefined>;
  /** Until the transaction around it is done, nobody else adds one to this workspace. Returns how many there are. */
  hold(workspaceId: string): Promise<number>;
  add(trunk: NewStoredTrunk): Promise<StoredTrunk>;
  /** Undefined: it is no longer as it was read. */
  change(read: Read, change: StoredChange): Promise<StoredTrunk | undefined>;
  remove(workspaceId: string, id: string): Promise<boolean>;
}

/** Of every workspace, for the servers that keep them. */
interface TrunksKept {
  /** The oldest first. */
  active(most: number): Promise<StoredTrunk[]>;
  /** Those that this server keeps for so long: its own, and those that nobody keeps any more. */
  keep(server: string, seconds: number, most: number): Promise<StoredTrunk[]>;
  /** Nobody keeps what this server kept. */
  letGo(server: string): Promise<void>;
  /** How it stands; nothing when it was changed meanwhile, or another server keeps it. */
  tell(server: string, read: Pick<StoredTrunk, "id" | "revision">, state: TrunkState): Promise<void>;
  /** The same password under another key: nothing that anybody sees has changed. False: it is no longer as it was read. */
  reseal(read: Read, sealed: Pick<StoredTrunk, "sealed" | "keyVersion">): Promise<boolean>;
  notUnder(keyVersion: number, afterId: string | undefined, most: number): Promise<StoredTrunk[]>;
  byKey(): Promise<{ keyVersion: number; count: number }[]>;
}

const { id: trunkId, workspaceId: workspace, isActive, keptBy, keptUntil, revision } = sipTrunks;

export function createTrunkStore(tenancy: Tenancy): TrunkStore {
  return { ...rowsIn(tenancy), ...keptIn(tenancy) };
}

function rowsIn(tenancy: Tenancy): TrunkRows {
  return {
    all: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(sipTrunks)
        .where(eq(workspace, workspaceId))
        .orderBy(asc(sipTrunks.createdAt), asc(trunkId)),
    async find(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .select()
        .from(sipTrunks)
        .where(and(eq(workspace, workspaceId), eq(trunkId, id)));
      return row;
    },
    async hold(workspaceId) {
      const db = tenancy.of(workspaceId);
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trunks ${workspaceId}`}, 0))`);
      const [row] = await db.select({ held: count() }).from(sipTrunks).where(eq(workspace, workspaceId));
      return row?.held ?? 0;
    },
    async add(trunk) {
      const [row] = await tenancy.of(trunk.workspaceId).insert(sipTrunks).values(trunk).returning();
      if (!row) throw new Error("A trunk was not stored");
      return row;
    },
    async change(read, change) {
      const [row] = await tenancy
        .of(read.workspaceId)
        .update(sipTrunks)
        .set({ ...change, state: null, revision: read.revision + 1, updatedAt: sql`now()` })
        .where(and(eq(workspace, read.workspaceId), eq(trunkId, read.id), eq(revision, read.revision)))
        .returning();
      return row;
    },
    async remove(workspaceId, id) {
      const gone = await tenancy
        .of(workspaceId)
        .delete(sipTrunks)
        .where(and(eq(workspace, workspaceId), eq(trunkId, id)))
        .returning({ id: trunkId });
      return gone.length > 0;
    },
  };
}

function keptIn(tenancy: Tenancy): TrunksKept {
  return {
    active: (most) =>
      tenancy.everywhere
        .select()
        .from(sipTrunks)
        .where(eq(isActive, true))
        .orderBy(asc(sipTrunks.createdAt), asc(trunkId))
        .limit(most),
    async keep(server, seconds, most) {
      const free = or(eq(keptBy, server), isNull(keptUntil), lt(keptUntil, sql`now()`));
      const chosen = tenancy.everywhere
        .select({ id: trunkId })
        .from(sipTrunks)
        .where(and(eq(isActive, true), free))
        .orderBy(asc(trunkId))
        .limit(most)
        .for("update", { skipLocked: true });
      return await tenancy.everywhere
        .update(sipTrunks)
        .set({ keptBy: server, keptUntil: sql`now() + make_interval(secs => ${seconds})` })
        .where(sql`${trunkId} in ${chosen}`)
        .returning();
    },
    async letGo(server) {
      await tenancy.everywhere.update(sipTrunks).set({ keptBy: null, keptUntil: null }).where(eq(keptBy, server));
    },
    async tell(server, read, state) {
      await tenancy.everywhere
        .update(sipTrunks)
        .set({ state })
        .where(and(eq(trunkId, read.id), eq(revision, read.revision), eq(keptBy, server)));
    },
    async reseal(read, sealed) {
      const done = await tenancy
        .of(read.workspaceId)
        .update(sipTrunks)
        .set(sealed)
        .where(and(eq(workspace, read.workspaceId), eq(trunkId, read.id), eq(revision, read.revision)))
        .returning({ id: trunkId });
      return done.length > 0;
    },
    notUnder: (keyVersion, afterId, most) =>
      tenancy.everywhere
        .select()
        .from(sipTrunks)
        .where(and(ne(sipTrunks.keyVersion, keyVersion), afterId === undefined ? undefined : gt(trunkId, afterId)))
        .orderBy(asc(trunkId))
        .limit(most),
    byKey: () =>
      tenancy.everywhere
        .select({ keyVersion: sipTrunks.keyVersion, count: count() })
        .from(sipTrunks)
        .groupBy(sipTrunks.keyVersion)
        .orderBy(asc(sipTrunks.keyVersion)),
  };
}
