/** All the SQL of cloned voices and their recordings. */
import type { RecordingOf } from "@ongea/contract";
import { and, asc, count, desc, eq, inArray, lt } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { voiceClones, voiceCloneSounds } from "../tables.ts";

export type StoredClone = typeof voiceClones.$inferSelect;
export type CloneChange = Partial<Omit<StoredClone, "id" | "workspaceId" | "createdAt">>;

export interface CloneKey {
  id: string;
  workspaceId: string;
}

export type CloneStateName = StoredClone["state"];

export interface CloneStore {
  /** The newest first. */
  all(workspaceId: string): Promise<StoredClone[]>;
  one(key: CloneKey): Promise<StoredClone | undefined>;
  count(workspaceId: string): Promise<number>;
  add(clone: Omit<typeof voiceClones.$inferInsert, "createdAt">): Promise<StoredClone>;
  /** Undefined: it is in none of these states any more. */
  change(key: CloneKey, from: readonly CloneStateName[], change: CloneChange): Promise<StoredClone | undefined>;
  /** In the place of one that was there. */
  keepSound(key: CloneKey, recording: RecordingOf, wav: Buffer): Promise<void>;
  sound(key: CloneKey, recording: RecordingOf): Promise<Buffer | undefined>;
  removeSounds(key: CloneKey): Promise<void>;
  /** With its recordings. */
  remove(key: CloneKey): Promise<void>;
  /** Drafts of every workspace that were begun before then and never asked for, at most so many. */
  forgotten(before: Date, most: number): Promise<CloneKey[]>;
}

export function createCloneStore(tenancy: Tenancy): CloneStore {
  const the = ({ id, workspaceId }: CloneKey) => and(eq(voiceClones.workspaceId, workspaceId), eq(voiceClones.id, id));
  const ofThe = ({ id, workspaceId }: CloneKey) =>
    and(eq(voiceCloneSounds.workspaceId, workspaceId), eq(voiceCloneSounds.cloneId, id));
  return {
    all: (workspaceId) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(voiceClones)
        .where(eq(voiceClones.workspaceId, workspaceId))
        .orderBy(desc(voiceClones.createdAt), desc(voiceClones.id)),
    async one(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(voiceClones).where(the(key));
      return row;
    },
    async count(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ clones: count() })
        .from(voiceClones)
        .where(eq(voiceClones.workspaceId, workspaceId));
      return row?.clones ?? 0;
    },
    async add(clone) {
      const [row] = await tenancy.of(clone.workspaceId).insert(voiceClones).values(clone).returning();
      if (!row) throw new Error("A cloned voice was not stored");
      return row;
    },
    async change(key, from, change) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .update(voiceClones)
        .set(change)
        .where(and(the(key), inArray(voiceClones.state, [...from])))
        .returning();
      return row;
    },
    async keepSound({ id: cloneId, workspaceId }, recording, wav) {
      await tenancy
        .of(workspaceId)
        .insert(voiceCloneSounds)
        .values({ cloneId, workspaceId, recording, wav })
        .onConflictDoUpdate({ target: [voiceCloneSounds.cloneId, voiceCloneSounds.recording], set: { wav } });
    },
    async sound(key, recording) {
      const [row] = await tenancy
        .of(key.workspaceId)
        .select({ wav: voiceCloneSounds.wav })
        .from(voiceCloneSounds)
        .where(and(ofThe(key), eq(voiceCloneSounds.recording, recording)));
      return row?.wav;
    },
    async removeSounds(key) {
      await tenancy.of(key.workspaceId).delete(voiceCloneSounds).where(ofThe(key));
    },
    async remove(key) {
      await tenancy.of(key.workspaceId).delete(voiceClones).where(the(key));
    },
    forgotten: (before, most) =>
      tenancy.everywhere
        .select({ id: voiceClones.id, workspaceId: voiceClones.workspaceId })
        .from(voiceClones)
        .where(and(eq(voiceClones.state, "draft"), lt(voiceClones.createdAt, before)))
        .orderBy(asc(voiceClones.createdAt))
        .limit(most),
  };
}
