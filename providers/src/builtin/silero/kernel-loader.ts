import { KERNEL_BASE64 } from "./kernel.ts";

/** The part of WebAssembly that is used here; Node has it, its types leave it to the DOM's. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  Memory: new (descriptor: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
}
const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

const PAGE_BYTES = 65_536;

export interface Kernel {
  readonly name: "wasm-simd" | "javascript";
  /** The memory that all addresses point into. */
  readonly floats: Float32Array;
  /** out[r] = bias[r] + Σ weights[r][c]·x[c]; see kernel.wat, whose parameters these are. Addresses in bytes. */
  multiply(...of: [weights: number, x: number, bias: number, out: number, rows: number, columns: number, cut: 0 | 1]): void;
}

/** The WebAssembly kernel, or the same in JavaScript where SIMD is missing or `wasm` is false. */
export function createKernel(bytes: number, wasm: boolean): Kernel {
  const binary = Buffer.from(KERNEL_BASE64, "base64");
  if (wasm && WebAssembly.validate(binary)) {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { room: { memory } });
    return { name: "wasm-simd", floats: new Float32Array(memory.buffer), multiply: exports["multiply"] as Kernel["multiply"] };
  }
  const floats = new Float32Array(Math.ceil(bytes / 4));
  return { name: "javascript", floats, multiply: inJavascript(floats) };
}

function inJavascript(floats: Float32Array): Kernel["multiply"] {
  return (...[weights, x, bias, out, rows, columns, cut]) => {
    for (let row = 0; row < rows; row++) {
      let sum = floats[(bias >> 2) + row] ?? 0;
      const start = (weights >> 2) + row * columns;
      for (let column = 0; column < columns; column++) sum += (floats[start + column] ?? 0) * (floats[(x >> 2) + column] ?? 0);
      floats[(out >> 2) + row] = cut === 1 && sum < 0 ? 0 : sum;
    }
  };
}
