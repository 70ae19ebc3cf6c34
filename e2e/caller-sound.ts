/** What a caller says in a story, as sound: sentences spoken by a voice, with silences between them. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { resample } from "@ongea/conversation";
import { readWav, writeWav } from "./phones/wav.ts";

const RATE_HZ = 8_000;

/** A number is silence, in seconds; a text is spoken. Writes 8 kHz mono; gives where each text begins and ends, ms. */
export async function writeCallerSound(
  path: string,
  script: readonly (string | number)[],
  rateHz = RATE_HZ,
): Promise<{ startMs: number; endMs: number }[]> {
  const spans: { startMs: number; endMs: number }[] = [];
  const parts: Int16Array[] = [];
  let samples = 0;
  for (const part of script) {
    const sound = typeof part === "number" ? new Int16Array(part * rateHz) : await spoken(part, rateHz);
    if (typeof part === "string")
      spans.push({ startMs: (samples / rateHz) * 1_000, endMs: ((samples + sound.length) / rateHz) * 1_000 });
    parts.push(sound);
    samples += sound.length;
  }
  const all = new Int16Array(samples);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  await writeWav(path, { sampleRateHz: rateHz, samples: all });
  return spans;
}

async function spoken(text: string, rateHz: number): Promise<Int16Array> {
  const folder = await mkdtemp(join(tmpdir(), "caller-"));
  try {
    const path = join(folder, "said.wav");
    await promisify(execFile)("flite", ["-voice", "rms", "-t", text, "-o", path], { timeout: 20_000 });
    const { samples, sampleRateHz } = await readWav(path);
    return resample(samples, sampleRateHz, rateHz);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
