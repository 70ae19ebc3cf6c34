import type { Synthesiser } from "@ongea/conversation";
import type { ServiceAccess } from "../http/ask.ts";
import { createHttpVoice } from "../sound/spoken-answer.ts";

const MAX_CHARACTERS = 4_096;
/** What `response_format: "pcm"` is. */
const PCM_RATE_HZ = 24_000;

export interface OpenAiSynthesiserOptions extends ServiceAccess {
  /** `tts-1`, `gpt-4o-mini-tts`, `kokoro` … */
  model: string;
  voice: string;
  /** 0.25…4, 1 when absent. */
  pace?: number;
  name?: string;
}

/** TTS: a voice behind `/audio/speech`, streamed as raw sound; a WAV answer is understood too. */
export function createOpenAiSynthesiser(options: OpenAiSynthesiserOptions): Synthesiser {
  const { model, voice, pace } = options;
  return createHttpVoice({
    access: options,
    name: options.name ?? `${model} ${voice}`,
    path: "audio/speech",
    mostCharacters: MAX_CHARACTERS,
    sampleRateHz: PCM_RATE_HZ,
    body: ({ text: input }) => ({
      model,
      input,
      voice,
      response_format: "pcm",
      ...(pace === undefined ? {} : { speed: pace }),
    }),
  });
}
