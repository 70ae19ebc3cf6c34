import { expect, test } from "vitest";
import { metadataOf, openDimension } from "./dimensions.ts";
import { encodeField, encodeNumber, fieldsOf, textOf } from "./protobuf.ts";

const dimension = (size: number): Buffer => encodeField(1, encodeNumber(1, size));

function valueNamed(name: string, sizes: readonly number[]): Buffer {
  const tensor = Buffer.concat([encodeNumber(1, 1), encodeField(2, Buffer.concat(sizes.map(dimension)))]);
  return Buffer.concat([encodeField(1, name), encodeField(2, encodeField(1, tensor))]);
}

function model(): Buffer {
  const graph = Buffer.concat([
    encodeField(11, valueNamed("cache", [6, 1, 448, 512])),
    encodeField(11, valueNamed("tokens", [1, 448, 448])),
    encodeField(12, valueNamed("out_cache", [6, 1, 448, 512])),
  ]);
  return Buffer.concat([
    encodeNumber(1, 8),
    encodeField(7, graph),
    encodeField(14, Buffer.concat([encodeField(1, "sot"), encodeField(2, "50258")])),
  ]);
}

/** `448`, or the name in its place. */
function sizesOf(bytes: Uint8Array): Record<string, (string | number)[]> {
  const inside = (message: Uint8Array, number: number) => [...fieldsOf(message)].find((field) => field.number === number)!.bytes;
  const values = [...fieldsOf(inside(bytes, 7))].map((field) => field.bytes);
  return Object.fromEntries(
    values.map((value) => [
      textOf(inside(value, 1)),
      [...fieldsOf(inside(inside(inside(value, 2), 1), 2))].map(({ bytes: one }) => {
        const [size] = [...fieldsOf(one)];
        return size?.number === 1 ? size.value : textOf(size?.bytes ?? new Uint8Array());
      }),
    ]),
  );
}

test("a decoder's memory that its export fixed may be of any length, and nothing else of it changes", () => {
  const bytes = model();
  expect(openDimension(bytes, new Set(["cache", "out_cache"]), 2)).toBe(2);
  expect(sizesOf(bytes)).toEqual({ cache: [6, 1, "n", 512], out_cache: [6, 1, "n", 512], tokens: [1, 448, 448] });
  expect(bytes).toHaveLength(model().length);
  expect(openDimension(bytes, new Set(["cache"]), 2)).toBe(0);
});

test("what stands beside the weights is read", () => {
  expect(metadataOf(model()).get("sot")).toBe("50258");
});
