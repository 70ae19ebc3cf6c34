import type { Engine } from "../builtin/voices/engine.ts";
import { findEspeak } from "../builtin/voices/espeak.ts";
import { findFlite } from "../builtin/voices/flite.ts";
import { resampled } from "./telephone-band.ts";

let found: Promise<Engine | undefined> | undefined;

/** A sentence spoken by one of flite's voices (or by espeak where flite is missing), at 16 kHz. */
export async function fliteSpeech(text: string, voiceId = "slt"): Promise<Int16Array> {
  found ??= findFlite().then((flite) => flite ?? findEspeak());
  const engine = await found;
  const voice = engine?.voices.find(({ id, language }) => id === voiceId || (engine.name !== "flite" && language === "en-gb"));
  if (!engine || !voice) throw new Error("this machine has no voice to test with");
  const parts: Int16Array[] = [];
  for await (const { samples, sampleRateHz } of engine.speak({ text, voice, pace: 1 }, new AbortController().signal)) {
    parts.push(resampled(samples, sampleRateHz, 16_000));
  }
  return joined(parts);
}

export function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** So many milliseconds of faint noise at 16 kHz, the same each time. */
export function quiet(ms: number, loudness = 4): Int16Array {
  let seed = 1;
  return Int16Array.from({ length: ms * 16 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return Math.round((seed / 2_147_483_647 - 0.5) * 2 * loudness);
  });
}
