import type { Synthesiser } from "@ongea/conversation";
import { Contexts, type ContextTimeouts } from "../socket/contexts.ts";
import { createSpeaker, socketUrl, within } from "../socket/speaker.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";
import { elevenLabsMessage } from "./messages.ts";

export interface ElevenLabsOptions {
  apiKey: string;
  voice: string;
  /** `eleven_flash_v2_5`, `eleven_multilingual_v2`, `eleven_v3` … */
  model?: string;
  /** 0.7…1.2; what is beyond is brought within. */
  pace?: number;
  /** 0…1: how much alike the voice sounds each time. */
  stability?: number;
  /** 0…1: how close it stays to the recorded voice. */
  similarity?: number;
  /** Of a region; absent: api.elevenlabs.io. */
  baseUrl?: string;
  connectTimeoutMs?: number;
  firstBytesTimeoutMs?: number;
  idleTimeoutMs?: number;
  name?: string;
}

const RATE_HZ = 16_000;
const MOST_CHARACTERS = 4_096;
/** What an account may speak at once over one connection. */
const MOST_CONTEXTS = 5;
const MOST_LANGUAGES = 16;
const TIMEOUTS = { connectTimeoutMs: 4_000, firstBytesTimeoutMs: 4_500, idleTimeoutMs: 4_500 };
/** Those that the models of version 2.5 can be told; any other they must guess. */
const LANGUAGES = "en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi".split(" ");

/**
 * TTS: ElevenLabs over its multi-context WebSocket, one connection for all who speak with this voice, kept open between turns. Version 3 is
 * refused there and is asked over HTTP.
 */
export function createElevenLabsSynthesiser(options: ElevenLabsOptions): Synthesiser {
  const model = options.model ?? "eleven_flash_v2_5";
  if (model.startsWith("eleven_v3")) return overHttp(options, model);
  const connections = new Map<string, Contexts>();
  const connectionsFor = (language: string): Contexts => {
    const code = languageCode(model, language);
    let found = connections.get(code);
    if (!found) {
      if (connections.size >= MOST_LANGUAGES) connections.clear();
      connections.set(code, (found = connect(options, model, code)));
    }
    return found;
  };
  return createSpeaker({
    name: nameOf(options, model),
    sampleRateHz: RATE_HZ,
    mostCharacters: MOST_CHARACTERS,
    sound: ({ text, language }, signal) => connectionsFor(language).speak((context) => spoken(options, context, text), signal),
    warm: (language) => connectionsFor(language).warm(),
  });
}

function connect(options: ElevenLabsOptions, model: string, languageCode: string): Contexts {
  const { apiKey, voice, baseUrl = "https://api.elevenlabs.io" } = options;
  const url = socketUrl(baseUrl, `v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`, {
    model_id: model,
    output_format: `pcm_${RATE_HZ}`,
    // Whole clauses are sent: nothing is gained by waiting for more.
    auto_mode: "true",
    inactivity_timeout: "180",
    ...(languageCode === "" ? {} : { language_code: languageCode }),
  });
  const timeouts: ContextTimeouts = { ...TIMEOUTS, ...given(options) };
  const { connectTimeoutMs = TIMEOUTS.connectTimeoutMs } = options;
  const secrets = [apiKey];
  return new Contexts(
    {
      access: { url, headers: { "xi-api-key": apiKey }, secrets, connectTimeoutMs },
      mostContexts: MOST_CONTEXTS,
      cancel: (context) => JSON.stringify({ context_id: context, close_context: true }),
      read: (message) => elevenLabsMessage(message, secrets),
    },
    timeouts,
  );
}

/** Opens a context, says the clause, and closes it: what was said is spoken to its end. */
function spoken(options: ElevenLabsOptions, context: string, text: string): string[] {
  return [
    { text: " ", voice_settings: voiceSettings(options), context_id: context },
    { text: `${text} `, context_id: context, flush: true },
    { context_id: context, close_context: true },
  ].map((message) => JSON.stringify(message));
}

function voiceSettings({ pace, stability, similarity }: ElevenLabsOptions): object {
  return {
    stability: within(stability, 0, 1) ?? 0.5,
    similarity_boost: within(similarity, 0, 1) ?? 0.75,
    speed: within(pace, 0.7, 1.2) ?? 1,
  };
}

function overHttp(options: ElevenLabsOptions, model: string): Synthesiser {
  const { apiKey, voice, baseUrl = "https://api.elevenlabs.io" } = options;
  const query = { output_format: `pcm_${RATE_HZ}` };
  return createHttpVoice({
    access: { ...TIMEOUTS, ...given(options), baseUrl, apiKey, keyHeader: "xi-api-key", query },
    name: nameOf(options, model),
    path: `v1/text-to-speech/${encodeURIComponent(voice)}/stream`,
    mostCharacters: MOST_CHARACTERS,
    sampleRateHz: RATE_HZ,
    body: ({ text }) => ({ text, model_id: model, voice_settings: voiceSettings(options) }),
  });
}

function nameOf({ name }: ElevenLabsOptions, model: string): string {
  return name ?? `elevenlabs ${model}`;
}

function given({ connectTimeoutMs, firstBytesTimeoutMs, idleTimeoutMs }: ElevenLabsOptions): Partial<typeof TIMEOUTS> {
  return {
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    ...(firstBytesTimeoutMs === undefined ? {} : { firstBytesTimeoutMs }),
    ...(idleTimeoutMs === undefined ? {} : { idleTimeoutMs }),
  };
}

function languageCode(model: string, language: string): string {
  const primary = (language.split("-")[0] ?? "").toLowerCase();
  return model.includes("v2_5") && LANGUAGES.includes(primary) ? primary : "";
}
