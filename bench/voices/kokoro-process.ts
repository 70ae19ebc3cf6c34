/** A process of its own that speaks as Kokoro's voices: sherpa-onnx links espeak-ng (GPL-3). One sentence after the other. */
import { loadSherpa, samplesOfFloats } from "@ongea/providers/testing";
import type { KokoroFiles } from "./kokoro-files.ts";

export interface Saying {
  text: string;
  speaker: number;
}

export interface Said {
  samples: Int16Array;
  sampleRateHz: number;
}

const files = JSON.parse(process.argv[2] ?? "") as KokoroFiles;
const { model, voices, tokens, dataDir } = files;
const tts = await loadSherpa().OfflineTts.createAsync({
  model: { kokoro: { model, voices, tokens, dataDir }, numThreads: 1 },
  maxNumSentences: 1,
});
process.on("message", ({ text, speaker }: Saying) => void say(text, speaker));
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

async function say(text: string, speaker: number): Promise<void> {
  const { samples, sampleRate } = await tts.generateAsync({ text, sid: speaker, speed: 1, enableExternalBuffer: false });
  const said: Said = { samples: samplesOfFloats(samples), sampleRateHz: sampleRate };
  process.send?.(said);
}
