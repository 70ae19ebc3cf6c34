/** Speech that a voice-activity model takes for speech, made by flite: 16 kHz PCM16, without the silence at its ends. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resample } from "@ongea/conversation";

const HEADER_BYTES = 44;
const RATE_OFFSET = 24;
const LOUD = 500;

export function realSpeech(text: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const file = join(folder, "speech.wav");
    execFileSync("flite", ["-voice", "slt", "-t", text, "-o", file]);
    const wav = readFileSync(file);
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + HEADER_BYTES, wav.byteOffset + wav.length));
    const sound = resample(samples, wav.readUInt32LE(RATE_OFFSET), 16_000);
    const isLoud = (sample: number): boolean => Math.abs(sample) > LOUD;
    const kept = sound.slice(sound.findIndex(isLoud), sound.findLastIndex(isLoud) + 1);
    return new Uint8Array(kept.buffer);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
