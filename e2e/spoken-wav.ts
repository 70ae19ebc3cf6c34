import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Part = { say: string } | { silenceMs: number } | { toneMs: number };

/** Makes a WAV (16-bit mono) of a person who says things with pauses between them, with flite and sox. */
export function speakToWav(path: string, parts: readonly Part[], rateHz = 48_000): void {
  const folder = mkdtempSync(join(tmpdir(), "ongea-spoken-"));
  try {
    const files = parts.map((part, index) => {
      const file = join(folder, `${index}.wav`);
      if ("say" in part) {
        const raw = join(folder, `${index}-raw.wav`);
        execFileSync("flite", ["-voice", "rms", "-t", part.say, "-o", raw]);
        execFileSync("sox", [raw, "-r", String(rateHz), "-c", "1", "-b", "16", file]);
      } else if ("toneMs" in part) {
        const shape = ["synth", String(part.toneMs / 1_000), "sine", "1000", "vol", "0.3"];
        execFileSync("sox", ["-n", "-r", String(rateHz), "-c", "1", "-b", "16", file, ...shape]);
      } else {
        execFileSync("sox", [
          "-n",
          "-r",
          String(rateHz),
          "-c",
          "1",
          "-b",
          "16",
          file,
          "trim",
          "0",
          String(part.silenceMs / 1_000),
        ]);
      }
      return file;
    });
    execFileSync("sox", [...files, path]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
