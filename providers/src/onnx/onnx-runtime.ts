import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import koffi, { type KoffiFunc } from "koffi";

/**
 * Runs ONNX models with the ONNX Runtime library that comes with sherpa-onnx (no second copy of 140 MB), through its C interface.
 * That is a table of functions which only ever grows (onnxruntime_c_api.h, `struct OrtApi`): the numbers below are places in it.
 */
const PLACE = {
  errorMessage: 2,
  createEnv: 3,
  createSession: 7,
  createSessionFromBytes: 8,
  run: 9,
  createSessionOptions: 10,
  setIntraOpThreads: 24,
  inputCount: 30,
  createTensorWithData: 49,
  tensorData: 51,
  createCpuMemoryInfo: 69,
  releaseStatus: 93,
  releaseSession: 95,
  releaseValue: 96,
  releaseSessionOptions: 100,
} as const;

/** The version of the table that is asked for; every later library still serves it. */
const API_VERSION = 11;
const FLOAT = 1;
const INT64 = 7;

export interface TensorValues {
  shape: readonly number[];
  values: Float32Array | BigInt64Array;
}

export interface TensorIn extends TensorValues {
  name: string;
}

/**
 * A tensor that stays with the runtime from one run to the next: what a decoder remembers. It lives until it is freed. Places and counts are of floats;
 * nobody checks them.
 */
export interface ResidentTensor {
  /** Fills `target` with its floats from a place on. */
  read(target: Float32Array, from?: number): void;
  /** Copies floats of another tensor to a place. */
  take(source: ResidentTensor, part: { from: number; to: number; count: number }): void;
  /** Not while a run uses it. A second time does nothing. */
  free(): void;
}

export interface OnnxModel {
  /** How many inputs it wants. */
  readonly inputCount: number;
  /** Runs in a thread of its own. `outputs` say how many floats to read of each. */
  run(inputs: readonly TensorIn[], outputs: Readonly<Record<string, number>>): Promise<Record<string, Float32Array>>;
  /** Copies values to the runtime. */
  hold(tensor: TensorValues): ResidentTensor;
  /** Room for floats, all zero. */
  reserve(shape: readonly number[]): ResidentTensor;
  /** Runs in a thread of its own. Whoever asked frees the inputs, when it is over, and the outputs. */
  runHeld(inputs: Readonly<Record<string, ResidentTensor>>, outputs: readonly string[]): Promise<Record<string, ResidentTensor>>;
  free(): void;
}

/** Loads a model's file, or its bytes. Throws when sherpa-onnx is not installed or it is no model. */
export function loadOnnxModel(model: string | Uint8Array, threads = 1): OnnxModel {
  const api = (loaded ??= loadApi());
  const options = api.out((pointer) => api.call("createSessionOptions", "_Out_ void **out", pointer));
  api.call("setIntraOpThreads", "void *options, int threads", options, threads);
  const session = api.out((pointer) => {
    if (typeof model === "string")
      api.call("createSession", "void *env, str path, void *options, _Out_ void **out", api.env, model, options, pointer);
    else {
      const parameters = "void *env, void *model, size_t bytes, void *options, _Out_ void **out";
      api.call("createSessionFromBytes", parameters, api.env, model, model.byteLength, options, pointer);
    }
  });
  api.free("releaseSessionOptions", options);
  const inputCount = [0];
  api.call("inputCount", "void *session, _Out_ size_t *out", session, inputCount);
  return {
    inputCount: Number(inputCount[0]),
    run: (inputs, outputs) => run(api, session, inputs, outputs),
    hold: (tensor) => hold(api, tensor),
    reserve: (shape) => reserve(api, shape),
    runHeld: (inputs, outputs) => runHeld(api, session, inputs, outputs),
    free: () => api.free("releaseSession", session),
  };
}

type Pointer = unknown;
type Callable = KoffiFunc<(...values: unknown[]) => unknown>;
type Place = keyof typeof PLACE;

interface Api {
  env: Pointer;
  memory: Pointer;
  /** Calls a function that answers with a status, and throws what that says. */
  call(place: Place, parameters: string, ...values: unknown[]): void;
  callInThread(place: Place, parameters: string, ...values: unknown[]): Promise<void>;
  out(fill: (pointer: Pointer[]) => void): Pointer;
  free(place: Place, pointer: Pointer): void;
  /** Copies bytes: a view of such memory would burden the garbage collector with all of it. */
  memcpy(to: Pointer, from: Pointer, bytes: number): void;
  memcpyOut(to: Float32Array, from: Pointer, bytes: number): void;
  memset(to: Pointer, value: number, bytes: number): void;
}

let loaded: Api | undefined;
/** Held for good: functions found in its table do not keep the library, and a library that is collected is unmapped under them. */
const libraries: unknown[] = [];

