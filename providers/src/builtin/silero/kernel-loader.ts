import { loadWasmKernel } from "@ongea/conversation";
import { KERNEL_BASE64 } from "./kernel.ts";
import { spectraBySums, WIDE } from "./spectra.ts";

/** Units of the LSTM cell. */
export const STATE = 128;

export interface Kernel {
  readonly name: "wasm-simd" | "javascript";
  /** The memory that all addresses point into. */
  readonly floats: Float32Array;
  /** out[r] = bias[r] + Σ weights[r][c]·x[c]; see kernel.wat, whose parameters these are. Addresses in bytes. */
  multiply(...of: [weights: number, x: number, bias: number, out: number, rows: number, columns: number, cut: 0 | 1]): void;
  /** The first convolution, for four places at once. */
  convolve(...of: [weights: number, x: number, bias: number, out: number, rows: number, columns: number]): void;
  /** Magnitudes of the spectra of four pieces; see kernel.wat. */
  spectra(...of: [x: number, window: number, places: number, wave: number, turns: number, out: number]): void;
  /** Makes a new cell and a new hidden state of the gates; returns what the output unit adds up. */
  remember(gates: number, cell: number, hidden: number, weights: number): number;
}

const FUNCTIONS = ["multiply", "convolve", "spectra", "remember"] as const;
type Functions = Pick<Kernel, (typeof FUNCTIONS)[number]>;

/** The WebAssembly kernel, or the same in JavaScript where SIMD is missing or `wasm` is false. */
export function createKernel(bytes: number, wasm: boolean): Kernel {
  const loaded = wasm ? loadWasmKernel<Functions>(KERNEL_BASE64, bytes, FUNCTIONS) : undefined;
  if (loaded) {
    const { multiply, convolve, spectra, remember } = loaded.functions;
    return { name: "wasm-simd", floats: new Float32Array(loaded.memory.buffer), multiply, convolve, spectra, remember };
  }
  const floats = new Float32Array(Math.ceil(bytes / 4));
  return {
    name: "javascript",
    floats,
    multiply: multiplyIn(floats),
    convolve: convolveIn(multiplyIn(floats)),
    spectra: spectraBySums(floats),
    remember: rememberIn(floats),
  };
}

function multiplyIn(floats: Float32Array): Kernel["multiply"] {
  return (...[weights, x, bias, out, rows, columns, cut]) => {
    for (let row = 0; row < rows; row++) {
      let sum = floats[(bias >> 2) + row] ?? 0;
      const start = (weights >> 2) + row * columns;
      for (let column = 0; column < columns; column++) sum += (floats[start + column] ?? 0) * (floats[(x >> 2) + column] ?? 0);
      floats[(out >> 2) + row] = cut === 1 && sum < 0 ? 0 : sum;
    }
  };
}

function convolveIn(multiply: Kernel["multiply"]): Kernel["convolve"] {
  return (...[weights, x, bias, out, rows, columns]) => {
    for (let place = 0; place < 4; place++)
      multiply(weights, x + place * WIDE * 4, bias, out + place * rows * 4, rows, columns, 1);
  };
}

function rememberIn(floats: Float32Array): Kernel["remember"] {
  const sigmoid = (at: number): number => 1 / (1 + Math.exp(-floats[at]!));
  return (gates, cell, hidden, weights) => {
    let sum = 0;
    for (let unit = 0; unit < STATE; unit++) {
      const gate = (gates >> 2) + unit;
      const at = (cell >> 2) + unit;
      floats[at] = sigmoid(gate + STATE) * floats[at]! + sigmoid(gate) * Math.tanh(floats[gate + 2 * STATE]!);
      const out = sigmoid(gate + 3 * STATE) * Math.tanh(floats[at]!);
      floats[(hidden >> 2) + unit] = out;
      if (out > 0) sum += out * floats[(weights >> 2) + unit]!;
    }
    return sum;
  };
}
