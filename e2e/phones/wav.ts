import { readFile, writeFile } from "node:fs/promises";
import { readWav as soundIn, wavOf } from "@ongea/conversation";

/** 16-bit PCM, mono. */
export interface Sound {
  sampleRateHz: number;
  samples: Int16Array;
}

export async function writeWav(path: string, { samples, sampleRateHz }: Sound): Promise<void> {
  await writeFile(path, wavOf(samples, sampleRateHz));
}

/** Of several channels the first is read. A data length that was never filled in counts to the end of the file. */
export async function readWav(path: string): Promise<Sound> {
  return soundIn(await readFile(path));
}

/** A tone, for telling that it arrived. */
export function tone(hz: number, seconds: number, sampleRateHz = 8_000): Sound {
  const samples = Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * i) / sampleRateHz)),
  );
  return { sampleRateHz, samples };
}

/**
 * How many of the sound's fiftieths of a second are this tone and nothing else, 0…1. One share of the whole falls to nothing when a single
 * packet is lost and the tone goes on in another phase; here a lost moment counts for as long as it was.
 */
export function momentsAt(hz: number, { samples, sampleRateHz }: Sound): number {
  const size = Math.floor(sampleRateHz / 50);
  const moments = Array.from({ length: Math.floor(samples.length / size) }, (_, n) => samples.slice(n * size, (n + 1) * size));
  return moments.filter((moment) => shareAt(hz, { samples: moment, sampleRateHz }) > 0.9).length / Math.max(1, moments.length);
}

/** How much of the sound's energy is at one frequency, 0…1 (Goertzel). */
export function shareAt(hz: number, sound: Sound): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / sound.sampleRateHz);
  let [before, last, energy] = [0, 0, 0];
  for (const sample of sound.samples) {
    [before, last] = [last, sample + factor * last - before];
    energy += sample * sample;
  }
  const power = last * last + before * before - factor * last * before;
  return energy === 0 ? 0 : (2 * power) / (energy * sound.samples.length);
}
