/** Speaks samples: one at a time, behind the calls, in a queue that is short, for whoever still waits. */
import { VOICE_KEY_REFUSED, type LibraryVoice } from "@ongea/contract";
import { pitched, ProviderFailure, stretched, swayed } from "@ongea/conversation";
import { timeLimit, isKeyRefused, type SynthesiserSettings } from "@ongea/providers";
import { refuse } from "../../platform/http/refuse.ts";
import type { SideVoices } from "../speech-hosts/side-voices.ts";

export interface VoiceStyle {
  /** 1 is the voice's own. */
  speed: number;
  /** Semitones. */
  pitch: number;
  /** Percent. */
  stability: number;
}

export interface Sound {
  samples: Int16Array;
  sampleRateHz: number;
}

export interface SpeakOrder extends VoiceStyle {
  workspaceId: string;
  voice: LibraryVoice;
  text: string;
  /** Of the text, where the voice speaks several. */
  language?: string | undefined;
}

export interface Studio {
  /** Refuses with "voice.busy" when too many wait, with "voice.failed" when the voice cannot speak it. Throws when `signal` aborts. */
  speak(order: SpeakOrder, signal: AbortSignal): Promise<Sound>;
}

export interface StudioParts {
  side: Pick<SideVoices, "use">;
  settingsOf(workspaceId: string, voice: LibraryVoice): Promise<SynthesiserSettings | undefined>;
  /** In all, and of one workspace: the one that speaks and those that wait. */
  most?: { all: number; workspace: number };
}

export const DEFAULT_STYLE: VoiceStyle = { speed: 1, pitch: 0, stability: 100 };
const MOST = { all: 12, workspace: 2 };
/** Another key may do what this one may not: whoever asks is told that it was the key. */
const AUTHENTICATION = { type: VOICE_KEY_REFUSED, loc: ["provider"], msg: "the provider refuses the key" } as const;
const RETRY_SECONDS = 5;
/** Of one sample; 500 characters take far less. */
const MOST_SECONDS = 180;
const TIMEOUT_MS = 60_000;

export function createStudio({ side, settingsOf, most = MOST }: StudioParts): Studio {
  const waiting = new Map<string, number>();
  let all = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const own = waiting.get(workspaceId) ?? 0;
    if (all >= most.all || own >= most.workspace) throw busy();
    all++;
    waiting.set(workspaceId, own + 1);
    const mine = last.then(work);
    last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      all--;
      const left = (waiting.get(workspaceId) ?? 1) - 1;
      if (left === 0) waiting.delete(workspaceId);
      else waiting.set(workspaceId, left);
    }
  }

  return {
    speak: (order, client) =>
      inTurn(order.workspaceId, async () => {
        client.throwIfAborted();
        const settings = await settingsOf(order.workspaceId, order.voice);
        if (!settings) throw refuse("voice.not_found");
        const signal = timeLimit(TIMEOUT_MS, client);
        try {
          return await side.use(mannered(settings, order), (voice) => sentenceBySentence(order, settings, voice, signal));
        } catch (error) {
          client.throwIfAborted();
          if (isKeyRefused(error)) throw refuse("voice.failed", [AUTHENTICATION]);
          if (error instanceof ProviderFailure && error.code === "refused") throw refuse("voice.refused");
          if (error instanceof ProviderFailure || signal.aborted) throw refuse("voice.failed");
          throw error;
        }
      }),
  };
}

type Voice = Parameters<Parameters<SideVoices["use"]>[1]>[0];

/** A sentence each, so that none keeps the thread that makes its sound long. */
async function sentenceBySentence(
  order: SpeakOrder,
  settings: SynthesiserSettings,
  voice: Voice,
  signal: AbortSignal,
): Promise<Sound> {
  const language = languageOf(order);
  const pieces: Int16Array[] = [];
  let sampleRateHz = 0;
  for (const [seed, text] of sentencesOf(order.text, language).entries()) {
    const spoken: Int16Array[] = [];
    for await (const speech of voice.speak({ text, language }, signal)) {
      if (sampleRateHz !== 0 && speech.sampleRateHz !== sampleRateHz) throw new ProviderFailure("bad-answer", "the rate changed");
      sampleRateHz = speech.sampleRateHz;
      spoken.push(speech.samples);
    }
    signal.throwIfAborted();
    const own = joined(spoken);
    const timed = hasPace(settings) ? own : stretched(own, sampleRateHz, 1 / order.speed);
    const high = pitched(timed, sampleRateHz, order.pitch);
    pieces.push(settings.use === "elevenlabs" ? high : swayed(high, sampleRateHz, order.stability, seed + 1));
    if (pieces.reduce((sum, { length }) => sum + length, 0) > MOST_SECONDS * sampleRateHz) break;
  }
  const samples = joined(pieces);
  if (samples.length === 0) throw refuse("voice.nothing_said");
  return { samples, sampleRateHz };
}

/** Those that speak faster and slower by themselves do it better than we can. */
function hasPace(
  settings: SynthesiserSettings,
): settings is Extract<SynthesiserSettings, { use: "builtin" | "local" | "openai" }> {
  return settings.use === "builtin" || settings.use === "local" || settings.use === "openai";
}

function mannered(settings: SynthesiserSettings, { speed, stability }: VoiceStyle): SynthesiserSettings {
  // It has a stability of its own.
  if (settings.use === "elevenlabs") return { ...settings, stability: stability / 100 };
  return hasPace(settings) && speed !== 1 ? { ...settings, pace: speed } : settings;
}

export function languageOf({ language, voice }: SpeakOrder): string {
  return voice.language === "*" ? (language ?? "en") : voice.language;
}

function sentencesOf(text: string, language: string): string[] {
  const parts = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)];
  return parts.map(({ segment }) => segment.trim()).filter((segment) => segment !== "");
}

export function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function busy(): Error {
  const refusal = refuse("voice.busy");
  refusal.retryAfterSeconds = RETRY_SECONDS;
  return refusal;
}
