import type { ConsentStatus, CLONE_PROBLEMS, CLONE_STATES, RECORDINGS, VoiceEffect } from "@ongea/contract";
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes } from "../../platform/database/bytes.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const voices = pgTable("voices", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  provider: text("provider").notNull(),
  name: text("name").notNull(),
  model: text("model").notNull(),
  voiceId: text("voice_id").notNull(),
  accent: text("accent").notNull(),
  language: text("language").notNull(),
  gender: text("gender").notNull().$type<"female" | "male" | "neutral">(),
  premium: boolean("premium").notNull(),
  addedAt: moment("added_at"),
});

export const voiceSamples = pgTable("voice_samples", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  voiceName: text("voice_name").notNull(),
  provider: text("provider").notNull(),
  voiceKey: text("voice_key").notNull(),
  text: text("text").notNull(),
  durationMs: integer("duration_ms").notNull(),
  /** Of its file; 0: it has none yet and is spoken when somebody wants to hear it. */
  bytes: integer("bytes").notNull().default(0),
  effect: text("effect").$type<VoiceEffect>(),
  createdAt: moment("created_at").notNull().defaultNow(),
});

/** How words are said that voices read wrong. */
export const pronunciations = pgTable("pronunciations", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  word: text("word").notNull(),
  /** In small letters. */
  wordKey: text("word_key").notNull(),
  said: text("said").notNull(),
  /** BCP 47; empty: every language. */
  language: text("language").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

/** Voices made after a person's: each with who consented, when, by which sentence, and who recorded it. */
export const voiceClones = pgTable("voice_clones", {
  id: uuid("id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text("name").notNull(),
  language: text("language").notNull(),
  provider: text("provider").notNull(),
  state: text("state").notNull().$type<(typeof CLONE_STATES)[number]>(),
  problem: text("problem").$type<(typeof CLONE_PROBLEMS)[number]>(),
  /** Among the provider's; null until it has said it. */
  voiceId: text("voice_id"),
  speaker: text("speaker").notNull(),
  sentence: text("sentence").notNull(),
  consentAt: moment("consent_at"),
  consentBy: text("consent_by"),
  consentMs: integer("consent_ms"),
  /** Whether its words were compared with the sentence. */
  consentStatus: text("consent_status").$type<ConsentStatus>(),
  sampleMs: integer("sample_ms"),
  /** Who had it made or removed; the log of acts names them when it is done. */
  actor: jsonb("actor").$type<{ kind: string; id: string; name: string }>(),
  /** Since then there may be a voice at the provider, whatever is known of it here. */
  askedAt: moment("asked_at"),
  createdAt: moment("created_at").notNull().defaultNow(),
});

/** Their recordings, as WAV files: beside the rows, so that they go with them, on every server. */
export const voiceCloneSounds = pgTable("voice_clone_sounds", {
  cloneId: uuid("clone_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  recording: text("recording").notNull().$type<(typeof RECORDINGS)[number]>(),
  wav: bytes("wav").notNull(),
});
