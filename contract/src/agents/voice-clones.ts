/** Voices made after a person's, with that person's recorded consent (specification 2.17, Voice Cloning). */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { PROVIDERS } from "../engines/provider-catalogue.ts";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

/** In whose accounts voices can be cloned. */
export const CLONING_PROVIDERS = PROVIDERS.filter(({ id }) => id === "elevenlabs" || id === "cartesia");
export const MOST_CLONES = 20;
export const MOST_CLONE_NAME = 100;
export const MOST_SPEAKER_NAME = 100;
/** Of a recording, as a WAV file of 16-bit sound: two minutes at 48 kHz, with some room. */
export const MOST_RECORDING_BYTES = 12 * 1_048_576;
/** Seconds. */
export const RECORDING_SECONDS = {
  consent: { least: 3, most: 60 },
  sample: { least: 10, most: 120 },
} as const;
/** What a sample is taken from in a browser, before it is made a WAV file. */
export const SAMPLE_FILE_ENDINGS = [".wav", ".mp3", ".m4a", ".ogg", ".webm", ".flac"] as const;
export const MOST_SAMPLE_FILES = 5;

/** Why a recording is not taken: the `type` of the detail of "request.invalid", and its words. */
export const SOUND_FAULTS = {
  sound_unreadable: "is no WAV file of 16-bit sound at 16 to 48 kHz",
  sound_too_short: "is too short",
  sound_too_long: "is too long",
  sound_silent: "has hardly anything to hear in it",
  sound_clipped: "is distorted: it was recorded too loud",
  sound_not_speech: "does not sound like speech",
  sound_other_words: "does not say the sentence of consent",
} as const;
export type SoundFault = keyof typeof SOUND_FAULTS;

export const RECORDINGS = ["consent", "sample"] as const;
export type RecordingOf = (typeof RECORDINGS)[number];

/**
 * `draft`: recordings are missing or it was not asked for yet; `making`; `ready`: it can be spoken with; `failed`: see `problem`, and it may
 * be asked for again; `removing`: it is being deleted at the provider.
 */
export const CLONE_STATES = ["draft", "making", "ready", "failed", "removing"] as const;
/** `refused`: by the provider; `limited`: no place or credit left in its account; `unreachable`: it gave no answer; `not_connected`. */
export const CLONE_PROBLEMS = ["refused", "limited", "unreachable", "not_connected"] as const;

/** Whether this server's STT has compared the recorded consent's words with its sentence; `unchecked`: none here writes its language. */
export const CONSENT_STATUS = ["checked", "unchecked"] as const;
export type ConsentStatus = (typeof CONSENT_STATUS)[number];

export const VoiceClone = z.object({
  id: z.string(),
  name: z.string(),
  /** BCP 47. */
  language: z.string(),
  provider: z.string(),
  state: z.enum(CLONE_STATES),
  problem: z.enum(CLONE_PROBLEMS).nullable(),
  /** In the library, once it is ready. */
  voice_id: z.string().nullable(),
  consent: z.object({
    /** Whose voice it is. */
    speaker: z.string(),
    /** That the speaker read aloud. */
    sentence: z.string(),
    /** When it was recorded; null: not yet. */
    given_at: Moment.nullable(),
    /** Who recorded it. */
    taken_by: z.string().nullable(),
    seconds: z.number().nullable(),
    /** Null: it is not recorded yet. */
    status: z.enum(CONSENT_STATUS).nullable(),
  }),
  /** Of the sample; null: there is none yet. */
  sample_seconds: z.number().nullable(),
  created_at: Moment,
});
export type VoiceClone = z.output<typeof VoiceClone>;

export const listVoiceClones = route({
  method: "GET",
  path: "/api/voices/clones",
  who: "viewer",
  does: "The workspace's cloned voices, and which provider makes new ones.",
  answer: z.object({
    data: z.array(VoiceClone),
    /** Null: none that can is connected. */
    engine: z.object({ provider: z.string(), name: z.string() }).nullable(),
    most: z.number(),
  }),
});

export const startVoiceClone = route({
  method: "POST",
  path: "/api/voices/clones",
  who: "agent_manager",
  does: "Begins a cloned voice: the answer has the sentence with which its speaker consents.",
  body: z.object({
    name: z.string().trim().min(1).max(MOST_CLONE_NAME),
    speaker: z.string().trim().min(1).max(MOST_SPEAKER_NAME),
    language: z.enum(LANGUAGES),
  }),
  answer: VoiceClone,
});

const OneClone = z.object({ clone_id: z.uuid() });
const OneRecording = OneClone.extend({ recording: z.enum(RECORDINGS) });

export const uploadCloneRecording = route({
  method: "PUT",
  path: "/api/voices/clones/:clone_id/recordings/:recording",
  who: "agent_manager",
  does: "Keeps the speaker's consent or a sample of the voice: a WAV file of 16-bit sound, 16 to 48 kHz, is the body. A consent whose words are not those of its sentence is refused; `consent.status` says whether STT has compared them.",
  params: OneRecording,
  upload: { types: ["application/octet-stream"], mostBytes: MOST_RECORDING_BYTES },
  answer: VoiceClone,
});

export const hearCloneRecording = route({
  method: "GET",
  path: "/api/voices/clones/:clone_id/recordings/:recording",
  who: "agent_manager",
  does: "The recorded consent or the sample, as a WAV file.",
  params: OneRecording,
});

export const makeVoiceClone = route({
  method: "POST",
  path: "/api/voices/clones/:clone_id/make",
  who: "agent_manager",
  does: "Has the provider make the voice: see its state.",
  params: OneClone,
  answer: VoiceClone,
});

export const removeVoiceClone = route({
  method: "DELETE",
  path: "/api/voices/clones/:clone_id",
  who: "agent_manager",
  does: "Deletes a cloned voice at the provider, and its recordings here.",
  params: OneClone,
  answer: z.object({
    success: z.literal(true),
    /** False: its provider is no longer connected, so that it may still be in that account. */
    at_provider: z.boolean(),
  }),
});
