/** All the SQL of vectors. */
import { and, asc, count, desc, eq, isNull, or, ne, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { ItemKey, StoredChunk, StoredItem } from "../passages/store.ts";
import { knowledgeChunks, knowledgeItems, knowledgeVectors } from "../passages/tables.ts";
import { spaceOf, type Choice } from "./embedders.ts";

export interface NewVector {
  position: number;
  vector: Buffer;
}

export interface VectorStore {
  /** Undefined when the item is gone. What it had of another choice is found until the new is there. */
  choose(key: ItemKey, choice: Choice): Promise<StoredItem | undefined>;
  item(key: ItemKey): Promise<StoredItem | undefined>;
  /** What most of a workspace's items are compared by beside their words. */
  usualChoice(workspaceId: string): Promise<Choice | undefined>;
  /** Passages of an item without a vector of its choice, in order. */
  bare(item: StoredItem, most: number): Promise<Pick<StoredChunk, "position" | "heading" | "text">[]>;
  /** False when the item is gone, or is to be compared by something else by now. `tokens`: what was counted for these. */
  keep(item: StoredItem, vectors: readonly NewVector[], tokens: number): Promise<boolean>;
  /** Its vectors are all there (null), or are not, and why. Those who search look again. */
  settled(item: StoredItem, problem: string | null): Promise<void>;
}

const the = ({ id, workspaceId }: ItemKey) => and(eq(knowledgeItems.workspaceId, workspaceId), eq(knowledgeItems.id, id));

/** It is still compared by what it was when this work began. */
const stillChosen = (item: StoredItem) =>
  and(
    the(item),
    eq(knowledgeItems.embedding, item.embedding),
    sql`${knowledgeItems.embeddingService} is not distinct from ${item.embeddingService}`,
    sql`${knowledgeItems.embeddingModel} is not distinct from ${item.embeddingModel}`,
  );

export function createVectorStore(tenancy: Tenancy): VectorStore {
  return {
    async item(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(knowledgeItems).where(the(key));
      return row;
    },
    async usualChoice(workspaceId) {
      const { embedding, embeddingService, embeddingModel } = knowledgeItems;
      const [row] = await tenancy
        .of(workspaceId)
        .select({ embedding, embeddingService, embeddingModel })
        .from(knowledgeItems)
        .where(and(eq(knowledgeItems.workspaceId, workspaceId), ne(embedding, "builtin")))
        .groupBy(embedding, embeddingService, embeddingModel)
        .orderBy(desc(count()), asc(embeddingService), asc(embeddingModel))
        .limit(1);
      return row;
    },
    choose: (key, choice) =>
      tenancy.of(key.workspaceId).transaction(async (db) => {
        const space = spaceOf(choice);
        if (space === undefined) await db.delete(knowledgeVectors).where(eq(knowledgeVectors.itemId, key.id));
        const [row] = await db
          .update(knowledgeItems)
          .set({ ...choice, embedded: countOf(key, space), embeddingProblem: null, embeddingTokens: 0, updatedAt: sql`now()` })
          .where(the(key))
          .returning();
        return row;
      }),
    bare: (item, most) =>
      tenancy
        .of(item.workspaceId)
        .select({ position: knowledgeChunks.position, heading: knowledgeChunks.heading, text: knowledgeChunks.text })
        .from(knowledgeChunks)
        .leftJoin(
          knowledgeVectors,
          and(eq(knowledgeVectors.itemId, knowledgeChunks.itemId), eq(knowledgeVectors.position, knowledgeChunks.position)),
        )
        .where(
          and(
            eq(knowledgeChunks.workspaceId, item.workspaceId),
            eq(knowledgeChunks.itemId, item.id),
            or(isNull(knowledgeVectors.space), ne(knowledgeVectors.space, spaceOf(item) ?? "")),
          ),
        )
        .orderBy(asc(knowledgeChunks.position))
        .limit(most),
    keep: (item, vectors, tokens) =>
      tenancy.of(item.workspaceId).transaction(async (db) => {
        const space = spaceOf(item) ?? "";
        const [row] = await db.select({ id: knowledgeItems.id }).from(knowledgeItems).where(stillChosen(item)).for("update");
        if (!row) return false;
        const place = { itemId: item.id, workspaceId: item.workspaceId, space };
        await db
          .insert(knowledgeVectors)
          .values(vectors.map((one) => ({ ...one, ...place })))
          .onConflictDoUpdate({
            target: [knowledgeVectors.itemId, knowledgeVectors.position],
            set: { space: sql`excluded.space`, vector: sql`excluded.vector` },
          });
        await db
          .update(knowledgeItems)
          .set({ embedded: countOf(item, space), embeddingTokens: sql`${knowledgeItems.embeddingTokens} + ${tokens}` })
          .where(the(item));
        return true;
      }),
    settled: async (item, problem) =>
      void (await tenancy
        .of(item.workspaceId)
        .update(knowledgeItems)
        .set({ embeddingProblem: problem, updatedAt: sql`now()` })
        .where(stillChosen(item))),
  };
}

function countOf({ id }: ItemKey, space = "") {
  return sql`(select count(*)::int from ${knowledgeVectors} where ${knowledgeVectors.itemId} = ${id} and ${knowledgeVectors.space} = ${space})`;
}
