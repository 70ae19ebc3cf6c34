import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack, type Headers } from "tar-stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder, type TemporaryFolder } from "../../../testing/test-weights.ts";
import { BUNZIP2_PROGRAMS, startBunzip2 } from "./bunzip2.ts";
import { unpackApart } from "./start-unpacking.ts";
import { unpackArchive, type Unpacked, type Unpacking } from "./unpack.ts";

let folder: TemporaryFolder;
beforeEach(async () => void (folder = await temporaryFolder()));
afterEach(() => folder.remove());

const weights = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) & 255));
type Content = readonly (readonly [Headers, Buffer | string])[];
const usual: Content = [
  [{ name: "model-int8/", type: "directory" }, ""],
  [{ name: "model-int8/model.onnx" }, weights],
  [{ name: "model-int8/tokens.txt" }, "a 0\n"],
  [{ name: "model-int8/espeak-ng-data/phontab" }, "p"],
  [{ name: "model-int8/espeak-ng-data/lang/gmw/en" }, "e"],
  [{ name: "model-int8/test_wavs/0.wav" }, weights],
];

/** As a publisher would: tar, then the system's own bzip2. */
async function archived(content: Content, bzip2 = "-9"): Promise<string> {
  const tar = pack();
  for (const [header, body] of content) tar.entry(header, body);
  tar.finalize();
  const path = join(folder.path, "archive");
  await writeFile(path, execFileSync("bzip2", [bzip2, "-c"], { input: await buffer(tar), maxBuffer: 1 << 28 }));
  return path;
}

async function unpack(archive: string, options: Partial<Unpacking> = {}): Promise<Unpacked[]> {
  const into = join(folder.path, "into");
  await rm(into, { recursive: true, force: true });
  await mkdir(into);
  return unpackArchive({
    archive,
    into,
    keep: ["model.onnx", "tokens.txt", "espeak-ng-data/"],
    mostBytes: 2_000_000,
    ...options,
  });
}

const into = (): string => join(folder.path, "into");

describe("a publisher's archive", () => {
  test("gives what is wanted of it, with the checksum of each file, and nothing else", async () => {
    const files = await unpack(await archived(usual));
    expect(files.map(({ path }) => path)).toEqual([
      "model.onnx",
      "tokens.txt",
      "espeak-ng-data/phontab",
      "espeak-ng-data/lang/gmw/en",
    ]);
    expect(files[0]).toEqual({
      path: "model.onnx",
      bytes: weights.length,
      sha256: createHash("sha256").update(weights).digest("hex"),
    });
    expect(await readFile(join(into(), "model.onnx"))).toEqual(weights);
    expect(existsSync(join(into(), "test_wavs"))).toBe(false);
  });

  test("is unpacked in another process, which says what is wrong", async () => {
    const archive = await archived(usual);
    await mkdir(into());
    const asked = { archive, into: into(), keep: ["model.onnx"], mostBytes: 2_000_000 };
    expect((await unpackApart(asked)).map(({ path }) => path)).toEqual(["model.onnx"]);
    await expect(unpackApart({ ...asked, keep: ["nothing.onnx"] })).rejects.toThrow(/holds/);
    await expect(unpackApart({ ...asked, archive: join(folder.path, "nowhere") })).rejects.toThrow(/ENOENT/);
  });

  test("is unpacked by Python where there is no bzip2, and says what to install where there is neither", async () => {
    const { bytes, isWhole } = await startBunzip2(await archived(usual), [["no-such-program", []], BUNZIP2_PROGRAMS[1]!]);
    expect((await buffer(bytes)).length).toBeGreaterThan(2 * weights.length);
    expect(await isWhole).toBe(true);
    await expect(startBunzip2(await archived(usual), [["no-such-program", []]])).rejects.toThrow(/apt-get install bzip2/);
  });

  test("is whole though its unpacker ended before anybody read", async () => {
    const { bytes, isWhole } = await startBunzip2(await archived([usual[2]!]));
    expect(await isWhole).toBe(true);
    expect((await buffer(bytes)).toString()).toContain("a 0\n");
  });

  test("without a wanted file is refused", async () => {
    await expect(unpack(await archived(usual), { keep: ["decoder.onnx"] })).rejects.toThrow("holds no decoder.onnx");
  });

  test("with more bzip2 streams one after the other, as parallel packers write, is read to its end", async () => {
    const tar = pack();
    for (const [header, body] of usual) tar.entry(header, body);
    tar.finalize();
    const bytes = await buffer(tar);
    const half = 200_192;
    const parts = [bytes.subarray(0, half), bytes.subarray(half)].map((input) => execFileSync("bzip2", ["-c"], { input }));
    await writeFile(join(folder.path, "two"), Buffer.concat(parts));
    expect(await unpack(join(folder.path, "two"))).toHaveLength(4);
  });
});

