import { ProviderFailure, type Speech, type Synthesiser } from "@ongea/conversation";
import { WavReader } from "../sound/wav-reader.ts";
import { ask, type ServiceAccess } from "../http/ask.ts";

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
      const reader = new SoundReader();
      for await (const chunk of ask(options, { path: "audio/speech", body, maxBytes: MAX_ANSWER_BYTES }, signal)) {
        const speech = reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if (speech) yield speech;
      }
      if (!signal.aborted && !reader.heard) throw new ProviderFailure("bad-answer", "the provider sent no sound");
    },
  };
}

/** Raw PCM, or WAV where the service sends that whatever it was asked for. */
class SoundReader {
  heard = false;
  #kept: Buffer = Buffer.alloc(0);
  #wav: WavReader | undefined;
  #begun = false;

  push(chunk: Buffer): Speech | undefined {
    if (this.#wav) return this.#note(this.#wav.push(chunk));
    const bytes = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    if (!this.#begun) {
      this.#kept = bytes;
      if (bytes.length < 12) return undefined;
      this.#begun = true;
      if (bytes.toString("latin1", 0, 4) === "RIFF") {
        this.#wav = new WavReader();
        return this.#note(this.#wav.push(bytes));
      }
      if (bytes.toString("latin1", 0, 3) === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)) {
        throw new ProviderFailure("bad-answer", "the provider sends MP3 where raw sound was asked for");
      }
    }
    const samples = new Int16Array(bytes.length >> 1);
    Buffer.from(samples.buffer).set(bytes.subarray(0, samples.length * 2));
    this.#kept = bytes.subarray(samples.length * 2);
    return samples.length === 0 ? undefined : this.#note({ samples, sampleRateHz: PCM_RATE_HZ });
  }

  #note(speech: Speech | undefined): Speech | undefined {
    if (speech) this.heard = true;
    return speech;
  }
}
