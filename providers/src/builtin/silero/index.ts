import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { VoiceActivity } from "@ongea/conversation";
import { tensorsOfThenBranch } from "../../onnx/tensors.ts";
import { STATE } from "./kernel-loader.ts";
import { CONTEXT, SileroNetwork, WINDOW } from "./network.ts";

/** silero_vad_v6.onnx of npm `@ricky0123/vad-web` (MIT, snakers4/silero-vad). */
const WEIGHTS_SHA256 = "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3";

let shared: SileroNetwork | undefined;

/**
 * VAD: voice activity for one conversation. The weights are read at the first call on a thread (about 20 ms) and shared by all
 * conversations there. Throws when the weights are missing or not the pinned ones.
 */
export function createSilero(): VoiceActivity {
  shared ??= loadSileroNetwork();
  return sileroOn(shared);
}

/** `wasm: false` computes in plain JavaScript. */
export function loadSileroNetwork(wasm = true): SileroNetwork {
  const weights = readFileSync(sileroWeightsPath());
  if (createHash("sha256").update(weights).digest("hex") !== WEIGHTS_SHA256) {
    throw new Error("the voice-activity weights are not the pinned ones");
  }
  return new SileroNetwork(tensorsOfThenBranch(weights), wasm);
}

export function sileroWeightsPath(): string {
  const manifest = createRequire(import.meta.url).resolve("@ricky0123/vad-web/package.json");
  return join(dirname(manifest), "dist", "silero_vad_v6.onnx");
}

export function sileroOn(network: SileroNetwork): VoiceActivity {
  const context = new Float32Array(CONTEXT);
  const hidden = new Float32Array(STATE);
  const cell = new Float32Array(STATE);
  return {
    windowSamples: WINDOW,
    judge(window) {
      const probability = network.judge(window, context, hidden, cell);
      for (let i = 0; i < CONTEXT; i++) context[i] = window[WINDOW - CONTEXT + i] ?? 0;
      return probability;
    },
    reset() {
      context.fill(0);
      hidden.fill(0);
      cell.fill(0);
    },
  };
}
