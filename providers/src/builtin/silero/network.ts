import type { Tensor } from "../../onnx/tensors.ts";
import { createKernel, type Kernel } from "./kernel-loader.ts";

/** What one judgement takes, and what it remembers of the window before. */
export const WINDOW = 512;
export const CONTEXT = 64;
export const STATE = 128;

const FFT = 256;
const HOP = 128;
const FRAMES = 4;
const BINS = 129;
/** A spectrum is kept in this many floats, so that three of them are a multiple of 8. */
const WIDE = 136;

/** One layer: weights, bias and output, as byte addresses in the kernel's memory. */
interface Layer {
  weights: number;
  bias: number;
  rows: number;
  columns: number;
}

/**
 * The forward pass of Silero's voice-activity network (16 kHz): Fourier magnitudes, four convolutions, an LSTM cell and one output.
 * Frames lie one after the other in memory, so a convolution over three frames is one matrix times one vector.
 * Shared by all conversations of a thread: it keeps no state between calls.
 */
export class SileroNetwork {
  readonly kernelName: Kernel["name"];
  readonly #multiply: Kernel["multiply"];
  readonly #floats: Float32Array;
  readonly #stft: Layer;
  readonly #encoder: readonly [Layer, Layer, Layer, Layer];
  readonly #cell: Layer;
  readonly #last: { weights: Float32Array; bias: number };
  readonly #room: Readonly<
    Record<"input" | "spectrum" | "frames0" | "frames1" | "frames2" | "frames3" | "hidden" | "gates", number>
  >;

  constructor(tensors: ReadonlyMap<string, Tensor>, wasm = true) {
    const layout = new Layout();
    const need = (name: string, ...shape: number[]): Float32Array => tensorOf(tensors, name, shape);
    const basis = need("stft.forward_basis_buffer", 2 * BINS, 1, FFT);
    this.#stft = layout.layer(2 * BINS + 2, FFT, basis, new Float32Array(0));
    const convolution = (index: number, from: number, to: number, wide: number): Layer => {
      const weights = need(`encoder.${index}.reparam_conv.weight`, to, from, 3);
      const bias = need(`encoder.${index}.reparam_conv.bias`, to);
      return layout.layer(to, 3 * wide, tapMajor(weights, from, to, wide), bias);
    };
    this.#encoder = [
      convolution(0, BINS, 128, WIDE),
      convolution(1, 128, 64, 128),
      convolution(2, 64, 64, 64),
      convolution(3, 64, 128, 64),
    ];
    const input = need("decoder.rnn.weight_ih", 4 * STATE, STATE);
    const hidden = need("decoder.rnn.weight_hh", 4 * STATE, STATE);
    const bias = need("decoder.rnn.bias_ih", 4 * STATE).map(
      (value, i) => value + (need("decoder.rnn.bias_hh", 4 * STATE)[i] ?? 0),
    );
    this.#cell = layout.layer(4 * STATE, 2 * STATE, sideBySide(input, hidden, STATE), bias);
    this.#last = { weights: need("decoder.decoder.2.weight", 1, STATE, 1), bias: need("decoder.decoder.2.bias", 1)[0] ?? 0 };
    this.#room = {
      input: layout.space(CONTEXT + WINDOW + CONTEXT),
      spectrum: layout.space(2 * BINS + 2),
      frames0: layout.space((FRAMES + 2) * WIDE),
      frames1: layout.space((FRAMES + 2) * 128),
      frames2: layout.space(4 * 64),
      frames3: layout.space(3 * 64),
      hidden: layout.space(2 * STATE),
      gates: layout.space(4 * STATE),
    };
    const kernel = createKernel(layout.bytes, wasm);
    layout.fill(kernel.floats);
    this.kernelName = kernel.name;
    this.#multiply = kernel.multiply;
    this.#floats = kernel.floats;
  }

  /** Probability of speech. `hidden` and `cell` (each {@link STATE} long) are read and written; `context` is what came before. */
  judge(window: Float32Array, context: Float32Array, hidden: Float32Array, cell: Float32Array): number {
    this.#spectra(window, context);
    const room = this.#room;
    const [first, second, third, fourth] = this.#encoder;
    for (let t = 0; t < FRAMES; t++) this.#run(first, room.frames0 + t * WIDE * 4, room.frames1 + (t + 1) * 128 * 4, 1);
    for (let t = 0; t < 2; t++) this.#run(second, room.frames1 + t * 2 * 128 * 4, room.frames2 + (t + 1) * 64 * 4, 1);
    this.#run(third, room.frames2, room.frames3 + 64 * 4, 1);
    this.#run(fourth, room.frames3, room.hidden, 1);
    return this.#remember(hidden, cell);
  }

  #run(layer: Layer, x: number, out: number, cut: 0 | 1): void {
    this.#multiply(layer.weights, x, layer.bias, out, layer.rows, layer.columns, cut);
  }

  /** Magnitudes of four overlapping pieces, the end mirrored. */
  #spectra(window: Float32Array, context: Float32Array): void {
    const floats = this.#floats;
    const input = this.#room.input >> 2;
    floats.set(context, input);
    floats.set(window, input + CONTEXT);
    const end = input + CONTEXT + WINDOW;
    for (let i = 0; i < CONTEXT; i++) floats[end + i] = floats[end - 2 - i] ?? 0;
    const spectrum = this.#room.spectrum >> 2;
    for (let t = 0; t < FRAMES; t++) {
      this.#run(this.#stft, this.#room.input + t * HOP * 4, this.#room.spectrum, 0);
      const frame = (this.#room.frames0 >> 2) + (t + 1) * WIDE;
      for (let bin = 0; bin < BINS; bin++) {
        const real = floats[spectrum + bin] ?? 0;
        const imaginary = floats[spectrum + BINS + bin] ?? 0;
        floats[frame + bin] = Math.sqrt(real * real + imaginary * imaginary);
      }
    }
  }

  /** The LSTM cell (gates in the order input, forget, cell, output) and the output unit. */
  #remember(hidden: Float32Array, cell: Float32Array): number {
    const floats = this.#floats;
    floats.set(hidden, (this.#room.hidden >> 2) + STATE);
    this.#run(this.#cell, this.#room.hidden, this.#room.gates, 0);
    const gates = this.#room.gates >> 2;
    squash(floats, gates, gates + 2 * STATE);
    squash(floats, gates + 3 * STATE, gates + 4 * STATE);
    const weights = this.#last.weights;
    let sum = this.#last.bias;
    for (let i = 0; i < STATE; i++) {
      const kept = floats[gates + STATE + i]! * cell[i]!;
      const next = kept + floats[gates + i]! * Math.tanh(floats[gates + 2 * STATE + i]!);
      const out = floats[gates + 3 * STATE + i]! * Math.tanh(next);
      cell[i] = next;
      hidden[i] = out;
      if (out > 0) sum += out * weights[i]!;
    }
    return sigmoid(sum);
  }
}

