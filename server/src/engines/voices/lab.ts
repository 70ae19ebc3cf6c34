/** The Voice Lab: what voices say for whoever tries them, and what is kept of it. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type LibraryVoice, type VoiceEffect, type VoiceSample } from "@ongea/contract";
import { readWav, type SayAs, withEffect } from "@ongea/conversation";
import type { Db } from "../../platform/database/db.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { idOf, type Library } from "./library.ts";
import { sentenceIn } from "./sentences.ts";
import type { SoundFiles } from "./sound-files.ts";
import { sampleOnWire, type SampleKey, type SampleStore, type SpokenFigures, type StoredSample } from "./store.ts";
import { languageOf, DEFAULT_STYLE, type VoiceStyle, type Sound, type SpeakOrder, type Studio } from "./studio.ts";

export interface Lab {
  /** WAV. */
  preview(workspaceId: string, voiceId: string): Promise<Buffer>;
  figures(workspaceId: string): Promise<SpokenFigures & { credits_used: number }>;
  samples(workspaceId: string, asked: { cursor?: string | undefined; limit: number }): Promise<PageOf<VoiceSample>>;
  make(workspaceId: string, order: SampleOrder, signal: AbortSignal): Promise<VoiceSample>;
  /** Spoken and paid for, and not kept. */
  speak(order: SpeakOrder, signal: AbortSignal): Promise<Sound>;
  /** The file of a sample, spoken now if nobody has heard it yet. */
  sampleFile(key: SampleKey, signal: AbortSignal): Promise<string>;
  heardThrough(key: SampleKey, effect: VoiceEffect, signal: AbortSignal): Promise<Sound>;
  /** As a sample of its own. */
  keepEffect(key: SampleKey, effect: VoiceEffect, signal: AbortSignal): Promise<VoiceSample>;
  removeSample(key: SampleKey): Promise<void>;
}

export interface SampleOrder extends VoiceStyle {
  voice_id: string;
  text: string;
}

export interface Spoken {
  seconds: number;
  note: string;
  subject: string;
}

export interface LabParts {
  library: Pick<Library, "voice">;
  store: SampleStore;
  files: SoundFiles;
  studio: Studio;
  /** Credits for what was spoken, as part of a transaction where there is one. */
  charge(workspaceId: string, spoken: Spoken, db?: Db): Promise<void>;
  /** Of the workspace's credits. */
  spent(workspaceId: string): Promise<number>;
  mostBytes(workspaceId: string): Promise<number>;
  /** How the workspace says its words. Previews, which all workspaces share, are read as they are written. */
  sayAs(workspaceId: string): Promise<SayAs>;
}

export function createLab(parts: LabParts): Lab {
  const { library, store, files } = parts;
  const studio: Studio = { speak: async (order, signal) => parts.studio.speak(await asSaid(order, parts), signal) };
  const archive = createSampleArchive({ ...parts, studio });
  return {
    async preview(workspaceId, id) {
      const voice = await library.voice(workspaceId, id);
      const text = sentenceIn(voice.language);
      // What one listener no longer waits for is made for the next.
      return files.preview(idOf({ provider: `${voice.provider}/${text}`, voiceId: voice.voice_id }), () =>
        parts.studio.speak({ workspaceId, voice, text, ...DEFAULT_STYLE }, new AbortController().signal),
      );
    },
    async figures(workspaceId) {
      const [spoken, credits_used] = await Promise.all([store.figures(workspaceId), parts.spent(workspaceId)]);
      return { ...spoken, credits_used };
    },
    async samples(workspaceId, asked) {
      const { data, next } = await store.samples(workspaceId, asked);
      return { data: data.map(sampleOnWire), next };
    },
    async make(workspaceId, { voice_id, text, ...manner }, signal) {
      const voice = await library.voice(workspaceId, voice_id);
      const sound = await studio.speak({ workspaceId, voice, text, ...manner }, signal);
      signal.throwIfAborted();
      return archive.keep(workspaceId, sound, { voice, text, effect: null });
    },
    async speak(order, signal) {
      const sound = await studio.speak(order, signal);
      signal.throwIfAborted();
      await parts.charge(order.workspaceId, { seconds: secondsOf(sound), note: order.voice.name, subject: randomUUID() });
      return sound;
    },
    sampleFile: (key, signal) => archive.file(key, signal),
    heardThrough: (key, effect, signal) => archive.through(key, effect, signal),
    async keepEffect(key, effect, signal) {
      const { provider, voiceKey, voiceName, text } = await archive.row(key);
      const said = { voice: { provider, voice_id: voiceKey, name: voiceName }, text, effect };
      return archive.keep(key.workspaceId, await archive.through(key, effect, signal), said);
    },
    async removeSample(key) {
      if (!(await store.removeSample(key))) throw refuse("voice.sample_not_found");
      await files.remove(key.workspaceId, key.id);
    },
  };
}

