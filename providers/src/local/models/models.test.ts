import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startMirror, temporaryFolder, type Mirror, type TemporaryFolder } from "../../testing/test-weights.ts";
import { knownModels, publicModels, wellKnownModels } from "../manifest/index.ts";
import { parseDescription, type ModelDescription } from "./description.ts";
import { findInstalled, verifyModel } from "./installed.ts";
import { pullModel } from "./pull.ts";

const weights = Buffer.alloc(1_000_000, "weights ");
let mirrored: TemporaryFolder;
let folder: TemporaryFolder;
let mirror: Mirror;

beforeEach(async () => {
  mirrored = await temporaryFolder();
  folder = await temporaryFolder();
  await mkdir(join(mirrored.path, "turn"));
  await writeFile(join(mirrored.path, "turn", "model.onnx"), weights);
  mirror = await startMirror(mirrored.path);
});
afterEach(async () => {
  await mirror.close();
  await mirrored.remove();
  await folder.remove();
});

function model(file: object = {}): ModelDescription {
  const sha256 = createHash("sha256").update(weights).digest("hex");
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
    files: [{ path: "model.onnx", bytes: weights.length, sha256, ...file }],
    parts: { model: "model.onnx" },
  });
}

describe("pulling a model", () => {
  test("fetches it once, with progress, and then it is installed and verified", async () => {
    const progress: number[] = [];
    const options = {
      modelsFolder: folder.path,
      mirror: mirror.url,
      progress: ({ bytes }: { bytes: number }) => progress.push(bytes),
    };
    await pullModel(model(), options);
    expect(progress.at(-1)).toBe(weights.length);
    const { models, problems } = await findInstalled(folder.path);
    expect(models.map(({ description }) => description.id)).toEqual(["turn"]);
    expect(problems).toEqual([]);
    for (const found of models) expect(await verifyModel(found)).toEqual([]);
    await pullModel(model(), options);
    expect(mirror.asked).toHaveLength(1);
  });

  test("goes on where it was cut off", async () => {
    mirror.breakAfterBytes = 300_000;
    await expect(pullModel(model(), { modelsFolder: folder.path, mirror: mirror.url })).rejects.toThrow(/mirror/);
    expect((await findInstalled(folder.path)).models).toEqual([]);
    mirror.breakAfterBytes = Infinity;
    await pullModel(model(), { modelsFolder: folder.path, mirror: mirror.url });
    expect(mirror.asked.at(-1)).toMatch(/bytes=[1-9]\d+-/);
    expect(await readFile(join(folder.path, "turn", "model.onnx"))).toEqual(weights);
  });

  test("refuses other bytes than the pinned ones, and begins afresh next time", async () => {
    await writeFile(join(mirrored.path, "turn", "model.onnx"), Buffer.alloc(weights.length, "malware "));
    await expect(pullModel(model(), { modelsFolder: folder.path, mirror: mirror.url })).rejects.toThrow(/another checksum/);
    await writeFile(join(mirrored.path, "turn", "model.onnx"), weights);
    await pullModel(model(), { modelsFolder: folder.path, mirror: mirror.url });
    expect((await findInstalled(folder.path)).models).toHaveLength(1);
  });

  test("takes nothing that is longer than announced", async () => {
    const short = model({ bytes: 500, sha256: "0".repeat(64) });
    await expect(pullModel(short, { modelsFolder: folder.path, mirror: mirror.url })).rejects.toThrow(
      /has 1000000 bytes instead of 500/,
    );
  });

  test("says what it tried when no source has it", async () => {
    await expect(
      pullModel({ ...model(), folder: "elsewhere" }, { modelsFolder: folder.path, mirror: mirror.url }),
    ).rejects.toThrow(/mirror: answered 404/);
    await expect(pullModel(model(), { modelsFolder: folder.path })).rejects.toThrow(/no source but a mirror/);
  });

  test("without a known checksum only when told to trust, and pins what came", async () => {
    const unknown = model({ sha256: undefined });
    await expect(pullModel(unknown, { modelsFolder: folder.path, mirror: mirror.url })).rejects.toThrow(/--trust-first/);
    await pullModel(unknown, { modelsFolder: folder.path, mirror: mirror.url, trustFirst: true });
    const { models } = await findInstalled(folder.path);
    for (const found of models) expect(await verifyModel(found)).toEqual([]);
    await writeFile(join(folder.path, "turn", "model.onnx"), Buffer.alloc(weights.length));
    for (const found of models) expect(await verifyModel(found)).toEqual(["model.onnx"]);
  });
});

describe("a models folder", () => {
  test("with a bad description says which and why, and the others still work", async () => {
    await pullModel(model(), { modelsFolder: folder.path, mirror: mirror.url });
    for (const [name, text] of [
      ["bad", "{"],
      ["climbing", JSON.stringify({ ...model(), parts: { model: "../x" } })],
    ] as const) {
      await mkdir(join(folder.path, name));
      await writeFile(join(folder.path, name, "model.json"), text);
    }
    const { models, problems } = await findInstalled(folder.path);
    expect(models).toHaveLength(1);
    expect(problems.map((problem) => problem.split(":")[0])).toEqual(["bad", "climbing"]);
  });

  test("that does not exist holds no models", async () => {
    expect(await findInstalled(join(folder.path, "nowhere"))).toEqual({ models: [], problems: [] });
  });
});

test("every known model has a licence, a size and a checksum for each file; every one that is offered has a source for each", () => {
  for (const { files, licence } of knownModels()) {
    expect(licence).not.toBe("");
    for (const { sha256, bytes } of files) expect([sha256?.length, bytes > 0]).toEqual([64, true]);
  }
  const offered = publicModels();
  expect(offered.map(({ id }) => id)).toEqual(expect.arrayContaining(["whisper-base", "smart-turn-v3.2-cpu"]));
  expect(offered.map(({ id }) => id)).not.toContain("whisper-base-int8");
  for (const { id, files } of offered)
    for (const { path, url, packages } of files) {
      expect(url ?? packages?.[0]?.name, `${path} of ${id}`).toBeTruthy();
    }
  // A revision or a tag: what an address gives must not change.
  for (const url of offered.flatMap(({ files }) => files.flatMap((file) => file.url ?? [])))
    expect(url).toMatch(/\/resolve\/([0-9a-f]{40}|v[\d.]+)\//);
  expect(wellKnownModels().length).toBeGreaterThan(2);
});