/** The sigmoid of each, in place: a call for each would allocate its result. */
function squash(floats: Float32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) floats[i] = 1 / (1 + Math.exp(-floats[i]!));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** `[out][in][3]` → `[out][3][wide]`, the rest zero. */
function tapMajor(weights: Float32Array, from: number, to: number, wide: number): Float32Array {
  const sorted = new Float32Array(to * 3 * wide);
  for (let o = 0; o < to; o++) {
    for (let i = 0; i < from; i++) {
      for (let tap = 0; tap < 3; tap++) sorted[(o * 3 + tap) * wide + i] = weights[(o * from + i) * 3 + tap] ?? 0;
    }
  }
  return sorted;
}

function sideBySide(left: Float32Array, right: Float32Array, columns: number): Float32Array {
  const joined = new Float32Array(left.length + right.length);
  for (let row = 0; row * columns < left.length; row++) {
    joined.set(left.subarray(row * columns, (row + 1) * columns), 2 * row * columns);
    joined.set(right.subarray(row * columns, (row + 1) * columns), (2 * row + 1) * columns);
  }
  return joined;
}

function tensorOf(tensors: ReadonlyMap<string, Tensor>, name: string, shape: readonly number[]): Float32Array {
  const tensor = tensors.get(name);
  if (!tensor || tensor.shape.join() !== shape.join() || tensor.values.length !== shape.reduce((a, b) => a * b)) {
    throw new RangeError(`the voice-activity weights have no ${name} of ${shape.join("×")}`);
  }
  return tensor.values;
}

/** Hands out addresses that are multiples of 16 and remembers what goes there. */
class Layout {
  bytes = 16;
  readonly #contents: { at: number; values: Float32Array }[] = [];

  space(floats: number): number {
    const at = this.bytes;
    this.bytes += Math.ceil(floats / 4) * 16;
    return at;
  }

  layer(rows: number, columns: number, weights: Float32Array, bias: Float32Array): Layer {
    const layer = { weights: this.space(rows * columns), bias: this.space(rows), rows, columns };
    this.#contents.push({ at: layer.weights, values: weights }, { at: layer.bias, values: bias });
    return layer;
  }

  fill(floats: Float32Array): void {
    for (const { at, values } of this.#contents) floats.set(values, at >> 2);
  }
}
