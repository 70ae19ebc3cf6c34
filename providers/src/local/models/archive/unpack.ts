/**
 * Unpacks a `.tar.bz2` as a stream: only what is wanted is written, within limits, and nothing outside the folder. A model hub's archive is somebody
 * else's file: it may be cut off, hold links and paths that climb, or unpack to a thousand times its size.
 */
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { extract, type Entry, type Extract } from "tar-stream";
import { startBunzip2 } from "./bunzip2.ts";

export interface Unpacking {
  /** The archive's own path. */
  archive: string;
  /** An empty folder that takes the files. */
  into: string;
  /** Paths below the archive's one top folder, `/` at the end: a folder with all that it holds. Everything else is left out. */
  keep: readonly string[];
  /** Of everything that the archive holds, wanted or not. */
  mostBytes: number;
  mostEntries?: number;
}

/** One file that was written, with what can be checked later. */
export interface Unpacked {
  path: string;
  bytes: number;
  sha256: string;
}

const MOST_ENTRIES = 5_000;
/** What stands between the contents of files: names, and the rest of a block. More than this at once is no archive of ours. */
const MOST_BETWEEN_BYTES = 4 * 1024 * 1024;
const SLICE_BYTES = 64 * 1024;
const TAR_BLOCK_BYTES = 512;
/** As in descriptions: relative, downwards, plain letters. */
const PLAIN_PATH = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/;

/** Throws an Error with a reason for people; what was written until then is the caller's to remove. */
export async function unpackArchive(unpacking: Unpacking): Promise<Unpacked[]> {
  const { archive, mostBytes } = unpacking;
  const files: Unpacked[] = [];
  const counts = { bytes: 0, between: 0, entries: 0 };
  const tar = extract();
  // Whichever of the two fails first has the reason, and ends the other.
  const reasons: unknown[] = [];
  const orEnd = (error: unknown): void => {
    reasons.push(error);
    tar.destroy();
  };
  await Promise.all([
    feed(tar, archive, mostBytes, counts).catch(orEnd),
    takeEntries(tar, unpacking, counts, { files, orEnd }).catch(orEnd),
  ]);
  if (reasons.length > 0) throw reasons[0];
  const missing = unpacking.keep.find((wanted) => !files.some(({ path }) => isWithin(path, [wanted])));
  if (missing !== undefined) throw new Error(`holds no ${missing}`);
  return files;
}

interface Counts {
  bytes: number;
  between: number;
  entries: number;
}

/** In slices, each as soon as it is wanted: a block of 900 kB may hold 45 MB of the same byte. */
async function feed(tar: Extract, archive: string, mostBytes: number, counts: Counts): Promise<void> {
  const unpacker = await startBunzip2(archive);
  try {
    for await (const chunk of unpacker.bytes) {
      counts.bytes += chunk.length;
      if (counts.bytes > mostBytes) throw new Error(`unpacks to more than ${mostBytes} bytes`);
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        const slice = chunk.subarray(at, at + SLICE_BYTES);
        counts.between += slice.length;
        if (counts.between > MOST_BETWEEN_BYTES) throw new Error("is no archive of files");
        if (!tar.destroyed && !tar.write(slice)) await new Promise<void>((resolve) => drained(tar, resolve));
        if (tar.destroyed) return;
      }
    }
    if (!(await unpacker.isWhole)) throw new Error("is damaged, cut off, or no bzip2 at all");
    tar.end();
  } finally {
    unpacker.stop();
  }
}

function drained(tar: Extract, then: () => void): void {
  if (tar.destroyed) return then();
  const done = (): void => {
    tar.off("drain", done);
    tar.off("close", done);
    then();
  };
  tar.once("drain", done);
  tar.once("close", done);
}

async function takeEntries(
  tar: Extract,
  unpacking: Unpacking,
  counts: Counts,
  taken: { files: Unpacked[]; orEnd(error: unknown): void },
): Promise<void> {
  for await (const entry of tar) {
    try {
      await takeEntry(entry, unpacking, counts, taken.files);
    } catch (error) {
      // Before the stream complains that it is left early.
      taken.orEnd(error);
      throw error;
    }
  }
}

async function takeEntry(
  entry: Entry,
  { into, keep, mostEntries = MOST_ENTRIES }: Unpacking,
  counts: Counts,
  files: Unpacked[],
): Promise<void> {
  const { name, type } = entry.header;
  counts.between = Math.max(0, counts.between - TAR_BLOCK_BYTES);
  if (++counts.entries > mostEntries) throw new Error(`holds more than ${mostEntries} files`);
  const path = pathBelowTop(name);
  // In a folder that is kept whole, odd names are left out: espeak-ng-data has variants in `voices/!v` that nobody asks for.
  const isWanted = isWithin(path, keep) && type !== "directory" && PLAIN_PATH.test(path);
  if (isWanted && type !== "file") throw new Error(`holds a ${type} in place of ${path}`);
  if (isWanted && files.some((one) => one.path === path)) throw new Error(`holds ${path} twice`);
  const seen = (bytes: number): void => void (counts.between = Math.max(0, counts.between - bytes));
  if (isWanted) files.push(await write(entry, into, path, seen));
  else for await (const chunk of entry) seen((chunk as Buffer).length);
}

async function write(entry: Entry, into: string, path: string, seen: (bytes: number) => void): Promise<Unpacked> {
  const target = join(into, path);
  await mkdir(dirname(target), { recursive: true });
  // `wx`: the folder was empty, so that nothing is followed or overwritten.
  const file = await open(target, "wx");
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      seen(chunk.length);
      hash.update(chunk);
      await file.writeFile(chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Without `./` and the folder that publishers put everything into; empty for that folder itself. A path that climbs is refused, wanted or not. */
function pathBelowTop(name: string): string {
  if (name.startsWith("/") || name.includes("\\") || name.includes("\0") || name.split("/").includes(".."))
    throw new Error(`holds a path that leads out of its folder: ${JSON.stringify(name.slice(0, 100))}`);
  return name
    .replace(/^(\.\/)+/, "")
    .split("/")
    .slice(1)
    .join("/");
}

function isWithin(path: string, keep: readonly string[]): boolean {
  return keep.some((wanted) => (wanted.endsWith("/") ? path.startsWith(wanted) : path === wanted));
}