describe("a hostile archive", () => {
  test.each(["model/../../escaped", "/etc/escaped", "model/..", "..\\escaped", "model/a/../../../escaped"])(
    "whose path %j leads out of its folder is refused, though nobody wanted that file",
    async (name) => {
      await expect(unpack(await archived([[{ name }, "out"], ...usual]))).rejects.toThrow(/leads out of its folder/);
      expect(existsSync(join(folder.path, "escaped"))).toBe(false);
    },
  );

  test.each(["symlink", "link", "character-device", "fifo"] as const)("with a %s in place of a file is refused", async (type) => {
    const header: Headers = { name: "model/model.onnx", type, linkname: "/etc/passwd" };
    await expect(unpack(await archived([[header, ""], ...usual.slice(2)]))).rejects.toThrow(/in place of model.onnx/);
    expect(await readdir(into())).toEqual([]);
  });

  test("with a link beside what is wanted makes none, so that nothing is written through it", async () => {
    const link: Headers = { name: "model-int8/other", type: "symlink", linkname: folder.path };
    await unpack(await archived([[link, ""], [{ name: "model-int8/other/planted" }, "x"], ...usual]));
    expect((await readdir(into())).toSorted()).toEqual(["espeak-ng-data", "model.onnx", "tokens.txt"]);
    expect(existsSync(join(folder.path, "planted"))).toBe(false);
  });

  test("that unpacks to far more than it may is stopped there", async () => {
    const bomb = await archived([[{ name: "model/model.onnx" }, Buffer.alloc(60_000_000)]]);
    expect((await readFile(bomb)).length).toBeLessThan(1_000);
    await expect(unpack(bomb)).rejects.toThrow("unpacks to more than 2000000 bytes");
  });

  test("whose names are as large as a model is stopped before they are kept in memory", async () => {
    const long = await archived([[{ name: "model/x", pax: { comment: "x".repeat(20_000_000) } } as Headers, ""]]);
    await expect(unpack(long, { mostBytes: 1e9 })).rejects.toThrow("is no archive of files");
  });

  test("with files without end is stopped", async () => {
    const many = Array.from({ length: 30 }, (_, i) => [{ name: `model/${i}` }, ""] as const);
    await expect(unpack(await archived(many), { mostEntries: 20 })).rejects.toThrow("holds more than 20 files");
  });

  test("with names that no file of a model has gives the others", async () => {
    const odd: Content = [
      ...usual,
      [{ name: "model-int8/espeak-ng-data/-rf\n*" }, "x"],
      [{ name: "model-int8/espeak-ng-data/voices/!v/Mr serious" }, "x"],
    ];
    expect(await unpack(await archived(odd))).toHaveLength(4);
    expect((await readdir(join(into(), "espeak-ng-data"))).toSorted()).toEqual(["lang", "phontab"]);
  });

  test("with a wanted file twice is refused", async () => {
    await expect(unpack(await archived([...usual, usual[1]!]))).rejects.toThrow("holds model.onnx twice");
  });

  test.each([0.2, 0.5, 0.9, 0.999])("that is cut off at %d of its length is refused", async (share) => {
    const archive = await archived(usual);
    const bytes = await readFile(archive);
    await writeFile(archive, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(unpack(archive)).rejects.toThrow();
  });

  test("with a byte changed, or that is no archive at all, is refused", async () => {
    const archive = await archived(usual);
    const bytes = await readFile(archive);
    bytes[Math.floor(bytes.length / 2)]! ^= 0xff;
    await writeFile(archive, bytes);
    await expect(unpack(archive)).rejects.toThrow();
    await writeFile(archive, "<html>Not found</html>");
    await expect(unpack(archive)).rejects.toThrow();
    await writeFile(archive, execFileSync("bzip2", ["-c"], { input: weights }));
    await expect(unpack(archive)).rejects.toThrow();
  });
});
