import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resample } from "@ongea/conversation";
import { createHostRecogniser, linkToHost } from "@ongea/providers";
import { startBuiltinHost } from "@ongea/providers/hosts";
import type { Sound } from "./phones/wav.ts";

const FRAME = 320;
const QUIET = 300;
const PAUSE_FRAMES = 25;
const ANSWER_TIMEOUT_MS = 30_000;

/** What a recogniser makes of a recording, a line for each stretch of speech. */
export async function wordsIn(sound: Sound): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-ears-"));
  const host = await startBuiltinHost({ socketPath: join(folder, "ears.sock") });
  const link = linkToHost(join(folder, "ears.sock"));
  try {
    const lines: string[] = [];
    for (const stretch of stretchesOf(resample(sound.samples, sound.sampleRateHz, 16_000))) lines.push(await hear(stretch));
    return lines.filter((line) => line !== "");
  } finally {
    link.close();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  function hear(samples: Int16Array): Promise<string> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("The recogniser did not answer")), ANSWER_TIMEOUT_MS);
      const ears = createHostRecogniser(link, "ears").listen(
        { language: "en", keywords: [] },
        {
          partial: () => undefined,
          settled: (_id, _pause, { text }) => {
            clearTimeout(late);
            ears.close();
            resolve(text);
          },
          failed: ({ message }) => reject(new Error(message)),
        },
      );
      ears.begin(1);
      for (let at = 0; at + FRAME <= samples.length; at += FRAME) ears.hear(samples.subarray(at, at + FRAME));
      ears.pause(1, 1);
    });
  }
}

/** Cut where half a second is quiet. */
function stretchesOf(samples: Int16Array): Int16Array[] {
  const stretches: Int16Array[] = [];
  let start: number | undefined;
  let quiet = 0;
  for (let at = 0; at + FRAME <= samples.length; at += FRAME) {
    const isLoud = samples.subarray(at, at + FRAME).some((sample) => Math.abs(sample) > QUIET);
    quiet = isLoud ? 0 : quiet + 1;
    if (isLoud) start ??= Math.max(0, at - FRAME * 10);
    if (start !== undefined && quiet === PAUSE_FRAMES) {
      stretches.push(samples.subarray(start, at));
      start = undefined;
    }
  }
  if (start !== undefined) stretches.push(samples.subarray(start));
  return stretches;
}
