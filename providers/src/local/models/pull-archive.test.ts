import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { programOf } from "../../host/program-file.ts";
import { startMirror, temporaryFolder, type Mirror, type TemporaryFolder } from "../../testing/test-weights.ts";
import { parseDescription, type ModelDescription } from "./description.ts";
import { findInstalled, verifyModel } from "./installed.ts";
import { pullModel, type PullOptions } from "./pull.ts";

/** It does not become smaller by packing: a pull takes a moment. */
const weights = Buffer.alloc(6_000_000);
for (let i = 0, x = 1; i < weights.length; i += 4)
  weights.writeUInt32LE((x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0), i);
const NAME = "published-model.tar.bz2";
let mirrored: TemporaryFolder;
let folder: TemporaryFolder;
let mirror: Mirror;
let packed: Buffer;

beforeEach(async () => {
  mirrored = await temporaryFolder();
  folder = await temporaryFolder();
  const tar = pack();
  tar.entry({ name: "published-model/model.onnx" }, weights);
  tar.entry({ name: "published-model/README.md" }, "left out");
  tar.finalize();
  packed ??= execFileSync("bzip2", ["-1", "-c"], { input: await buffer(tar), maxBuffer: 1 << 28 });
  await mkdir(join(mirrored.path, "turn"));
  await writeFile(join(mirrored.path, "turn", NAME), packed);
  mirror = await startMirror(mirrored.path);
});
afterEach(async () => {
  await mirror.close();
  await mirrored.remove();
  await folder.remove();
});

function model(archive: object = {}): ModelDescription {
  return parseDescription({
    id: "turn",
    name: "Turn",
    kind: "end-of-turn",
    engine: "smart-turn",
    folder: "turn",
    languages: ["*"],
    licence: "BSD-2-Clause",
    origin: "test",
    improves: "test",
    archive: {
      url: `https://127.0.0.1:1/${NAME}`,
      bytes: packed.length,
      sha256: createHash("sha256").update(packed).digest("hex"),
      keep: ["model.onnx"],
      mostBytes: 20_000_000,
      ...archive,
    },
    parts: { model: "model.onnx" },
  });
}

const options = (): PullOptions => ({ modelsFolder: folder.path, mirror: mirror.url });
const at = (name: string): string => join(folder.path, "turn", name);
const isInstalled = async (): Promise<boolean> => (await findInstalled(folder.path)).models.length > 0;

async function expectWhole(): Promise<void> {
  const { models, problems } = await findInstalled(folder.path);
  expect(problems).toEqual([]);
  expect(models).toHaveLength(1);
  for (const found of models) expect(await verifyModel(found)).toEqual([]);
  expect((await readdir(join(folder.path, "turn"))).toSorted()).toEqual(["model.json", "model.onnx"]);
  expect((await readFile(at("model.onnx"))).equals(weights)).toBe(true);
}

/** Pulls in a process of its own, which is killed as soon as that is so. */
async function killedWhen(isSo: () => Promise<boolean>): Promise<void> {
  const { file, execArgv } = programOf(new URL("../../testing/pull-program.ts", import.meta.url));
  const child = spawn(process.execPath, [...execArgv, file, JSON.stringify({ description: model(), options: options() })], {
    stdio: "ignore",
  });
  const gone = once(child, "exit");
  for (let tries = 0; tries < 5_000 && !(await isSo()); tries++) await new Promise((resolve) => setTimeout(resolve, 2));
  expect(await isSo()).toBe(true);
  child.kill("SIGKILL");
  expect((await gone)[1]).toBe("SIGKILL");
}

describe("a model in an archive", () => {
  test("is fetched, unpacked and verified; the archive does not stay; a second pull fetches nothing", async () => {
    await pullModel(model(), options());
    await expectWhole();
    await pullModel(model(), options());
    expect(mirror.asked).toHaveLength(1);
    await writeFile(at("model.onnx"), weights.subarray(1));
    await pullModel(model(), options());
    await expectWhole();
  });

  test("whose pull is killed while it downloads goes on from there", async () => {
    mirror.stallAfterBytes = 3_000_000;
    await killedWhen(async () => (await stat(at(".archive.part")).catch(() => ({ size: 0 }))).size >= 3_000_000);
    expect(await isInstalled()).toBe(false);
    mirror.stallAfterBytes = Infinity;
    await pullModel(model(), options());
    expect(mirror.asked.at(-1)).toMatch(/bytes=[1-9]\d{6}-/);
    await expectWhole();
  }, 30_000);

  test("whose pull is killed while it is unpacked is never taken for whole, and is unpacked anew without being fetched again", async () => {
    await killedWhen(async () => existsSync(at(".unpacking/model.onnx")));
    expect(await isInstalled()).toBe(false);
    expect(existsSync(at("model.json"))).toBe(false);
    await pullModel(model(), options());
    expect(mirror.asked).toHaveLength(1);
    await expectWhole();
  }, 30_000);

  test("with other bytes than the pinned ones is thrown away before anything of it is unpacked", async () => {
    const other = Buffer.from(packed);
    other[5_000_000]! ^= 1;
    await writeFile(join(mirrored.path, "turn", NAME), other);
    await expect(pullModel(model(), options())).rejects.toThrow(/another checksum/);
    // The publisher, who was asked next, gave nothing.
    expect(await readdir(join(folder.path, "turn"))).toEqual([".archive.part"]);
    expect((await stat(at(".archive.part"))).size).toBe(0);
    await writeFile(join(mirrored.path, "turn", NAME), packed);
    await pullModel(model(), options());
    await expectWhole();
  });

  test("of another length, or that ends early, is refused and says so", async () => {
    await expect(pullModel(model({ bytes: packed.length + 1 }), options())).rejects.toThrow(/has \d+ bytes instead of \d+/);
    mirror.breakAfterBytes = 1_000_000;
    await expect(pullModel(model(), options())).rejects.toThrow(/mirror: /);
    expect(await isInstalled()).toBe(false);
  });

  test("that unpacks to more than it may, or lacks a file, is not kept", async () => {
    await expect(pullModel(model({ mostBytes: 1_000_000 }), options())).rejects.toThrow("The archive unpacks to more than");
    expect(await readdir(join(folder.path, "turn"))).toEqual([]);
  });

  test("without a known checksum is pulled only when told to trust, which is written down, and then it is pinned", async () => {
    await expect(pullModel(model({ sha256: undefined }), options())).rejects.toThrow(/--trust-first/);
    await pullModel(model({ sha256: undefined }), { ...options(), trustFirst: true });
    await expectWhole();
    const kept = parseDescription(JSON.parse(await readFile(at("model.json"), "utf8")));
    expect(kept).toMatchObject({ trustedFirst: true, archive: { sha256: model().archive?.sha256 } });
  });
});
