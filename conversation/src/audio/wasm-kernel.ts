/** The one way in which a kernel of WebAssembly is loaded: its bytes, a memory that the host owns, its functions. */

/** The part of WebAssembly that is used here: hosts have it, the language's own library does not declare it. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  Memory: new (descriptor: { initial: number }) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
}
interface Host {
  WebAssembly: WebAssemblyApi;
  atob(base64: string): string;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Returns how many pages there were. Views of the buffer before hold nothing any more. */
  grow(pages: number): number;
}

export const WASM_PAGE_BYTES = 65_536;

/** `names`: the functions that the kernel's source exports. Undefined where the processor lacks what they need. */
export function loadWasmKernel<Functions extends object>(
  base64: string,
  memoryBytes: number,
  names: readonly (keyof Functions & string)[],
): { functions: Functions; memory: WasmMemory } | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every host has both
  const { WebAssembly, atob } = globalThis as unknown as Host;
  const binary = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (!WebAssembly.validate(binary)) return undefined;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(memoryBytes / WASM_PAGE_BYTES) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { room: { memory } });
  const absent = names.find((name) => !(name in exports));
  if (absent !== undefined) throw new Error(`The kernel exports no ${absent}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes of this repository, made from the source that declares them
  return { functions: exports as Functions, memory };
}
