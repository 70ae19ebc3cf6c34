import { fieldsOf, textOf } from "./protobuf.ts";

/**
 * Lets one dimension of a model's inputs and outputs be of any size where its export fixed it: the graph itself must work with any. Changes the
 * bytes in place: the number of a `TensorShapeProto.Dimension` becomes a name of the same length. Field numbers are those of onnx.proto3.
 * Returns how many were opened.
 */
export function openDimension(model: Uint8Array, names: ReadonlySet<string>, axis: number): number {
  let opened = 0;
  for (const graph of fieldsOf(model)) {
    if (graph.number !== GRAPH) continue;
    for (const { number, bytes } of fieldsOf(graph.bytes)) {
      if ((number !== INPUT && number !== OUTPUT) || !names.has(textOf(inside(bytes, 1)))) continue;
      const shape = inside(inside(inside(bytes, 2), 1), 2);
      const dimension = [...fieldsOf(shape)][axis]?.bytes;
      // A varint of two bytes or more: room for a name of one letter, and its length.
      if (dimension?.[0] !== DIM_VALUE || dimension.length < 3) continue;
      dimension.set([DIM_NAME, dimension.length - 2]);
      dimension.fill("n".charCodeAt(0), 2);
      opened++;
    }
  }
  return opened;
}

/** What is written beside a model's weights, by name. */
export function metadataOf(model: Uint8Array): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const { number, bytes } of fieldsOf(model))
    if (number === METADATA) metadata.set(textOf(inside(bytes, 1)), textOf(inside(bytes, 2)));
  return metadata;
}

const GRAPH = 7;
const INPUT = 11;
const OUTPUT = 12;
const METADATA = 14;
const DIM_VALUE = 0x08;
const DIM_NAME = 0x12;

function inside(message: Uint8Array, number: number): Uint8Array {
  for (const field of fieldsOf(message)) if (field.number === number) return field.bytes;
  return new Uint8Array(0);
}
