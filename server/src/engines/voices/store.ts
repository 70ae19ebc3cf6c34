/** All the SQL of the voices that a workspace has added and the samples that were spoken with them. */
import { randomUUID } from "node:crypto";
import type { LibraryVoice, VoiceEffect, VoiceSample } from "@ongea/contract";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import { afterCursor, cursorOf, pageFrom, type PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { voiceSamples, voices } from "./tables.ts";

export interface SpokenFigures {
  samples: number;
  duration_seconds: number;
}

export type StoredSample = typeof voiceSamples.$inferSelect;

export interface SampleKey {
  id: string;
  workspaceId: string;
}

export interface NewSample extends SampleKey {
  voice: Pick<LibraryVoice, "provider" | "voice_id" | "name">;
  text: string;
  durationMs: number;
  bytes: number;
  effect: VoiceEffect | null;
}

/** Provider and the provider's own id: what is stored of a voice that was added. */
export interface VoiceKey {
  provider: string;
  voiceId: string;
}

export interface AddedStore {
  added(workspaceId: string): Promise<VoiceKey[]>;
  add(workspaceId: string, voice: LibraryVoice): Promise<void>;
  remove(workspaceId: string, key: VoiceKey): Promise<void>;
}

export interface SampleStore {
  figures(workspaceId: string): Promise<SpokenFigures>;
  /** Newest first. */
  samples(workspaceId: string, asked: { cursor?: string | undefined; limit: number }): Promise<PageOf<StoredSample>>;
  sample(key: SampleKey): Promise<StoredSample | undefined>;
  usedBytes(workspaceId: string): Promise<number>;
  /** `also` is part of the same transaction. */
  addSample(sample: NewSample, also: (db: Db) => Promise<void>): Promise<StoredSample>;
  /** One that had none has its file now. */
  hasFile(key: SampleKey, bytes: number): Promise<void>;
  removeSample(key: SampleKey): Promise<boolean>;
}

export type VoiceStore = AddedStore & SampleStore;

export function createVoiceStore(tenancy: Tenancy): VoiceStore {
  return { ...addedVoices(tenancy), ...samples(tenancy) };
}

function addedVoices(tenancy: Tenancy): AddedStore {
  return {
    async added(workspaceId) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ provider: voices.provider, voiceId: voices.voiceId })
        .from(voices)
        .where(and(eq(voices.workspaceId, workspaceId), sql`${voices.addedAt} is not null`));
      return rows;
    },
    async add(workspaceId, { voice_id: voiceId, provider, name, model, accent, language, gender }) {
      const row = { id: randomUUID(), workspaceId, voiceId, provider, name, model, accent, language, gender, premium: false };
      await tenancy
        .of(workspaceId)
        .insert(voices)
        .values({ ...row, addedAt: new Date() })
        .onConflictDoUpdate({
          target: [voices.workspaceId, voices.provider, voices.voiceId],
          set: { addedAt: sql`coalesce(${voices.addedAt}, now())` },
        });
    },
    async remove(workspaceId, { provider, voiceId }) {
      await tenancy
        .of(workspaceId)
        .delete(voices)
        .where(and(eq(voices.workspaceId, workspaceId), eq(voices.provider, provider), eq(voices.voiceId, voiceId)));
    },
  };
}

export function samples(tenancy: Tenancy): SampleStore {
  const the = ({ id, workspaceId }: SampleKey) => and(eq(voiceSamples.workspaceId, workspaceId), eq(voiceSamples.id, id));
  return {
    async figures(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ samples: count(), durationMs: sql<string>`coalesce(sum(${voiceSamples.durationMs}), 0)` })
        .from(voiceSamples)
        .where(eq(voiceSamples.workspaceId, workspaceId));
      return { samples: row?.samples ?? 0, duration_seconds: Number(row?.durationMs ?? 0) / 1_000 };
    },
    async samples(workspaceId, { cursor, limit }) {
      const rows = await tenancy
        .of(workspaceId)
        .select({ sample: voiceSamples, place: cursorOf(voiceSamples.createdAt, voiceSamples.id) })
        .from(voiceSamples)
        .where(and(eq(voiceSamples.workspaceId, workspaceId), afterCursor(cursor, voiceSamples.createdAt, voiceSamples.id)))
        .orderBy(desc(voiceSamples.createdAt), desc(voiceSamples.id))
        .limit(limit + 1);
      const { data, next } = pageFrom(rows, limit);
      return { data: data.map(({ sample }) => sample), next };
    },
    async sample(key) {
      const [row] = await tenancy.of(key.workspaceId).select().from(voiceSamples).where(the(key));
      return row;
    },
    async usedBytes(workspaceId) {
      const [row] = await tenancy
        .of(workspaceId)
        .select({ bytes: sql<string>`coalesce(sum(${voiceSamples.bytes}), 0)` })
        .from(voiceSamples)
        .where(eq(voiceSamples.workspaceId, workspaceId));
      return Number(row?.bytes ?? 0);
    },
    addSample: ({ voice, ...sample }, also) =>
      tenancy.of(sample.workspaceId).transaction(async (db) => {
        const said = { voiceName: voice.name, provider: voice.provider, voiceKey: voice.voice_id };
        const [row] = await db
          .insert(voiceSamples)
          .values({ ...sample, ...said })
          .returning();
        if (!row) throw new Error("A sample was not stored");
        await also(db);
        return row;
      }),
    async hasFile(key, bytes) {
      await tenancy.of(key.workspaceId).update(voiceSamples).set({ bytes }).where(the(key));
    },
    async removeSample(key) {
      const rows = await tenancy.of(key.workspaceId).delete(voiceSamples).where(the(key)).returning({ id: voiceSamples.id });
      return rows.length > 0;
    },
  };
}

export function sampleOnWire(row: StoredSample): VoiceSample {
  return {
    id: row.id,
    text: row.text,
    voice: row.voiceName,
    provider: row.provider,
    duration_seconds: row.durationMs / 1_000,
    effect: row.effect,
    created_at: row.createdAt.toISOString(),
  };
}
