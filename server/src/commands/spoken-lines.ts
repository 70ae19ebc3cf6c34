/** Typed lines spoken with a built-in voice, for a caller at the terminal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resample } from "@ongea/conversation";
import { createHostSynthesiser, linkToHost } from "@ongea/providers";
import { startBuiltinHost } from "@ongea/providers/hosts";
import { PHONE_RATE_HZ } from "./telephone.ts";

export interface SpokenLines {
  speak(text: string): Promise<Int16Array>;
  close(): Promise<void>;
}

/** Not the voice that agents have, so that the two can be told apart. */
const CALLER_VOICE = "rms";

export async function openSpokenLines(): Promise<SpokenLines> {
  const folder = mkdtempSync(join(tmpdir(), "ongea-voice-"));
  const socketPath = join(folder, "voice.sock");
  const host = await startBuiltinHost({ socketPath });
  const link = linkToHost(socketPath);
  const voice = createHostSynthesiser(link, { name: "caller", voice: CALLER_VOICE });
  return {
    async speak(text) {
      const pieces: Int16Array[] = [];
      for await (const { samples, sampleRateHz } of voice.speak({ text, language: "en-US" }, new AbortController().signal)) {
        pieces.push(resample(samples, sampleRateHz, PHONE_RATE_HZ));
      }
      return joined(pieces);
    },
    async close() {
      link.close();
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
