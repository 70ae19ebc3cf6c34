/** Walks protobuf messages without a schema: enough to read an ONNX file and to append to one. */

export interface Field {
  number: number;
  /** Of a varint field. */
  value: number;
  /** Of a length-delimited or fixed field; shares memory with the message. */
  bytes: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** The fields of one message in order. Throws a RangeError on bytes that are not protobuf. */
export function* fieldsOf(message: Uint8Array): Generator<Field, void, undefined> {
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    const key = varint(message, cursor);
    const number = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) yield { number, value: varint(message, cursor), bytes: NOTHING };
    else {
      const length = wire === 2 ? varint(message, cursor) : wire === 5 ? 4 : wire === 1 ? 8 : Number.NaN;
      if (!(cursor.at + length <= message.length)) throw new RangeError("not a protobuf message");
      yield { number, value: 0, bytes: message.subarray(cursor.at, cursor.at + length) };
      cursor.at += length;
    }
  }
}

/** Beyond 2^53 the value loses precision, which no field that is read here needs. */
function varint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) break;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
  throw new RangeError("not a protobuf message");
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** One length-delimited field, to be appended to a message. */
export function encodeField(number: number, content: Uint8Array | string): Buffer {
  const body = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  return Buffer.concat([encodeVarint(number * 8 + 2), encodeVarint(body.length), body]);
}

/** One whole number, to be appended to a message. */
export function encodeNumber(number: number, value: number): Buffer {
  return Buffer.concat([encodeVarint(number * 8), encodeVarint(value)]);
}

function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
