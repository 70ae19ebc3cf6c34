import { ProviderFailure, type Speech, type SpokenWords, type Synthesiser } from "@ongea/conversation";
import { ask, warmService, type ServiceAccess } from "../http/ask.ts";
import { SoundReader } from "./sound-reader.ts";

/** About four minutes at 16 kHz. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface SpokenAnswer {
  access: ServiceAccess;
  name: string;
  path: string;
  /** What the service takes of one text. */
  mostCharacters: number;
  /** Of raw sound; a WAV says its own. */
  sampleRateHz: number;
  body(words: SpokenWords): Record<string, unknown>;
}

/** TTS: a voice that answers a POST with its sound, raw or as WAV, as it makes it. */
export function createHttpVoice({ access, name, path, mostCharacters, sampleRateHz, body }: SpokenAnswer): Synthesiser {
  return {
    name,
    warm: () => warmService(access),
    async *speak(words, signal): AsyncGenerator<Speech, void, undefined> {
      const text = words.text.trim().slice(0, mostCharacters);
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const asked = { path, body: JSON.stringify(body({ ...words, text })), maxBytes: MAX_ANSWER_BYTES };
      const reader = new SoundReader(sampleRateHz);
      for await (const chunk of ask(access, asked, signal)) {
        const speech = reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
        if (speech) yield speech;
      }
      if (!signal.aborted && !reader.heard) throw new ProviderFailure("bad-answer", "the provider sent no sound");
    },
  };
}
