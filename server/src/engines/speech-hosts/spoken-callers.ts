/**
 * Callers whose words are spoken and heard: a voice of this machine, a telephone line, and STT. In speech hosts of their own that run behind
 * everything else, so that no call waits for a test.
 */
import { throughTelephoneLine } from "@ongea/channels/media";
import { ANALYSIS_RATE_HZ, type Expected, FRAME_MS, ProviderFailure, type Recogniser, type Words } from "@ongea/conversation";
import {
  timeLimit,
  createRecogniser,
  createSynthesiser,
  type RecogniserSettings,
  type SynthesiserSettings,
} from "@ongea/providers";
import { pause } from "../../platform/async/pause.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { ownPartsOf } from "./choices.ts";
import type { MachineVoice } from "./machine-voices.ts";
import type { SideHost, SideVoices } from "./side-voices.ts";
import type { SpeechHosts } from "./speech-hosts.ts";

export interface SpokenCallers {
  /** Refuses with "agent_test.no_caller_voice" or "agent_test.no_stt". */
  choose(preferences: CallerPreferences): ChosenSpeech;
  /** For sound that is there: nothing is spoken. Refuses with "agent_test.no_stt". */
  chooseStt(preferences: CallerPreferences): ChosenSpeech;
  /** For as long as the work goes on. */
  use<T>(chosen: ChosenSpeech, work: (caller: SpokenCaller) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export interface CallerPreferences {
  /** BCP 47, in which the call begins. */
  language: string;
  /** The caller has another one. */
  agentVoice?: string | undefined;
  /** STT that the workspace has connected, and that its provider charges: before what runs on this machine. */
  connected?: readonly RecogniserSettings[] | undefined;
}

export interface ChosenSpeech {
  stt: RecogniserSettings;
  /** For people. */
  sttName: string;
  /** Of the caller, for people. */
  voice: string;
  /** By language, for those that this machine speaks. */
  voiceIn(language: string): MachineVoice | undefined;
}

export interface LineQuality {
  signalToNoiseDb?: number | undefined;
  lossPercent: number;
}

export interface Utterance {
  text: string;
  /** Of the caller's words. */
  language: string;
  line: LineQuality & { seed: number };
}

/** One conversation of a caller: STT knows their voice better with each utterance, as in a call. */
export interface SpokenConversation {
  /** Spoken, sent through the line and heard. Empty text: nothing was understood. One at a time. */
  say(utterance: Utterance, expected: readonly Expected[], signal: AbortSignal): Promise<Words>;
  /** Sound of a telephone call at 16 kHz, heard. */
  hear(sound: Int16Array, expected: readonly Expected[], signal: AbortSignal): Promise<Words>;
  close(): void;
}

export interface SpokenCaller {
  /** In this language, BCP 47. */
  begin(options: { language: string; keywords: readonly string[] }): SpokenConversation;
}

const FRAME = (ANALYSIS_RATE_HZ / 1_000) * FRAME_MS;
/** Around the words, as voice activity detection leaves it. */
const [BEFORE_MS, AFTER_MS] = [300, 400];
/** A machine that is busy with calls is slow. */
const HEARS_WITHIN_MS = 60_000;
/** 500 characters are spoken in about forty seconds. */
const LONGEST_UTTERANCE_SECONDS = 90;
/** Sound is sent ahead of its time by so much where two recognisers wait for each other. */
const AHEAD_MS = 5;
const FLITE = "flite";

export interface SpokenCallersParts {
  side: Pick<SideVoices, "useHosts" | "stop">;
  speech(): Pick<SpeechHosts, "setup" | "voices" | "hasBuiltinStt">;
}

export function createSpokenCallers({ side, speech }: SpokenCallersParts): SpokenCallers {
  const chooseStt: SpokenCallers["chooseStt"] = ({ language, connected = [] }) => {
    const stt = connected[0] ?? ownStt(speech(), language);
    if (!stt) throw refuse("agent_test.no_stt");
    return { stt, sttName: nameOf(stt), voice: "", voiceIn: () => undefined };
  };
  return {
    chooseStt,
    choose(preferences) {
      const { language, agentVoice } = preferences;
      const voices = speech().voices();
      const voiceIn = (spoken: string): MachineVoice | undefined => callerVoice(voices, spoken, agentVoice);
      const voice = voiceIn(language);
      if (!voice) throw refuse("agent_test.no_caller_voice");
      return { ...chooseStt(preferences), voice: `${voice.name} (${voice.model})`, voiceIn };
    },
    use({ stt, voiceIn }, work) {
      const hosts = new Set<SideHost>(["builtin"]);
      if (stt.use === "local") hosts.add("local");
      return side.useHosts(
        [...hosts],
        (links) => {
          const recogniser = createRecogniser(stt, links);
          // What two hear is put together as they hear it: in the pace of a call.
          const isPaced = stt.use === "local" && stt.guided === true;
          return work({
            begin(options) {
              const ear = openEar(recogniser, options, isPaced);
              return {
                hear: (sound, expected, signal) => ear.hear(async () => sound, expected, signal),
                say({ text, language, line }, expected, signal) {
                  const voice = voiceIn(language);
                  if (!voice) throw new ProviderFailure("unavailable", `No voice of this machine speaks ${language}.`);
                  const speaks = async (): Promise<Int16Array> => {
                    const sound = await spoken({ text, language, settings: settingsOf(voice) }, links, signal);
                    return throughTelephoneLine(sound.samples, sound.sampleRateHz, line);
                  };
                  return ear.hear(speaks, expected, signal);
                },
                close: () => ear.close(),
              };
            },
          });
        },
        stt.use === "local" ? stt.model : undefined,
      );
    },
    stop: () => side.stop(),
  };
}

/** What a call would be heard by, of what runs on this machine: nothing that anybody charges. */
function ownStt(
  { setup, hasBuiltinStt }: ReturnType<SpokenCallersParts["speech"]>,
  language: string,
): RecogniserSettings | undefined {
  const fitting = ownPartsOf(setup.choices)
    .recognisers.filter(({ languages }) => languages.some((one) => one === "*" || primaryOf(one) === primaryOf(language)))
    .map(({ settings }) => settings)
    .filter(({ use }) => use !== "builtin" || hasBuiltinStt);
  const isGuided = fitting.some(({ use }) => use === "builtin");
  const [first] = fitting;
  return first?.use === "local" && isGuided ? { ...first, guided: true } : first;
}

/** Another voice than the agent's, the most human first. */
function callerVoice(voices: readonly MachineVoice[], language: string, agentVoice = ""): MachineVoice | undefined {
  const fitting = voices.filter((voice) => primaryOf(voice.language) === primaryOf(language) && voice.provider === "builtin");
  const others = fitting.filter(({ voiceId }) => voiceId !== agentVoice);
  const pool = others.length > 0 ? others : fitting;
  return pool.find(({ model }) => model === FLITE) ?? pool[0];
}

function nameOf(settings: RecogniserSettings): string {
  if (settings.use === "builtin") return "PocketSphinx";
  const model = "model" in settings && settings.model ? settings.model : "";
  return settings.use === "local" ? model : `${settings.use} ${model}`.trim();
}

function settingsOf({ voiceId }: MachineVoice): SynthesiserSettings {
  return { use: "builtin", voice: voiceId };
}

function primaryOf(language: string): string {
  return language.toLowerCase().split("-")[0] ?? "";
}

interface Spoken {
  samples: Int16Array;
  sampleRateHz: number;
}

type Links = Parameters<typeof createSynthesiser>[1];

async function spoken(
  { text, language, settings }: { text: string; language: string; settings: SynthesiserSettings },
  links: Links,
  signal: AbortSignal,
): Promise<Spoken> {
  const pieces: Int16Array[] = [];
  let [rate, samples] = [ANALYSIS_RATE_HZ, 0];
  for await (const speech of createSynthesiser(settings, links).speak({ text, language }, signal)) {
    rate = speech.sampleRateHz;
    pieces.push(speech.samples);
    samples += speech.samples.length;
    if (samples > LONGEST_UTTERANCE_SECONDS * rate) break;
  }
  const before = Math.round((BEFORE_MS * rate) / 1_000);
  const whole = new Int16Array(before + samples + Math.round((AFTER_MS * rate) / 1_000));
  let at = before;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return { samples: whole, sampleRateHz: rate };
}

interface Ear {
  hear(sound: () => Promise<Int16Array>, expected: readonly Expected[], signal: AbortSignal): Promise<Words>;
  close(): void;
}

function openEar(recogniser: Recogniser, options: Parameters<Recogniser["listen"]>[0], isPaced: boolean): Ear {
  let answer: { resolve: (words: Words) => void; reject: (error: Error) => void } | undefined;
  let id = 0;
  const open = (): Listening => {
    return recogniser.listen(options, {
      partial: () => {},
      settled: (of, _pause, words) => void (of === id && answer?.resolve(words)),
      failed: ({ code, message }) => answer?.reject(new ProviderFailure(code, message)),
    });
  };
  let listening = open();
  /** One that has failed hears nothing more. */
  const reopen = (): void => {
    listening.close();
    listening = open();
  };
  return {
    async hear(speaks, expected, signal) {
      // It makes ready for the answer while the caller's voice is made.
      listening.expect(expected);
      const sound = await speaks();
      const within = timeLimit(HEARS_WITHIN_MS + (isPaced ? lastsMs(sound) : 0), signal);
      const heard = new Promise<Words>((resolve, reject) => {
        answer = { resolve, reject };
        const late = (): void => reject(new ProviderFailure("timeout", `${recogniser.name} did not answer`));
        within.addEventListener("abort", late, { once: true });
        if (within.aborted) late();
      });
      heard.catch(() => {});
      listening.begin(++id);
      await send(listening, sound, isPaced, within);
      listening.pause(id, 0);
      try {
        const words = await heard;
        listening.end(id);
        return words;
      } catch (error) {
        reopen();
        throw error;
      }
    },
    close: () => listening.close(),
  };
}

function lastsMs(sound: Int16Array): number {
  return sound.length / (ANALYSIS_RATE_HZ / 1_000);
}

type Listening = ReturnType<Recogniser["listen"]>;

async function send(listening: Listening, sound: Int16Array, isPaced: boolean, signal: AbortSignal): Promise<void> {
  const beganMs = performance.now();
  for (let at = 0; at + FRAME <= sound.length && !signal.aborted; at += FRAME) {
    listening.hear(sound.subarray(at, at + FRAME));
    const aheadMs = at / (ANALYSIS_RATE_HZ / 1_000) - (performance.now() - beganMs);
    if (isPaced && aheadMs > AHEAD_MS) await pause(aheadMs);
  }
}
