/** A model that its publisher gives as one archive: downloaded, checked, unpacked beside the models, and only then put in its place. */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unpackApart } from "./archive/start-unpacking.ts";
import type { ModelDescription, ModelFile } from "./description.ts";
import { download, type Progress } from "./download.ts";
import { sha256Of } from "./installed.ts";

type Archive = NonNullable<ModelDescription["archive"]>;

export interface PulledArchive {
  archive: Archive;
  files: ModelFile[];
}

export interface ArchiveOptions {
  mirror?: string;
  trustFirst?: boolean;
  progress?: (message: Progress) => void;
  signal?: AbortSignal;
}

/** Between the folder's own files: names that no model has. */
const ARCHIVE_FILE = ".archive";
const UNPACKING_FOLDER = ".unpacking";

/** The files of the archive with their checksums, in the model's folder. Whatever stops it, the next time goes on or begins anew. */
export async function pullArchive(
  description: ModelDescription,
  folder: string,
  options: ArchiveOptions,
): Promise<PulledArchive> {
  const { archive, id } = description;
  if (!archive) throw new Error(`${id} is no archive`);
  if (!archive.sha256 && !options.trustFirst) throw new Error(`${id} has no known checksum: pull it with --trust-first`);
  await mkdir(folder, { recursive: true });
  const sha256 = await fetchArchive(description, archive, folder, options);
  const apart = join(folder, UNPACKING_FOLDER);
  await rm(apart, { recursive: true, force: true });
  await mkdir(apart);
  try {
    const unpacked = await unpackApart(
      { archive: join(folder, ARCHIVE_FILE), into: apart, keep: archive.keep, mostBytes: archive.mostBytes },
      options.signal,
    );
    for (const { path } of unpacked) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(apart, path), join(folder, path));
    }
    return { archive: { ...archive, sha256 }, files: unpacked };
  } catch (error) {
    // One that cannot be unpacked is not tried again as it is.
    if (options.signal?.aborted !== true) await rm(join(folder, ARCHIVE_FILE), { force: true });
    throw error;
  } finally {
    await rm(apart, { recursive: true, force: true });
  }
}

/** When all is in its place: the archive takes as much room as the model. */
export async function removeArchive(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith(ARCHIVE_FILE)) await rm(join(folder, name), { force: true });
}

async function fetchArchive(
  { id, folder: name }: ModelDescription,
  { url, bytes, sha256 }: Archive,
  folder: string,
  { mirror, progress, signal }: ArchiveOptions,
): Promise<string> {
  const whole = join(folder, ARCHIVE_FILE);
  const file = url.slice(url.lastIndexOf("/") + 1);
  const told = (have: number): void => progress?.({ model: id, file, bytes: have, ofBytes: bytes });
  const kept = await sha256Of(whole).catch(() => undefined);
  if (kept !== undefined && (sha256 === undefined || kept === sha256)) return kept;
  const tried: string[] = [];
  const sources = [
    ...(mirror ? [{ name: "mirror", address: `${mirror.replace(/\/+$/, "")}/${name}/${file}` }] : []),
    { name: "publisher", address: url },
  ];
  for (const source of sources) {
    try {
      await download(source.address, { part: `${whole}.part`, bytes, told, ...(signal ? { signal } : {}) });
      const found = await sha256Of(`${whole}.part`);
      if (sha256 !== undefined && found !== sha256) {
        await rm(`${whole}.part`, { force: true });
        throw new Error("it has another checksum than the pinned one");
      }
      await rename(`${whole}.part`, whole);
      return found;
    } catch (error) {
      if (signal?.aborted) throw error;
      tried.push(`${source.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`The archive of ${id} can't be fetched. ${tried.join("; ")}.`);
}
