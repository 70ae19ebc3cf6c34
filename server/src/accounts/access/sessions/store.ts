/** The SQL of sessions. */
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/db.ts";
import { sessions } from "../tables.ts";

export type Session = typeof sessions.$inferSelect;

export interface SessionStore {
  /** Those in force, the last used first. */
  of(userId: string): Promise<Session[]>;
  /** A new session gets its workspace; false when it had one. */
  begin(id: string, workspaceId: string): Promise<boolean>;
  goTo(id: string, workspaceId: string): Promise<void>;
  /** Sessions of this person that have no workspace yet get this one. */
  placeNew(userId: string, workspaceId: string): Promise<void>;
  placeByToken(token: string, workspaceId: string): Promise<void>;
  /** False when this person has no such session. */
  end(userId: string, id: string): Promise<boolean>;
  endByToken(token: string): Promise<void>;
  endAll(userId: string): Promise<void>;
}

export function createSessionStore(db: Db): SessionStore {
  const place = (condition: ReturnType<typeof and>, workspaceId: string) =>
    db.update(sessions).set({ workspaceId }).where(condition).returning({ id: sessions.id });
  return {
    of: (userId) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
        .orderBy(desc(sessions.updatedAt)),
    begin: async (id, workspaceId) =>
      (await place(and(eq(sessions.id, id), isNull(sessions.workspaceId)), workspaceId)).length > 0,
    goTo: async (id, workspaceId) => void (await place(eq(sessions.id, id), workspaceId)),
    placeNew: async (userId, workspaceId) =>
      void (await place(and(eq(sessions.userId, userId), isNull(sessions.workspaceId)), workspaceId)),
    placeByToken: async (token, workspaceId) => void (await place(eq(sessions.token, token), workspaceId)),
    async end(userId, id) {
      const own = and(eq(sessions.userId, userId), sql`${sessions.id}::text = ${id}`);
      return (await db.delete(sessions).where(own).returning({ id: sessions.id })).length > 0;
    },
    async endByToken(token) {
      await db.delete(sessions).where(eq(sessions.token, token));
    },
    async endAll(userId) {
      await db.delete(sessions).where(eq(sessions.userId, userId));
    },
  };
}
