import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf, type ZipEntry } from "./zip.ts";

async function* entries(files: Readonly<Record<string, readonly string[]>>): AsyncGenerator<ZipEntry> {
  for (const [name, pieces] of Object.entries(files))
    yield {
      name,
      bytes: (async function* () {
        yield* pieces;
      })(),
    };
}
const FILES = { "person.json": ["{", "}"], "recordings/ẹni.wav": ["x".repeat(200_000)], "empty.json": [] };
const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

test("each file stands in it where its end says, and comes out as it went in", async () => {
  const zip = await buffer(zipOf(entries(FILES)));
  const end = zip.length - 22;
  let at = zip.readUInt32LE(end + 16);
  const found: Record<string, string> = {};
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, size, name, extra] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
    ];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26);
    const bytes = inflateRawSync(zip.subarray(start, start + packed));
    expect(bytes.length).toBe(size);
    found[zip.toString("utf8", at + 46, at + 46 + name)] = bytes.toString();
    at += 46 + name + extra;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(FILES).map(([name, pieces]) => [name, pieces.join("")])));
});

test.skipIf(!hasPython)("another program finds no mistake in it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-zip-"));
  writeFileSync(join(folder, "a.zip"), await buffer(zipOf(entries(FILES))));
  const check = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))";
  const said = execFileSync("python3", ["-c", check, join(folder, "a.zip")]).toString();
  expect(said.trim()).toBe(`None ${Object.keys(FILES).length}`);
  rmSync(folder, { recursive: true });
});

test("whoever stops reading ends what is written, and an error of a file ends the whole", async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield "x".repeat(65_536);
    } finally {
      isEnded = true;
    }
  }
  async function* one(bytes: AsyncIterable<string>): AsyncGenerator<ZipEntry> {
    yield { name: "a", bytes };
  }
  let pieces = 0;
  for await (const _ of zipOf(one(endless()))) if (++pieces === 5) break;
  await expect.poll(() => isEnded).toBe(true);
  async function* broken(): AsyncGenerator<string> {
    yield "a";
    throw new Error("gone");
  }
  await expect(buffer(zipOf(one(broken())))).rejects.toThrow("gone");
});
