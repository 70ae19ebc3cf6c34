import { fieldsOf, textOf } from "./protobuf.ts";

/** A constant of an ONNX graph, 32-bit floats in row-major order. */
export interface Tensor {
  shape: readonly number[];
  values: Float32Array;
}

/**
 * The float constants in the branch that a graph's first `If` node takes when its condition holds, by their name in the exported
 * module (`encoder.0.reparam_conv.weight`). Field numbers are those of onnx.proto3.
 */
export function tensorsOfThenBranch(model: Uint8Array): Map<string, Tensor> {
  const graph = only(model, 7);
  for (const node of all(graph, 1)) {
    if (textOf(only(node, 4)) !== "If") continue;
    for (const attribute of all(node, 5)) {
      if (textOf(only(attribute, 1)) === "then_branch") return constantsOf(only(attribute, 6));
    }
  }
  throw new RangeError("this ONNX model has no branches");
}

function constantsOf(graph: Uint8Array): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  for (const node of all(graph, 1)) {
    if (textOf(only(node, 4)) !== "Constant") continue;
    for (const attribute of all(node, 5)) {
      for (const bytes of all(attribute, 5)) {
        const tensor = tensorOf(bytes);
        if (tensor) tensors.set(tensor.name, tensor);
      }
    }
  }
  return tensors;
}

const FLOAT = 1;

function tensorOf(message: Uint8Array): (Tensor & { name: string }) | undefined {
  const shape: number[] = [];
  let type = 0;
  let name = "";
  let raw: Uint8Array | undefined;
  for (const { number, value, bytes } of fieldsOf(message)) {
    if (number === 1) shape.push(...(bytes.length > 0 ? packed(bytes) : [value]));
    else if (number === 2) type = value;
    else if (number === 8) name = textOf(bytes);
    else if (number === 9) raw = bytes;
  }
  if (type !== FLOAT || !name || !raw) return undefined;
  const values = new Float32Array(Uint8Array.from(raw).buffer);
  return { name, shape, values };
}

/** A packed list of small whole numbers. */
function packed(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    scale = 1;
  }
  return numbers;
}

function* all(message: Uint8Array, number: number): Generator<Uint8Array, void, undefined> {
  for (const field of fieldsOf(message)) if (field.number === number) yield field.bytes;
}

function only(message: Uint8Array, number: number): Uint8Array {
  for (const bytes of all(message, number)) return bytes;
  return new Uint8Array(0);
}
