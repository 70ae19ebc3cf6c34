/** The voices that a workspace can choose from, and what was spoken with them in the Voice Lab (specification 2.11, 2.17, 3.6 to 3.8). */
import { z } from "zod";
import { Cursor, Moment, pageOf } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** Of the voices of connected providers (specification 2.11); no voice of this machine is called so. */
export const PREMIUM_SHARE = 0.3;
export const MOST_SAMPLE_TEXT = 500;
/** The `type` of the detail of "voice.failed" where the provider refused the key. */
export const VOICE_KEY_REFUSED = "authentication";
export const SAMPLE_RANGES = {
  speed: { least: 0.5, most: 2, step: 0.1 },
  pitch: { least: -10, most: 10, step: 1 },
  stability: { least: 0, most: 100, step: 5 },
} as const;
export const VOICE_EFFECTS = ["telephone", "room", "noise", "compression"] as const;
export type VoiceEffect = (typeof VOICE_EFFECTS)[number];

export const Voice = z.object({
  id: z.string(),
  /** Among the provider's; what an assistant's `voice` names. */
  voice_id: z.string(),
  provider: z.string(),
  name: z.string(),
  model: z.string(),
  accent: z.string(),
  language: z.string(),
  gender: z.enum(["female", "male", "neutral"]),
});
export type Voice = z.output<typeof Voice>;

export const LibraryVoice = Voice.extend({
  /** To the workspace. */
  added: z.boolean(),
  /** In the Voice Lab and in the editor of assistants: the added ones, and those that are always there. */
  offered: z.boolean(),
});
export type LibraryVoice = z.output<typeof LibraryVoice>;

const FALLBACKS = [
  ["7f9c5443-57d8-8d37-8008-844ec2fc6283", "slt", "American English", "en-US", "female"],
  ["607974aa-292b-8f25-8d17-5bbebc97c90d", "rms", "American English", "en-US", "male"],
  ["f4a2891a-b7ad-8ab1-8a8b-77933dcf58da", "awb", "Scottish English", "en-GB", "male"],
  ["6fbeb039-5a96-8b62-8504-5d6193156aba", "kal", "American English", "en-US", "male"],
] as const;

/** Shown where the list of voices cannot be had. */
export const FALLBACK_VOICES: readonly LibraryVoice[] = FALLBACKS.map(([id, voice_id, accent, language, gender]) => {
  const always = { provider: "builtin", model: "flite", added: false, offered: true };
  return { id, voice_id, name: voice_id.toUpperCase(), accent, language, gender, ...always };
});

export const VoiceFigures = z.object({
  /** Made in the Voice Lab. */
  samples: z.number(),
  /** Of all samples together. */
  duration_seconds: z.number(),
  /** That the Voice Lab offers. */
  voice_models: z.number(),
  /** Spent on samples; a credit is the smallest unit of the workspace's currency. */
  credits_used: z.number(),
  /** In the library, added or not. */
  voices: z.number(),
  premium_voices: z.number(),
  languages: z.number(),
  providers: z.number(),
});
export type VoiceFigures = z.output<typeof VoiceFigures>;

export const readVoiceFigures = route({
  method: "GET",
  path: "/api/voices/figures",
  who: "viewer",
  does: "Counts the workspace's voices, its samples and what they cost.",
  answer: VoiceFigures,
});

export const listVoices = route({
  method: "GET",
  path: "/api/voices",
  who: "viewer",
  does: "Every voice that the workspace can choose: this machine's and its providers'.",
  answer: z.object({ data: z.array(LibraryVoice) }),
});

/** As the wire has it; `?format=array` gives the bare list. */
export const listMyVoices = route({
  method: "GET",
  path: "/me/voices",
  who: "viewer",
  does: "Every voice that the workspace can choose.",
  query: z.object({ format: z.literal("array").optional() }),
  answer: z.union([z.object({ data: z.array(Voice), state: z.literal("success") }), z.array(Voice)]),
});

const OneVoice = z.object({ voice_id: z.uuid() });

