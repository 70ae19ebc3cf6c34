import { beforeAll, describe, expect, test } from "vitest";
import { loadOnnxModel } from "../../onnx/onnx-runtime.ts";
import { fliteSpeech, joined, quiet } from "../../testing/flite-speech.ts";
import { throughTelephone } from "../../testing/telephone-band.ts";
import { createSilero, loadSileroNetwork, sileroOn, sileroWeightsPath } from "./index.ts";

let call: Int16Array;

beforeAll(async () => {
  const speech = await fliteSpeech("Good morning, I would like to book a table for four people on Thursday at seven.");
  call = throughTelephone(joined([quiet(1_000), speech, quiet(1_000)]), 16_000);
});

function windowsOf(samples: Int16Array): Float32Array[] {
  const windows: Float32Array[] = [];
  for (let at = 0; at + 512 <= samples.length; at += 512)
    windows.push(Float32Array.from(samples.subarray(at, at + 512), (s) => s / 32_768));
  return windows;
}

/** The same network as ONNX Runtime computes it. */
async function reference(windows: readonly Float32Array[]): Promise<number[]> {
  const model = loadOnnxModel(sileroWeightsPath());
  const sr = { name: "sr", shape: [1], values: BigInt64Array.of(16_000n) };
  const input = new Float32Array(576);
  let state = new Float32Array(256);
  const judged: number[] = [];
  for (const window of windows) {
    input.copyWithin(0, 512);
    input.set(window, 64);
    const inputs = [{ name: "input", shape: [1, 576], values: input }, { name: "state", shape: [2, 1, 128], values: state }, sr];
    const { output, stateN } = await model.run(inputs, { output: 1, stateN: 256 });
    state = new Float32Array(stateN ?? []);
    judged.push(output?.[0] ?? 9);
  }
  model.free();
  return judged;
}

describe("voice activity", () => {
  test.each([true, false])("agrees with ONNX Runtime on telephone speech to a thousandth (WebAssembly: %s)", async (wasm) => {
    const network = loadSileroNetwork(wasm);
    const silero = sileroOn(network);
    const windows = windowsOf(call);
    const judged = windows.map((window) => silero.judge(window));
    const expected = await reference(windows);
    const worst = Math.max(...judged.map((value, i) => Math.abs(value - (expected[i] ?? 9))));
    console.info(`${network.kernelName}: worst difference ${worst.toExponential(1)} over ${windows.length} windows`);
    expect(worst).toBeLessThan(1e-3);
  });

  test("hears the caller and not the quiet before", () => {
    const silero = createSilero();
    const judged = windowsOf(call).map((window) => silero.judge(window));
    expect(Math.max(...judged.slice(0, 28))).toBeLessThan(0.3);
    expect(judged.filter((value) => value > 0.5).length * 32).toBeGreaterThan(2_500);
  });

  test("two calls on one thread do not disturb each other, and a call can start afresh", () => {
    const alone = createSilero();
    const windows = windowsOf(call);
    const expected = windows.map((window) => alone.judge(window));
    const [a, b] = [createSilero(), createSilero()];
    const mixed = windows.map((window, i) => {
      b.judge(windows[windows.length - 1 - i] ?? window);
      return a.judge(window);
    });
    expect(mixed).toEqual(expected);
    a.reset();
    expect(windows.map((window) => a.judge(window))).toEqual(expected);
  });

  test("a window costs little enough for a hundred calls on a core", () => {
    const silero = createSilero();
    const windows = windowsOf(call);
    for (let round = 0; round < 5; round++) for (const window of windows) silero.judge(window);
    const costs = windows.map((window) => {
      const began = performance.now();
      silero.judge(window);
      return (performance.now() - began) * 1_000;
    });
    costs.sort((x, y) => x - y);
    const median = costs[costs.length >> 1] ?? 0;
    console.info(`${median.toFixed(0)} µs a window of 32 ms`);
    // Generous: a busy machine must not fail this, a hundredfold mistake must.
    expect(median).toBeLessThan(3_000);
  });
});
