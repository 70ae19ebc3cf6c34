import { parquetReadObjects, parquetMetadata } from "hyparquet";
import { expect, test } from "vitest";
import { type ParquetColumn, parquetFormat } from "./parquet.ts";

interface Row {
  id: number;
  text: string | null;
}

const AT = Date.UTC(2026, 10, 29, 12);
const COLUMNS: readonly ParquetColumn<Row>[] = [
  { name: "text", type: "STRING", read: ({ text }) => text },
  { name: "cost", type: "DOUBLE", read: ({ id }) => (id % 3 === 0 ? null : id / 100) },
  { name: "reached", type: "BOOLEAN", read: ({ id }) => (id % 5 === 0 ? null : id % 2 === 0) },
  { name: "at", type: "TIMESTAMP", read: ({ id }) => new Date(AT + id * 1_000) },
];

async function fileOf(pages: readonly (readonly Row[])[]): Promise<ArrayBuffer> {
  async function* read(): AsyncGenerator<readonly Row[]> {
    yield* pages;
  }
  const parts: Uint8Array[] = [];
  for await (const part of parquetFormat(COLUMNS).write(read())) parts.push(Buffer.from(part));
  const whole = Buffer.concat(parts);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength);
}

test("a file of several row groups is read back as it was written, with what is not known", async () => {
  const rows = Array.from({ length: 12_345 }, (_, id) => ({ id, text: id % 7 === 0 ? null : `=1+${id} ስም "\n${id}` }));
  const pages = [rows.slice(0, 4_999), [], rows.slice(4_999, 5_001), rows.slice(5_001)];
  const file = await fileOf(pages);
  expect(parquetMetadata(file).row_groups.map(({ num_rows: count }) => Number(count))).toEqual([5_000, 5_000, 2_345]);
  const expected = rows.map((row) => Object.fromEntries(COLUMNS.map(({ name, read }) => [name, read(row)])));
  expect(await parquetReadObjects({ file })).toEqual(expected);
});

test("a file without rows, and one whose first group knows nothing of a column, can be read", async () => {
  expect(await parquetReadObjects({ file: await fileOf([]) })).toEqual([]);
  const rows = Array.from({ length: 5_001 }, (_, id) => ({ id: 15 * id, text: null }));
  const read = await parquetReadObjects({ file: await fileOf([rows]) });
  expect(read).toHaveLength(5_001);
  expect(read[5_000]).toEqual({ text: null, cost: null, reached: null, at: new Date(AT + 75_000_000) });
});

test("long texts make a group shorter than its rows would", async () => {
  const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, text: "x".repeat(20_000) }));
  const file = await fileOf([rows]);
  expect(parquetMetadata(file).row_groups).toHaveLength(10);
});
