/** Where sound is filtered: one memory for all conversations of a thread, in which the SIMD kernel works, or the same in JavaScript. */
import { FIR_BASE64 } from "./fir.ts";
import { loadWasmKernel, WASM_PAGE_BYTES } from "./wasm-kernel.ts";

/** What comes in, with the past that a filter needs. */
export const MOST_INPUT = 8_192;
export const MOST_OUTPUT = 4_096;
/** Byte addresses: samples of 16 bits, the same as floats, what comes out, and then the filters. */
const FLOATS_AT = 2 * MOST_INPUT;
const OUTPUT_AT = FLOATS_AT + 4 * MOST_INPUT;
const BANKS_AT = OUTPUT_AT + 2 * MOST_OUTPUT;

/** See fir.wat, whose parameters these are. */
interface Kernel {
  widen(...of: [from: number, end: number, to: number]): void;
  filter(
    ...of: [
      x: number,
      phase: number,
      bank: number,
      out: number,
      end: number,
      up: number,
      whole: number,
      part: number,
      taps: number,
    ]
  ): void;
}

/** A filter that is in the room. */
export interface PlacedBank {
  at: number;
  up: number;
  taps: number;
  /** From one sample that comes out to the next: input samples, and phases beyond them. */
  whole: number;
  part: number;
}

export class FilterRoom {
  /** The input begins at its first, the output at {@link output}. */
  samples: Int16Array;
  readonly output = OUTPUT_AT >> 1;
  readonly #kernel: Kernel;
  readonly #grow: (bytes: number) => ArrayBuffer;
  #bytes = BANKS_AT;

  /** `wasm: false` computes in plain JavaScript. */
  constructor(wasm = true) {
    const loaded = wasm ? loadWasmKernel<Kernel>(FIR_BASE64, BANKS_AT, ["widen", "filter"]) : undefined;
    if (loaded) {
      const { memory } = loaded;
      this.#kernel = loaded.functions;
      this.#grow = (bytes) => {
        memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE_BYTES)));
        return memory.buffer;
      };
    } else {
      let buffer = new ArrayBuffer(BANKS_AT);
      this.#kernel = inJavascript(() => buffer);
      this.#grow = (bytes) => {
        const larger = new ArrayBuffer(bytes);
        new Uint8Array(larger).set(new Uint8Array(buffer));
        return (buffer = larger);
      };
    }
    this.samples = new Int16Array(this.#grow(BANKS_AT));
  }

  place({ up, down, taps, coefficients }: { up: number; down: number; taps: number; coefficients: Float32Array }): PlacedBank {
    const at = this.#bytes;
    this.#bytes += coefficients.byteLength;
    const buffer = this.#grow(this.#bytes);
    new Float32Array(buffer, at, coefficients.length).set(coefficients);
    this.samples = new Int16Array(buffer);
    return { at, up, taps, whole: Math.floor(down / up), part: down % up };
  }

  /** The first `count` samples are what is to be filtered. */
  widen(count: number): void {
    this.#kernel.widen(0, 2 * count, FLOATS_AT);
  }

  /** `count` samples of output, the first from `start` of the input on. */
  filter(bank: PlacedBank, start: number, phase: number, count: number): void {
    const { at, up, whole, part, taps } = bank;
    this.#kernel.filter(FLOATS_AT + 4 * start, phase, at, OUTPUT_AT, OUTPUT_AT + 2 * count, up, whole, part, taps);
  }
}

function inJavascript(buffer: () => ArrayBuffer): Kernel {
  return {
    widen(from, end, to) {
      const samples = new Int16Array(buffer(), from, (end - from) >> 1);
      new Float32Array(buffer(), to, samples.length).set(samples);
    },
    filter(...[x, firstPhase, bank, out, end, up, whole, part, taps]) {
      const floats = new Float32Array(buffer());
      const samples = new Int16Array(buffer());
      let start = x >> 2;
      let phase = firstPhase;
      for (let at = out >> 1; at < end >> 1; at++) {
        const coefficients = (bank >> 2) + phase * taps;
        let sum = 0;
        for (let k = 0; k < taps; k++) sum += floats[start + k]! * floats[coefficients + k]!;
        samples[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
        start += whole;
        phase += part;
        if (phase >= up) {
          phase -= up;
          start++;
        }
      }
    },
  };
}
