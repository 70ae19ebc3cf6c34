/** All the SQL of invitation codes. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { codes, visits } from "../tables.ts";

export type StoredCode = typeof codes.$inferSelect;

export interface CodeStore {
  /** The work makes the first codes, as one act, and only where there were never any. */
  first(work: (store: CodeStore) => Promise<void>): Promise<void>;
  /** Revokes the codes that were never used; the work makes as many new ones, as one act. */
  replaceUnused<T>(work: (store: CodeStore, count: number) => Promise<T>): Promise<T>;
  /** False when its prefix is taken. */
  add(code: Pick<StoredCode, "id" | "prefix" | "salt" | "hash">): Promise<boolean>;
  /** The oldest first. */
  list(): Promise<StoredCode[]>;
  find(prefix: string): Promise<StoredCode | undefined>;
  used(id: string): Promise<void>;
  /** The workspaces whose visits end with the code; undefined when no such code is in force. */
  revoke(prefix: string): Promise<string[] | undefined>;
}

export function createCodeStore(db: Db): CodeStore {
  return {
    first: (work) =>
      db.transaction(async (transaction) => {
        await transaction.execute(sql`lock table invitation_codes in exclusive mode`);
        const [any] = await transaction.select({ id: codes.id }).from(codes).limit(1);
        if (!any) await work(createCodeStore(transaction));
      }),
    replaceUnused: (work) =>
      db.transaction(async (transaction) => {
        const revoked = await transaction
          .update(codes)
          .set({ revokedAt: sql`now()` })
          .where(and(eq(codes.uses, 0), isNull(codes.revokedAt)))
          .returning({ id: codes.id });
        return work(createCodeStore(transaction), revoked.length);
      }),
    async add(code) {
      const added = await db.insert(codes).values(code).onConflictDoNothing().returning({ id: codes.id });
      return added.length > 0;
    },
    list: () => db.select().from(codes).orderBy(asc(codes.createdAt), asc(codes.prefix)),
    async find(prefix) {
      const [row] = await db.select().from(codes).where(eq(codes.prefix, prefix));
      return row;
    },
    async used(id) {
      const once = { uses: sql`${codes.uses} + 1`, lastUsedAt: sql`now()` };
      await db.update(codes).set(once).where(eq(codes.id, id));
    },
    revoke: (prefix) =>
      db.transaction(async (transaction) => {
        const [revoked] = await transaction
          .update(codes)
          .set({ revokedAt: sql`now()` })
          .where(and(eq(codes.prefix, prefix), isNull(codes.revokedAt)))
          .returning({ id: codes.id });
        if (!revoked) return undefined;
        const ended = await transaction
          .delete(visits)
          .where(eq(visits.codeId, revoked.id))
          .returning({ workspaceId: visits.workspaceId });
        return ended.flatMap(({ workspaceId }) => workspaceId ?? []);
      }),
  };
}
