import { ProviderFailure, Resampler, type Speech } from "@ongea/conversation";
import { z } from "zod";
import { ByteCache } from "./byte-cache.ts";
import { bytesOf } from "./frames.ts";
import { problemOf } from "./serve.ts";
import type { Outlet, SpeechEngine, Work } from "./speech-engine.ts";
import { Turnstile } from "./turnstile.ts";

const CACHE_BYTES = 24 * 1024 * 1024;
const MAX_WAITING = 200;

const requestShape = z.object({
  text: z.string().max(10_000),
  language: z.string().max(35),
  voice: z.string().max(200).optional(),
  pace: z.number().min(0.5).max(2).default(1),
  sampleRateHz: z.number().int().min(8_000).max(48_000).optional(),
});

export type SynthesisRequest = z.output<typeof requestShape>;

/** What speaks behind the service. */
export interface Speaker {
  /** Throws a ProviderFailure when it has no voice for this. Undefined: there is nothing to say. */
  prepare(wish: SynthesisRequest): Utterance | undefined;
  describe(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface Utterance {
  /** The same key: the same sound. */
  key: string;
  speak(signal: AbortSignal): AsyncIterable<Speech>;
}

/** TTS: speaks clauses for many calls: a few at a time, each one that was spoken before from memory. */
export function createTtsEngine(speaker: Speaker, atOnce: number): SpeechEngine {
  const cache = new ByteCache<Speech[]>(CACHE_BYTES, (speech) =>
    speech.reduce((sum, part) => sum + part.samples.byteLength + 100, 0),
  );
  const turnstile = new Turnstile(atOnce, MAX_WAITING);
  const open = (options: unknown, client: Outlet): Work => {
    const parsed = requestShape.safeParse(options);
    if (!parsed.success) throw new ProviderFailure("refused", "a request that is not understood");
    const stop = new AbortController();
    void perform(parsed.data, client, stop.signal).then(
      () => client.end(),
      (error: unknown) => client.end(problemOf(error)),
    );
    return { told() {}, close: () => stop.abort() };
  };
  const perform = async (wanted: SynthesisRequest, client: Outlet, signal: AbortSignal): Promise<void> => {
    const utterance = speaker.prepare(wanted);
    if (!utterance) return;
    const key = `${wanted.sampleRateHz ?? "any"} ${utterance.key}`;
    const known = cache.get(key);
    if (known) return known.forEach((speech) => tell(client, speech));
    const leave = await turnstile.enter(signal);
    try {
      const spoken: Speech[] = [];
      const lowered = lowerTo(wanted.sampleRateHz);
      for await (const part of utterance.speak(signal)) {
        const speech = lowered(part);
        spoken.push(speech);
        tell(client, speech);
      }
      if (!signal.aborted) cache.set(key, spoken);
    } finally {
      leave();
    }
  };
  return { open, describe: () => speaker.describe(), close: () => speaker.close() };
}

/** Converts one utterance's sound to this rate where that is less to send. */
function lowerTo(rateHz: number | undefined): (speech: Speech) => Speech {
  let resampler: Resampler | undefined;
  return (speech) => {
    const { samples, sampleRateHz } = speech;
    if (rateHz === undefined || sampleRateHz <= rateHz) return speech;
    resampler ??= new Resampler(sampleRateHz, rateHz);
    const output = new Int16Array(resampler.outputBound(samples.length));
    return { samples: output.subarray(0, resampler.process(samples, output)), sampleRateHz: rateHz };
  };
}

/** Longer pieces go in parts, so that the other end can begin with the first and no frame is too large. */
const PART_SAMPLES = 32_000;

function tell(client: Outlet, { samples, sampleRateHz }: Speech): void {
  for (let at = 0; at < samples.length; at += PART_SAMPLES) {
    client.tell({ sampleRateHz }, bytesOf(samples.subarray(at, at + PART_SAMPLES)));
  }
}
