import { ProviderFailure, type SpokenWords, type Speech, type Synthesiser } from "@ongea/conversation";
import { PcmReader } from "../sound/pcm-reader.ts";

export interface SpokenAs {
  name: string;
  sampleRateHz: number;
  mostCharacters: number;
  /** Raw 16-bit sound of a text that has letters or digits. */
  sound(words: SpokenWords, signal: AbortSignal): AsyncIterable<Buffer>;
  warm?(language: string): void;
}

/** TTS: a synthesiser of something that sends raw sound in pieces. */
export function createSpeaker({ name, sampleRateHz, mostCharacters, sound, warm }: SpokenAs): Synthesiser {
  return {
    name,
    async *speak(words, signal): AsyncGenerator<Speech, void, undefined> {
      const text = words.text.trim().slice(0, mostCharacters);
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const reader = new PcmReader();
      let isHeard = false;
      for await (const chunk of sound({ ...words, text }, signal)) {
        const samples = reader.push(chunk);
        if (samples.length === 0) continue;
        isHeard = true;
        yield { samples, sampleRateHz };
      }
      if (!isHeard && !signal.aborted) throw new ProviderFailure("bad-answer", "the provider sent no sound");
    },
    ...(warm ? { warm } : {}),
  };
}

/** An address as a WebSocket's. */
export function socketUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(baseUrl);
  url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

export function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(most, Math.max(least, value));
}
