/** All the SQL of questions about calls and of extraction templates. */
import { and, arrayContains, arrayOverlaps, asc, count, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { dispositions, extractions } from "./tables.ts";

export type DispositionRow = typeof dispositions.$inferSelect;
export type NewDisposition = Omit<DispositionRow, "id" | "createdAt" | "updatedAt">;
export type ExtractionRow = typeof extractions.$inferSelect;
export type NewExtraction = Omit<ExtractionRow, "id" | "createdAt" | "updatedAt">;

export interface Key {
  workspaceId: string;
  id: string;
}

export interface OutcomeStore {
  /** The oldest first; of one assistant, or all. */
  dispositions(workspaceId: string, agentId?: string): Promise<DispositionRow[]>;
  disposition(key: Key): Promise<DispositionRow | undefined>;
  countDispositions(workspaceId: string): Promise<number>;
  /** All of them, or none. Their ids, in the same order. */
  addDispositions(workspaceId: string, rows: readonly NewDisposition[]): Promise<string[]>;
  changeDisposition(key: Key, change: Partial<NewDisposition>): Promise<void>;
  /** Its name; undefined where there was none. */
  removeDisposition(key: Key): Promise<string | undefined>;
  extractions(workspaceId: string): Promise<ExtractionRow[]>;
  extraction(key: Key): Promise<ExtractionRow | undefined>;
  addExtraction(row: NewExtraction): Promise<ExtractionRow>;
  changeExtraction(key: Key, change: Partial<NewExtraction>): Promise<ExtractionRow | undefined>;
  /** Its name; undefined where there was none. */
  removeExtraction(key: Key): Promise<string | undefined>;
}

const now = { updatedAt: sql<Date>`now()` };

export function createOutcomeStore(tenancy: Tenancy): OutcomeStore {
  return { ...dispositionStore(tenancy), ...extractionStore(tenancy) };
}

/** Of these assistants, those about whose calls something is asked. */
export async function agentsWithDispositions(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ agentIds: dispositions.agentIds })
    .from(dispositions)
    .where(and(eq(dispositions.workspaceId, workspaceId), arrayOverlaps(dispositions.agentIds, [...agentIds])));
  return new Set(rows.flatMap((row) => row.agentIds));
}

type Dispositions = Pick<
  OutcomeStore,
  "dispositions" | "disposition" | "countDispositions" | "addDispositions" | "changeDisposition" | "removeDisposition"
>;

function dispositionStore(tenancy: Tenancy): Dispositions {
  const one = ({ workspaceId, id }: Key) => and(eq(dispositions.workspaceId, workspaceId), eq(dispositions.id, id));
  return {
    dispositions(workspaceId, agentId) {
      const ofAgent = agentId === undefined ? undefined : arrayContains(dispositions.agentIds, [agentId]);
      return tenancy
        .of(workspaceId)
        .select()
        .from(dispositions)
        .where(and(eq(dispositions.workspaceId, workspaceId), ofAgent))
        .orderBy(asc(dispositions.createdAt), asc(dispositions.id));
    },
    async disposition(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(dispositions).where(one(key));
      return row;
    },
    async countDispositions(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ all: count() })
        .from(dispositions)
        .where(eq(dispositions.workspaceId, workspaceId));
      return row?.all ?? 0;
    },
    async addDispositions(workspaceId, rows) {
      const made = await tenancy
        .of(workspaceId)
        .insert(dispositions)
        .values([...rows])
        .returning({ id: dispositions.id });
      return made.map(({ id }) => id);
    },
    async changeDisposition(key, change) {
      await tenancy
        .of(key.workspaceId)
        .update(dispositions)
        .set({ ...change, ...now })
        .where(one(key));
    },
    async removeDisposition(key) {
      const [gone] = await tenancy
        .of(key.workspaceId)
        .delete(dispositions)
        .where(one(key))
        .returning({ name: dispositions.name });
      return gone?.name;
    },
  };
}

type Extractions = Pick<OutcomeStore, "extractions" | "extraction" | "addExtraction" | "changeExtraction" | "removeExtraction">;

function extractionStore(tenancy: Tenancy): Extractions {
  const one = ({ workspaceId, id }: Key) => and(eq(extractions.workspaceId, workspaceId), eq(extractions.id, id));
  return {
    extractions: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(extractions)
        .where(eq(extractions.workspaceId, workspaceId))
        .orderBy(asc(extractions.createdAt), asc(extractions.id)),
    async extraction(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(extractions).where(one(key));
      return row;
    },
    async addExtraction(row) {
      const [made] = await tenancy.of(row.workspaceId).insert(extractions).values(row).returning();
      if (!made) throw new Error("A template was added and is not there");
      return made;
    },
    async changeExtraction(key, change) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .update(extractions)
        .set({ ...change, ...now })
        .where(one(key))
        .returning();
      return row;
    },
    async removeExtraction(key) {
      const [gone] = await tenancy.of(key.workspaceId).delete(extractions).where(one(key)).returning({ name: extractions.name });
      return gone?.name;
    },
  };
}
