import { ProviderFailure, type Synthesiser } from "@ongea/conversation";
import { ask, type ServiceAccess } from "../http/ask.ts";
import { SoundReader } from "../sound/sound-reader.ts";

/** About three minutes at 24 kHz. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
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
  return {
    name: options.name ?? `${model} ${voice}`,
    async *speak({ text }, signal) {
      const input = text.trim().slice(0, MAX_CHARACTERS);
      if (!/[\p{L}\p{N}]/u.test(input)) return;
      const body = JSON.stringify({
        model,
        input,
        voice,
        response_format: "pcm",
        ...(pace === undefined ? {} : { speed: pace }),
      });
      const reader = new SoundReader(PCM_RATE_HZ);
      for await (const chunk of ask(options, { path: "audio/speech", body, maxBytes: MAX_ANSWER_BYTES }, signal)) {
        const speech = reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if (speech) yield speech;
      }
      if (!signal.aborted && !reader.heard) throw new ProviderFailure("bad-answer", "the provider sent no sound");
    },
  };
}
