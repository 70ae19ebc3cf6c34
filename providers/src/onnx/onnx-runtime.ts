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

export interface TensorIn {
  name: string;
  shape: readonly number[];
  values: Float32Array | BigInt64Array;
}

export interface OnnxModel {
  /** How many inputs it wants. */
  readonly inputCount: number;
  /** Runs in a thread of its own. `outputs` say how many floats to read of each. */
  run(inputs: readonly TensorIn[], outputs: Readonly<Record<string, number>>): Promise<Record<string, Float32Array>>;
  free(): void;
}

/** Loads a model file. Throws when sherpa-onnx is not installed or the file is no model. */
export function loadOnnxModel(path: string, threads = 1): OnnxModel {
  const api = (loaded ??= loadApi());
  const options = api.out((pointer) => api.call("createSessionOptions", "_Out_ void **out", pointer));
  api.call("setIntraOpThreads", "void *options, int threads", options, threads);
  const session = api.out((pointer) => {
    api.call("createSession", "void *env, str path, void *options, _Out_ void **out", api.env, path, options, pointer);
  });
  api.free("releaseSessionOptions", options);
  const inputCount = [0];
  api.call("inputCount", "void *session, _Out_ size_t *out", session, inputCount);
  return {
    inputCount: Number(inputCount[0]),
    run: (inputs, outputs) => run(api, session, inputs, outputs),
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
    const made = koffi.decode(koffi.decode(table, PLACE[place] * 8, "void *"), koffi.proto(signature)) as Callable;
    functions.set(place, made);
    return made;
  };
  const check = (status: Pointer): void => {
    if (!status) return;
    const message = functionAt("errorMessage", "str (void *status)")(status) as string;
    functionAt("releaseStatus", "void (void *status)")(status);
    throw new Error(message.slice(0, 300));
  };
  const api: Api = {
    env: null,
    memory: null,
    call: (place, parameters, ...values) => check(functionAt(place, `void *(${parameters})`)(...values)),
    callInThread: async (place, parameters, ...values) => {
      const made = functionAt(place, `void *(${parameters})`);
      check(
        await new Promise((resolve, reject) => {
          made.async(...values, (error: unknown, status: Pointer) => (error ? reject(error as Error) : resolve(status)));
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

/** The runtime borrows the memory of its inputs while it works in another thread: it must not be collected until then. */
const inUse = new Set<readonly TensorIn[]>();

async function run(
  api: Api,
  session: Pointer,
  inputs: readonly TensorIn[],
  outputs: Readonly<Record<string, number>>,
): Promise<Record<string, Float32Array>> {
  const names = Object.keys(outputs);
  const values: Pointer[] = [];
  // The runtime keeps pointing at what a tensor was made of: memory that no garbage collector moves or frees.
  const kept: Pointer[] = [];
  const results: Pointer[] = names.map(() => null);
  inUse.add(inputs);
  try {
    for (const { shape, values: data } of inputs) {
      const bytes = koffi.alloc("uint8_t", data.byteLength) as Pointer;
      kept.push(bytes);
      new Uint8Array(koffi.view(bytes, data.byteLength)).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
      values.push(
        api.out((pointer) => {
          const parameters =
            "void *memory, void *data, size_t bytes, int64_t *shape, size_t dimensions, int type, _Out_ void **out";
          const type = data instanceof Float32Array ? FLOAT : INT64;
          api.call(
            "createTensorWithData",
            parameters,
            api.memory,
            bytes,
            data.byteLength,
            [...shape],
            shape.length,
            type,
            pointer,
          );
        }),
      );
    }
    const parameters =
      "void *session, void *options, char **names, void **inputs, size_t count, char **outputs, size_t wanted, _Inout_ void **results";
    const inputNames = inputs.map(({ name }) => name);
    await api.callInThread("run", parameters, session, null, inputNames, values, values.length, names, names.length, results);
    return Object.fromEntries(names.map((name, i) => [name, read(api, results[i], outputs[name] ?? 0)]));
  } finally {
    inUse.delete(inputs);
    for (const value of [...values, ...results]) if (value) api.free("releaseValue", value);
    for (const memory of kept) koffi.free(memory);
  }
}

function read(api: Api, value: Pointer, count: number): Float32Array {
  const data = api.out((pointer) => api.call("tensorData", "void *value, _Out_ void **out", value, pointer));
  return Float32Array.from(koffi.decode(data, koffi.array("float", count, "Typed")) as Float32Array);
}
