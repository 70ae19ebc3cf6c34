/** All the SQL of how words are said. */
import { randomUUID } from "node:crypto";
import { and, asc, count, eq, ne, or, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { pronunciations } from "../tables.ts";

export type PronunciationRow = typeof pronunciations.$inferSelect;

export interface NewPronunciation {
  word: string;
  said: string;
  /** BCP 47; empty: every language. */
  language: string;
}

export interface PronunciationStore {
  /** By the alphabet; there are never more than a workspace may have. */
  all(workspaceId: string): Promise<PronunciationRow[]>;
  /** Undefined: there is no room for one more. */
  keep(workspaceId: string, one: NewPronunciation, most: number): Promise<PronunciationRow | undefined>;
  /** What was removed. */
  remove(workspaceId: string, id: string): Promise<PronunciationRow | undefined>;
}

export function createPronunciationStore(tenancy: Tenancy): PronunciationStore {
  const { workspaceId: workspace, id: key, wordKey, language: of } = pronunciations;
  return {
    all: (workspaceId) =>
      tenancy.of(workspaceId).select().from(pronunciations).where(eq(workspace, workspaceId)).orderBy(asc(wordKey), asc(of)),
    keep: (workspaceId, { word, said, language }, most) =>
      tenancy.of(workspaceId).transaction(async (db) => {
        // Two people who add the last one at once do not both find room.
        await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pronunciations ${workspaceId}`}, 0))`);
        const isOther = or(ne(wordKey, word.toLowerCase()), ne(of, language));
        const [others] = await db
          .select({ rows: count() })
          .from(pronunciations)
          .where(and(eq(workspace, workspaceId), isOther));
        if ((others?.rows ?? 0) >= most) return undefined;
        const row = { id: randomUUID(), workspaceId, word, wordKey: word.toLowerCase(), said, language };
        const [kept] = await db
          .insert(pronunciations)
          .values(row)
          .onConflictDoUpdate({ target: [workspace, wordKey, of], set: { word, said, updatedAt: sql`now()` } })
          .returning();
        return kept;
      }),
    async remove(workspaceId, id) {
      const [row] = await tenancy
        .of(workspaceId)
        .delete(pronunciations)
        .where(and(eq(workspace, workspaceId), eq(key, id)))
        .returning();
      return row;
    },
  };
}
