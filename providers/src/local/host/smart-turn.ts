import { join } from "node:path";
import { samplesOf } from "../../host/frames.ts";
import type { SpeechEngine } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import { loadOnnxModel } from "../../onnx/onnx-runtime.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { BANDS, levelledLogMel } from "./log-mel.ts";
import { floatsOf } from "./sherpa.ts";
import { answering } from "./segment-engine.ts";

const SAMPLES = 8 * 16_000;
const FRAMES = 800;
const MAX_WAITING = 64;

/** Endpointing by Smart Turn v3: whether a speaker who pauses has finished, from the last 8 s of sound. */
export function createSmartTurnEngine(
  { folder }: InstalledModel,
  description: ModelDescription & { engine: "smart-turn" },
): SpeechEngine {
  const model = loadOnnxModel(join(folder, description.parts.model));
  const turnstile = new Turnstile(1, MAX_WAITING);
  return {
    open(_, client) {
      const stop = new AbortController();
      return answering(client, stop, async (body) => {
        const leave = await turnstile.enter(stop.signal);
        try {
          client.tell({ finished: await judge(samplesOf(body)) });
        } finally {
          leave();
        }
      });
    },
    describe: () => ({ id: description.id, name: description.name }),
    close: async () => model.free(),
  };

  async function judge(sound: Int16Array): Promise<number> {
    const values = levelledLogMel(lastSeconds(sound));
    const { logits } = await model.run([{ name: "input_features", shape: [1, BANDS, FRAMES], values }], { logits: 1 });
    return logits?.[0] ?? 0;
  }
}

/** Exactly 8 s: the last ones, or silence before them. */
function lastSeconds(sound: Int16Array): Float32Array {
  const padded = new Float32Array(SAMPLES);
  const kept = floatsOf(sound.subarray(Math.max(0, sound.length - SAMPLES)));
  padded.set(kept, SAMPLES - kept.length);
  return padded;
}