export const addVoice = route({
  method: "POST",
  path: "/api/voices/:voice_id/add",
  who: "agent_manager",
  does: "Adds a voice to the workspace: agents and the Voice Lab offer it.",
  params: OneVoice,
  answer: LibraryVoice,
});

export const removeVoice = route({
  method: "DELETE",
  path: "/api/voices/:voice_id/add",
  who: "agent_manager",
  does: "Takes a voice from the workspace; agents that speak with it go on.",
  params: OneVoice,
  answer: LibraryVoice,
});

export const previewVoice = route({
  method: "GET",
  path: "/api/voices/:voice_id/preview",
  who: "viewer",
  does: "A sentence in this voice, as a WAV file.",
  params: OneVoice,
});

const Manner = z.object({
  speed: z.number().min(SAMPLE_RANGES.speed.least).max(SAMPLE_RANGES.speed.most).default(1),
  /** Semitones. */
  pitch: z.number().int().min(SAMPLE_RANGES.pitch.least).max(SAMPLE_RANGES.pitch.most).default(0),
  /** Percent; at 100 the voice speaks as it always does, below it sways. */
  stability: z.number().min(SAMPLE_RANGES.stability.least).max(SAMPLE_RANGES.stability.most).default(100),
});

export const VoiceSample = z.object({
  id: z.string(),
  text: z.string(),
  /** The voice's name. */
  voice: z.string(),
  provider: z.string(),
  duration_seconds: z.number(),
  effect: z.enum(VOICE_EFFECTS).nullable(),
  created_at: Moment,
});
export type VoiceSample = z.output<typeof VoiceSample>;

export const listVoiceSamples = route({
  method: "GET",
  path: "/api/voices/samples",
  who: "viewer",
  does: "What was spoken in the Voice Lab, the newest first.",
  query: Cursor,
  answer: pageOf(VoiceSample),
});

export const makeVoiceSample = route({
  method: "POST",
  path: "/api/voices/samples",
  who: "agent_manager",
  does: "Speaks a text and keeps it.",
  body: Manner.extend({ voice_id: z.uuid(), text: z.string().trim().min(1).max(MOST_SAMPLE_TEXT) }),
  answer: VoiceSample,
});

const OneSample = z.object({ sample_id: z.uuid() });

export const readVoiceSample = route({
  method: "GET",
  path: "/api/voices/samples/:sample_id/audio",
  who: "viewer",
  does: "A sample, as a WAV file.",
  params: OneSample,
});

export const removeVoiceSample = route({
  method: "DELETE",
  path: "/api/voices/samples/:sample_id",
  who: "agent_manager",
  does: "Deletes a sample.",
  params: OneSample,
  answer: z.object({ success: z.literal(true) }),
});

const OneEffect = OneSample.extend({ effect: z.enum(VOICE_EFFECTS) });

export const hearEffect = route({
  method: "GET",
  path: "/api/voices/samples/:sample_id/effects/:effect",
  who: "viewer",
  does: "A sample through an effect, as a WAV file.",
  params: OneEffect,
});

export const keepEffect = route({
  method: "POST",
  path: "/api/voices/samples/:sample_id/effects/:effect",
  who: "agent_manager",
  does: "Keeps a sample through an effect as a sample of its own.",
  params: OneEffect,
  answer: VoiceSample,
});

/** As the wire asks for it: the voice by the name or the id that its provider has for it. */
export const generateSpeech = route({
  method: "POST",
  path: "/tts/generate",
  who: "agent_manager",
  does: "Speaks a text; the WAV file is in the answer.",
  body: z.looseObject({
    text: z.string().trim().min(1).max(MOST_SAMPLE_TEXT),
    provider: z.string().max(100).optional(),
    provider_config: z
      .looseObject({
        voice: z.string().max(200).optional(),
        voice_id: z.string().max(200).optional(),
        engine: z.string().max(100).optional(),
        language: z.string().max(35).optional(),
        speed: Manner.shape.speed,
        pitch: Manner.shape.pitch,
        stability: Manner.shape.stability,
      })
      .prefault({}),
  }),
  answer: z.object({ data: z.string(), state: z.literal("success") }),
});
