/** What a recording says, as the built-in recogniser hears it, freely. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resample } from "@ongea/conversation";
import { createHostRecogniser, linkToHost } from "@ongea/providers";
import { startBuiltinHost } from "@ongea/providers/hosts";

const FRAME = 320;
const LIMIT_MS = 60_000;

export interface Transcriber {
  /** One stretch of speech. */
  words(sound: Int16Array, sampleRateHz: number): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startTranscriber(): Promise<Transcriber> {
  const folder = await mkdtemp(join(tmpdir(), "ears-"));
  const socketPath = join(folder, "host.sock");
  const host = await startBuiltinHost({ socketPath, onEvent: () => {} });
  const recogniser = createHostRecogniser(linkToHost(socketPath), "PocketSphinx");
  return {
    words: (sound, sampleRateHz) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error("the recogniser did not answer")), LIMIT_MS);
        const listening = recogniser.listen(
          { language: "en", keywords: [] },
          {
            partial: () => {},
            settled: (_id, _pause, { text }) => {
              clearTimeout(late);
              listening.close();
              resolve(text.toLowerCase().split(/\s+/).filter(Boolean));
            },
            failed: ({ message }) => reject(new Error(message)),
          },
        );
        const analysed = resample(sound, sampleRateHz, 16_000);
        listening.begin(1);
        for (let at = 0; at + FRAME <= analysed.length; at += FRAME) listening.hear(analysed.subarray(at, at + FRAME));
        listening.pause(1, 1);
      }),
    stop: async () => {
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The share of the words said that were heard, in any order. */
export function shareHeard(said: string, heard: readonly string[]): number {
  const words = said.toLowerCase().match(/[a-z']+/g) ?? [];
  const left = [...heard];
  const found = words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return found.length / Math.max(1, words.length);
}