async function asSaid(order: SpeakOrder, { sayAs }: Pick<LabParts, "sayAs">): Promise<SpeakOrder> {
  return { ...order, text: (await sayAs(order.workspaceId))(order.text, languageOf(order)) };
}

interface Said {
  voice: Pick<LibraryVoice, "provider" | "voice_id" | "name">;
  text: string;
  effect: VoiceEffect | null;
}

function createSampleArchive({ library, store, files, studio, charge, mostBytes }: LabParts) {
  async function row(key: SampleKey): Promise<StoredSample> {
    const found = await store.sample(key);
    if (!found) throw refuse("voice.sample_not_found");
    return found;
  }
  async function room(workspaceId: string): Promise<{ usedBytes: number; mostBytes: number }> {
    const [usedBytes, most] = await Promise.all([store.usedBytes(workspaceId), mostBytes(workspaceId)]);
    return { usedBytes, mostBytes: most };
  }
  /** What an effect makes of a sample was paid for with the sample. */
  async function keep(workspaceId: string, sound: Sound, said: Said): Promise<VoiceSample> {
    const id = randomUUID();
    const bytes = await files.keep(workspaceId, id, sound, await room(workspaceId));
    const seconds = secondsOf(sound);
    const sample = { id, workspaceId, ...said, bytes, durationMs: Math.round(seconds * 1_000) };
    try {
      const stored = await store.addSample(sample, async (db) => {
        if (said.effect === null) await charge(workspaceId, { seconds, note: said.voice.name, subject: id }, db);
      });
      return sampleOnWire(stored);
    } catch (error) {
      await files.remove(workspaceId, id);
      throw error;
    }
  }
  async function file(key: SampleKey, signal: AbortSignal): Promise<string> {
    const { provider, voiceKey, text, durationMs } = await row(key);
    const there = await files.path(key.workspaceId, key.id);
    if (there !== undefined) return there;
    const voice = await library.voice(key.workspaceId, idOf({ provider, voiceId: voiceKey }));
    const sound = await studio.speak({ workspaceId: key.workspaceId, voice, text, ...DEFAULT_STYLE }, signal);
    const bytes = await files.keep(key.workspaceId, key.id, fitted(sound, durationMs), await room(key.workspaceId));
    await store.hasFile(key, bytes);
    const path = await files.path(key.workspaceId, key.id);
    if (path === undefined) throw refuse("voice.sample_not_found");
    return path;
  }
  async function through(key: SampleKey, effect: VoiceEffect, signal: AbortSignal): Promise<Sound> {
    const { sampleRateHz, samples } = readWav(await readFile(await file(key, signal)));
    return { sampleRateHz, samples: withEffect(samples, sampleRateHz, effect) };
  }
  return { row, keep, file, through };
}

function secondsOf({ samples, sampleRateHz }: Sound): number {
  return samples.length / sampleRateHz;
}

/** A sample of a demo workspace is as long as its row says: what is left of its time is quiet. */
function fitted({ samples, sampleRateHz }: Sound, durationMs: number): Sound {
  const whole = new Int16Array(Math.round((durationMs * sampleRateHz) / 1_000));
  whole.set(samples.subarray(0, whole.length));
  return { samples: whole, sampleRateHz };
}
