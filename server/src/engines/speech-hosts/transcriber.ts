/** What a whole recording says, as STT writes it. For recordings beside calls, a few at a time. */
import { ANALYSIS_RATE_HZ, resample, type Recogniser, type Usage } from "@ongea/conversation";
import { createRecogniser, linkToHost, type RecogniserSettings } from "@ongea/providers";
import { ownPartsOf } from "./choices.ts";
import type { SpeechSetup } from "./speech-hosts.ts";

export interface Transcriber {
  /** Undefined: no STT here writes this language, or none could write this down now. */
  words(sound: Int16Array, sampleRateHz: number, language: string): Promise<string | undefined>;
  /** The same, by the STT of a workspace first. Empty text: nothing was said. */
  transcribe(sound: Int16Array, sampleRateHz: number, preferences: TranscriptionPreferences): Promise<Transcription>;
}

export interface TranscriptionPreferences {
  /** BCP 47. */
  language: string;
  keywords?: readonly string[];
  /** Of the workspace's connections: before what the installation has. */
  lent?: readonly RecogniserSettings[];
  /** The services of the settings are not for this workspace. */
  withoutServices?: boolean;
}

/** What a provider counted, by the recogniser's name. */
export interface TranscriptionUsage {
  by: string;
  usage: Usage;
}

/** `busy`: others are being written down; `language`: no STT here writes it; `unavailable`: none could write it down now. */
export type Transcription = { used: readonly TranscriptionUsage[] } & (
  | { kind: "text"; text: string }
  | { kind: "busy" | "language" | "unavailable" }
);

const FRAME = ANALYSIS_RATE_HZ / 50;
/** Recognisers write short utterances best; some write no longer ones. */
const LONGEST_SECONDS = 20;
/** A recording is cut where it is quietest in the last seconds of an utterance. */
const CUT_WITHIN_SECONDS = 5;
const TIMEOUT_MS = 30_000;
/** Of all recognisers together; an utterance that has begun may end. */
const MOST_MS = 150_000;
const MOST_AT_ONCE = 2;

export function createTranscriber(setup: () => SpeechSetup): Transcriber {
  let running = 0;
  async function transcribe(sound: Int16Array, sampleRateHz: number, preferences: TranscriptionPreferences) {
    if (running >= MOST_AT_ONCE) return { kind: "busy", used: [] } as const;
    running += 1;
    try {
      return await written(setup(), resample(sound, sampleRateHz, ANALYSIS_RATE_HZ), preferences);
    } finally {
      running -= 1;
    }
  }
  return {
    transcribe,
    async words(sound, sampleRateHz, language) {
      const found = await transcribe(sound, sampleRateHz, { language });
      return found.kind === "text" ? found.text : undefined;
    },
  };
}

/** The recognisers that know the language, one after the other, until one answers. */
async function written(
  { sockets, choices }: SpeechSetup,
  sound: Int16Array,
  { language, keywords = [], lent = [], withoutServices = false }: TranscriptionPreferences,
): Promise<Transcription> {
  const primary = language.split("-")[0] ?? language;
  const { recognisers } = withoutServices ? ownPartsOf(choices) : choices;
  const fitting = recognisers.filter(({ languages }) => languages.some((one) => one === "*" || one.split("-")[0] === primary));
  const all = [...lent, ...fitting.map(({ settings }) => settings)];
  const used: TranscriptionUsage[] = [];
  if (all.length === 0) return { kind: "language", used };
  const builtin = linkToHost(sockets.builtin);
  const local = sockets.local === undefined ? undefined : linkToHost(sockets.local);
  const links = { builtin, ...(local ? { local } : {}) };
  const untilMs = performance.now() + MOST_MS;
  try {
    for (const settings of all) {
      const recogniser = createRecogniser(settings, links);
      const count = (usage: Usage): void => void used.push({ by: recogniser.name, usage });
      const text = await heard(recogniser, sound, { language, keywords, untilMs, count }).catch(() => undefined);
      if (text !== undefined) return { kind: "text", text, used };
    }
    return { kind: "unavailable", used };
  } finally {
    builtin.close();
    local?.close();
  }
}

interface HeardOptions {
  language: string;
  keywords: readonly string[];
  untilMs: number;
  count(usage: Usage): void;
}

async function heard(recogniser: Recogniser, sound: Int16Array, options: HeardOptions): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < sound.length;) {
    if (performance.now() > options.untilMs) throw new Error("The recording took too long");
    const end = from + utteranceSamples(sound.subarray(from));
    texts.push((await utterance(recogniser, sound.subarray(from, end), options)).trim());
    from = end;
  }
  return texts.filter((text) => text !== "").join(" ");
}

/** How much of this is the next utterance. */
function utteranceSamples(sound: Int16Array): number {
  const most = LONGEST_SECONDS * ANALYSIS_RATE_HZ;
  if (sound.length <= most) return sound.length;
  let [cut, quietest] = [most, Infinity];
  for (let at = most - CUT_WITHIN_SECONDS * ANALYSIS_RATE_HZ; at + FRAME <= most; at += FRAME) {
    const loudness = sound.subarray(at, at + FRAME).reduce((sum, sample) => sum + Math.abs(sample), 0);
    if (loudness <= quietest) [cut, quietest] = [at + FRAME / 2, loudness];
  }
  return cut;
}

function utterance(recogniser: Recogniser, sound: Int16Array, { language, keywords, count }: HeardOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => done(() => reject(new Error("The recogniser did not answer"))), TIMEOUT_MS);
    const done = (tell: () => void): void => {
      clearTimeout(late);
      listening.close();
      tell();
    };
    const listening = recogniser.listen(
      { language, keywords },
      {
        partial: () => undefined,
        settled: (_id, _pause, { text }) => done(() => resolve(text)),
        failed: ({ message }) => queueMicrotask(() => done(() => reject(new Error(message)))),
        used: count,
      },
    );
    listening.begin(1);
    for (let at = 0; at + FRAME <= sound.length; at += FRAME) listening.hear(sound.subarray(at, at + FRAME));
    listening.pause(1, 1);
  });
}
