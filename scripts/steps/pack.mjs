import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const PACKED = /\.(?:js|css|svg|html)$/;
const LEAST_BYTES = 1_000;

/** Writes beside each built file of the page its packed twins, so that nothing is packed while somebody waits. */
export function packPage(root) {
  const folder = join(root, "web/dist");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => PACKED.test(name))) {
    const file = join(folder, name);
    const bytes = readFileSync(file);
    if (bytes.length < LEAST_BYTES) continue;
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
}
