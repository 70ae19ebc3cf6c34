import { createBuiltinSpeaker } from "../builtin/voices/speaker.ts";
import type { Speaker } from "../host/tts-engine.ts";
import { joined } from "./flite-speech.ts";
import { resampled } from "./telephone-band.ts";

/** Five voices that are not alike: three American, a Scottish and a formant one. */
export const CALLER_VOICES: readonly string[] = ["kal", "awb", "rms", "slt", "espeak:en-gb"];

let speaker: Promise<Speaker> | undefined;

/** A sentence in one of this machine's voices, at 16 kHz. */
export async function spokenBy(text: string, voice: string): Promise<Int16Array> {
  speaker ??= createBuiltinSpeaker();
  const prepared = (await speaker).prepare({ text, language: "en", voice, pace: 1 });
  const parts: Int16Array[] = [];
  for await (const { samples, sampleRateHz } of prepared?.speak(new AbortController().signal) ?? [])
    parts.push(resampled(samples, sampleRateHz, 16_000));
  return joined(parts);
}