function loadApi(): Api {
  const platform = `sherpa-onnx-${process.platform}-${process.arch}`;
  const folder = dirname(createRequire(import.meta.url).resolve(`${platform}/package.json`));
  const library = koffi.load(join(folder, process.platform === "darwin" ? "libonnxruntime.dylib" : "libonnxruntime.so"));
  libraries.push(library);
  const base: Pointer = library.func("void *OrtGetApiBase()")();
  const table = koffi.call(koffi.decode(base, "void *"), koffi.proto("void *(uint32_t version)"), API_VERSION) as Pointer;
  const functions = new Map<string, Callable>();
  const functionAt = (place: Place, signature: string): Callable => {
    const known = functions.get(place);
    if (known) return known;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signature says so
    const made = koffi.decode(koffi.decode(table, PLACE[place] * 8, "void *"), koffi.proto(signature)) as Callable;
    functions.set(place, made);
    return made;
  };
  const check = (status: Pointer): void => {
    if (!status) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the signature says so
    const message = functionAt("errorMessage", "str (void *status)")(status) as string;
    functionAt("releaseStatus", "void (void *status)")(status);
    throw new Error(message.slice(0, 300));
  };
  const own = koffi.load(null);
  const api: Api = {
    memcpy: own.func("memcpy", "void *", ["void *", "const void *", "size_t"]) as Api["memcpy"],
    memcpyOut: own.func("memcpy", "void *", ["void *", "const void *", "size_t"]) as Api["memcpyOut"],
    memset: own.func("memset", "void *", ["void *", "int", "size_t"]) as Api["memset"],
    env: null,
    memory: null,
    call: (place, parameters, ...values) => check(functionAt(place, `void *(${parameters})`)(...values)),
    callInThread: async (place, parameters, ...values) => {
      const made = functionAt(place, `void *(${parameters})`);
      check(
        await new Promise((resolve, reject) => {
          made.async(...values, (error: unknown, status: Pointer) => (error ? reject(error) : resolve(status)));
        }),
      );
    },
    out(fill) {
      const pointer: Pointer[] = [null];
      fill(pointer);
      return pointer[0];
    },
    free: (place, pointer) => void functionAt(place, "void (void *it)")(pointer),
  };
  api.env = api.out((pointer) => api.call("createEnv", "int level, str name, _Out_ void **out", 3, "ongea", pointer));
  api.memory = api.out((pointer) => api.call("createCpuMemoryInfo", "int allocator, int type, _Out_ void **out", 1, 0, pointer));
  return api;
}

function hold(api: Api, { shape, values }: TensorValues): ResidentTensor {
  const type = values instanceof Float32Array ? FLOAT : INT64;
  const memory = koffi.alloc("uint8_t", values.byteLength) as Pointer;
  api.memcpy(memory, values, values.byteLength);
  return heldMemory(api, memory, { shape, type, size: values.byteLength });
}

function reserve(api: Api, shape: readonly number[]): ResidentTensor {
  const size = FLOAT_BYTES * shape.reduce((product, one) => product * one, 1);
  const memory = koffi.alloc("uint8_t", size) as Pointer;
  api.memset(memory, 0, size);
  return heldMemory(api, memory, { shape, type: FLOAT, size });
}

/** The runtime keeps pointing at what a tensor was made of: memory that no garbage collector moves or frees. */
function heldMemory(
  api: Api,
  memory: Pointer,
  { shape, type, size }: { shape: readonly number[]; type: number; size: number },
): ResidentTensor {
  const value = api.out((pointer) => {
    const parameters = "void *memory, void *data, size_t bytes, int64_t *shape, size_t dimensions, int type, _Out_ void **out";
    api.call("createTensorWithData", parameters, api.memory, memory, size, [...shape], shape.length, type, pointer);
  });
  return new Held(api, value, memory);
}

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;

class Held implements ResidentTensor {
  readonly value: Pointer;
  readonly #api: Api;
  readonly #memory: Pointer;
  #isFree = false;

  /** `memory`: where it was not the runtime that reserved it. */
  constructor(api: Api, value: Pointer, memory?: Pointer) {
    this.#api = api;
    this.value = value;
    this.#memory = memory;
  }

  read(target: Float32Array, from = 0): void {
    this.#api.memcpyOut(target, this.#address(from), target.byteLength);
  }

  take(source: ResidentTensor, { from, to, count }: { from: number; to: number; count: number }): void {
    if (source instanceof Held) this.#api.memcpy(this.#address(to), source.#address(from), count * FLOAT_BYTES);
  }

  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#api.free("releaseValue", this.value);
    if (this.#memory) koffi.free(this.#memory);
  }

  #address(place: number): bigint {
    if (this.#isFree) throw new Error("this tensor was freed");
    const data = this.#api.out((pointer) => this.#api.call("tensorData", "void *value, _Out_ void **out", this.value, pointer));
    return koffi.address(data) + BigInt(place * FLOAT_BYTES);
  }
}

async function runHeld(
  api: Api,
  session: Pointer,
  inputs: Readonly<Record<string, ResidentTensor>>,
  outputs: readonly string[],
): Promise<Record<string, ResidentTensor>> {
  const names = Object.keys(inputs);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every tensor of this runtime was made by it
  const values = names.map((name) => (inputs[name] as Held).value);
  const results: Pointer[] = outputs.map(() => null);
  const parameters =
    "void *session, void *options, char **names, void **inputs, size_t count, char **outputs, size_t wanted, _Inout_ void **results";
  await api.callInThread("run", parameters, session, null, names, values, values.length, outputs, outputs.length, results);
  return Object.fromEntries(outputs.map((name, i) => [name, new Held(api, results[i])]));
}

async function run(
  api: Api,
  session: Pointer,
  inputs: readonly TensorIn[],
  outputs: Readonly<Record<string, number>>,
): Promise<Record<string, Float32Array>> {
  const held: Record<string, ResidentTensor> = {};
  let results: Record<string, ResidentTensor> = {};
  try {
    for (const { name, ...tensor } of inputs) held[name] = hold(api, tensor);
    results = await runHeld(api, session, held, Object.keys(outputs));
    return Object.fromEntries(
      Object.entries(results).map(([name, tensor]) => {
        const floats = new Float32Array(outputs[name] ?? 0);
        tensor.read(floats);
        return [name, floats];
      }),
    );
  } finally {
    for (const tensor of [...Object.values(held), ...Object.values(results)]) tensor.free();
  }
}
