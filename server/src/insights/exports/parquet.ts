/** Rows as a Parquet file, written in pieces: one row group is in memory, however many rows there are. */
import type { SchemaElement } from "hyparquet-writer";
import type { FileFormat } from "../../platform/http/downloads.ts";

export interface ParquetColumn<Row> {
  name: string;
  type: "STRING" | "DOUBLE" | "BOOLEAN" | "TIMESTAMP";
  /** Null: not known. */
  read(row: Row): string | number | boolean | Date | null;
}

/** Tuned on a million calls with transcripts: larger groups take more memory, and so does the longer footer of smaller ones. */
const GROUP_ROWS = 5_000;
const GROUP_CHARACTERS = 2_000_000;
/** Of the smallest and largest text of a group, which the footer repeats. */
const STATISTICS_BYTES = 32;

const TYPES: Readonly<Record<ParquetColumn<never>["type"], Pick<SchemaElement, "type" | "converted_type">>> = {
  STRING: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  DOUBLE: { type: "DOUBLE" },
  BOOLEAN: { type: "BOOLEAN" },
  TIMESTAMP: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
};

export function parquetFormat<Row>(columns: readonly ParquetColumn<Row>[]): FileFormat<Row> {
  return { type: "application/vnd.apache.parquet", ending: "parquet", write: (pages) => parquetFile(columns, pages) };
}

async function* parquetFile<Row>(
  columns: readonly ParquetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const writer = new ByteWriter();
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...TYPES[type] })),
  ];
  const file = new ParquetWriter({ writer, schema, statisticsTruncateLength: STATISTICS_BYTES, createdBy: "ongea" });
  const written = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let group = columns.map((): unknown[] => []);
  let [rows, characters] = [0, 0];
  const writeGroup = async (): Promise<Uint8Array> => {
    const columnData = columns.map(({ name }, at) => ({ name, data: group[at] ?? [] }));
    await file.write({ columnData, rowGroupSize: rows });
    group = columns.map(() => []);
    [rows, characters] = [0, 0];
    return written();
  };
  for await (const page of pages)
    for (const row of page) {
      for (const [at, { read }] of columns.entries()) {
        const value = read(row);
        group[at]?.push(value);
        if (typeof value === "string") characters += value.length;
      }
      rows++;
      if (rows >= GROUP_ROWS || characters >= GROUP_CHARACTERS) yield await writeGroup();
    }
  if (rows > 0) yield await writeGroup();
  await file.finish();
  yield written();
}
