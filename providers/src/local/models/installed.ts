import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DESCRIPTION_FILE, parseDescription, type ModelDescription } from "./description.ts";

const MAX_DESCRIPTION_BYTES = 256 * 1024;

export interface InstalledModel {
  description: ModelDescription;
  folder: string;
}

export interface ModelsFound {
  models: InstalledModel[];
  /** One sentence for each folder whose description can't be used. */
  problems: string[];
}

/** What is in a models folder: every sub-folder with a `model.json` whose files are there at their full size. */
export async function findInstalled(modelsFolder: string): Promise<ModelsFound> {
  const found: ModelsFound = { models: [], problems: [] };
  const entries = await readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const folder = join(modelsFolder, entry.name);
    try {
      const description = await readDescription(folder);
      if (!description) continue;
      await checkSizes(description, folder);
      found.models.push({ description, folder });
    } catch (error) {
      found.problems.push(`${entry.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return found;
}

/** Of a model in its folder; undefined where none is described. Throws an Error that says what is wrong with it. */
export async function readDescription(folder: string): Promise<ModelDescription | undefined> {
  const path = join(folder, DESCRIPTION_FILE);
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return undefined;
  if (facts.size > MAX_DESCRIPTION_BYTES) throw new Error(`${DESCRIPTION_FILE} is too large`);
  return parseDescription(JSON.parse(await readFile(path, "utf8")));
}

async function checkSizes(description: ModelDescription, folder: string): Promise<void> {
  if (description.files.length === 0) throw new Error("its archive has not been unpacked");
  for (const { path, bytes } of description.files) {
    const size = (await stat(join(folder, path)).catch(() => undefined))?.size;
    if (size === undefined) throw new Error(`${path} is missing`);
    if (size !== bytes) throw new Error(`${path} has ${size} bytes instead of ${bytes}`);
  }
}

/** Compares every file with its checksum; returns the paths that differ. Files without one differ too. */
export async function verifyModel({ description, folder }: InstalledModel): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, sha256 } of description.files) {
    if ((await sha256Of(join(folder, path))) !== sha256) wrong.push(path);
  }
  return wrong;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  const bytes: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 });
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
