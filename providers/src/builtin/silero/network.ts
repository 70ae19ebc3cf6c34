import type { Tensor } from "../../onnx/tensors.ts";
import { createKernel, STATE, type Kernel } from "./kernel-loader.ts";
import { BINS, PIECE, placesOf, POINTS, turnsOf, WIDE } from "./spectra.ts";

/** What one judgement takes, and what it remembers of the window before. */
export const WINDOW = 512;
export const CONTEXT = 64;

const FRAMES = 4;

/** One layer: weights, bias and output, as byte addresses in the kernel's memory. */
interface Layer {
  weights: number;
  bias: number;
  rows: number;
  columns: number;
}

/** Of what the spectra are made: byte addresses. */
interface Spectra {
  window: number;
  places: number;
  turns: number;
}

/**
 * The forward pass of Silero's voice-activity network (16 kHz): Fourier magnitudes, four convolutions, an LSTM cell and one output.
 * Frames lie one after the other in memory, so a convolution over three frames is one matrix times one vector.
 * Shared by all conversations of a thread: it keeps no state between calls.
 */
export class SileroNetwork {
  readonly kernelName: Kernel["name"];
  readonly #kernel: Kernel;
  readonly #floats: Float32Array;
  readonly #spectra: Spectra;
  readonly #encoder: readonly [Layer, Layer, Layer, Layer];
  readonly #cell: Layer;
  readonly #last: { weights: number; bias: number };
  readonly #room: Readonly<
    Record<"input" | "wave" | "frames0" | "frames1" | "frames2" | "frames3" | "hidden" | "gates" | "cell", number>
  >;

  constructor(tensors: ReadonlyMap<string, Tensor>, wasm = true) {
    const layout = new Layout();
    const need = (name: string, ...shape: number[]): Float32Array => tensorOf(tensors, name, shape);
    // The basis is that of a Fourier transform, whose first row is the window: the cosine of 0 is 1.
    const basis = need("stft.forward_basis_buffer", 2 * BINS, 1, PIECE);
    this.#spectra = {
      window: layout.values(basis.subarray(0, PIECE)),
      // Whole numbers, carried as the bits that they are.
      places: layout.values(new Float32Array(placesOf().buffer)),
      turns: layout.values(turnsOf()),
    };
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
    this.#last = {
      weights: layout.values(need("decoder.decoder.2.weight", 1, STATE, 1)),
      bias: need("decoder.decoder.2.bias", 1)[0] ?? 0,
    };
    this.#room = {
      input: layout.space(CONTEXT + WINDOW + CONTEXT),
      wave: layout.space(2 * POINTS * FRAMES),
      frames0: layout.space((FRAMES + 2) * WIDE),
      frames1: layout.space((FRAMES + 2) * 128),
      frames2: layout.space(4 * 64),
      frames3: layout.space(3 * 64),
      hidden: layout.space(2 * STATE),
      gates: layout.space(4 * STATE),
      cell: layout.space(STATE),
    };
    const kernel = createKernel(layout.bytes, wasm);
    layout.fill(kernel.floats);
    this.kernelName = kernel.name;
    this.#kernel = kernel;
    this.#floats = kernel.floats;
  }

  /** Probability of speech. `hidden` and `cell` (each {@link STATE} long) are read and written; `context` is what came before. */
  judge(window: Float32Array, context: Float32Array, hidden: Float32Array, cell: Float32Array): number {
    this.#transform(window, context);
    const room = this.#room;
    const [first, second, third, fourth] = this.#encoder;
    this.#kernel.convolve(first.weights, room.frames0, first.bias, room.frames1 + 128 * 4, first.rows, first.columns);
    for (let t = 0; t < 2; t++) this.#run(second, room.frames1 + t * 2 * 128 * 4, room.frames2 + (t + 1) * 64 * 4, 1);
    this.#run(third, room.frames2, room.frames3 + 64 * 4, 1);
    this.#run(fourth, room.frames3, room.hidden, 1);
    return this.#remember(hidden, cell);
  }

  #run(layer: Layer, x: number, out: number, cut: 0 | 1): void {
    this.#kernel.multiply(layer.weights, x, layer.bias, out, layer.rows, layer.columns, cut);
  }

  /** Spectra of four overlapping pieces, the end mirrored. */
  #transform(window: Float32Array, context: Float32Array): void {
    const floats = this.#floats;
    const input = this.#room.input >> 2;
    floats.set(context, input);
    floats.set(window, input + CONTEXT);
    const end = input + CONTEXT + WINDOW;
    for (let i = 0; i < CONTEXT; i++) floats[end + i] = floats[end - 2 - i] ?? 0;
    const { wave, frames0 } = this.#room;
    const { window: shape, places, turns } = this.#spectra;
    this.#kernel.spectra(this.#room.input, shape, places, wave, turns, frames0 + WIDE * 4);
  }

  /** The LSTM cell and the output unit. */
  #remember(hidden: Float32Array, cell: Float32Array): number {
    const floats = this.#floats;
    const room = this.#room;
    const hiddenBefore = room.hidden + STATE * 4;
    floats.set(hidden, hiddenBefore >> 2);
    floats.set(cell, room.cell >> 2);
    this.#run(this.#cell, room.hidden, room.gates, 0);
    const sum = this.#last.bias + this.#kernel.remember(room.gates, room.cell, hiddenBefore, this.#last.weights);
    for (let i = 0; i < STATE; i++) {
      hidden[i] = floats[(hiddenBefore >> 2) + i]!;
      cell[i] = floats[(room.cell >> 2) + i]!;
    }
    return 1 / (1 + Math.exp(-sum));
  }
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

  values(values: Float32Array): number {
    const at = this.space(values.length);
    this.#contents.push({ at, values });
    return at;
  }

  layer(rows: number, columns: number, weights: Float32Array, bias: Float32Array): Layer {
    return { weights: this.values(weights), bias: this.values(bias), rows, columns };
  }

  fill(floats: Float32Array): void {
    for (const { at, values } of this.#contents) floats.set(values, at >> 2);
  }
}
