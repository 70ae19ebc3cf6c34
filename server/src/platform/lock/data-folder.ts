import { errorCode } from "../error-code.ts";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CannotStart } from "../cannot-start.ts";
import { beganAt, isAlive } from "../processes.ts";

export interface DataFolder {
  readonly path: string;
  /** Lets the next server have it. */
  release(): void;
}

/**
 * Takes a data folder for this process alone, or refuses with the PID of the server that has it. A lock left by a killed server is
 * recognised by its dead PID, or by a living one that began at another time.
 */
export function takeDataFolder(path: string): DataFolder {
  const lock = join(path, "server.lock");
  try {
    makeFolder(resolve(path));
  } catch (error) {
    throw new CannotStart(`The data folder ${path} cannot be made: ${reason(error)}.`, { cause: error });
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(lock, `${process.pid} ${beganAt(process.pid)}\n`, { flag: "wx" });
      return { path, release: () => rmSync(lock, { force: true }) };
    } catch (error) {
      if (!isExisting(error))
        throw new CannotStart(`The data folder ${path} cannot be written to: ${reason(error)}.`, { cause: error });
    }
    const owner = livingOwner(lock);
    if (owner !== undefined) {
      throw new CannotStart(
        `The data folder ${path} is in use by a running server, process ${owner}. Stop that one, or choose another folder with DATA_DIR.`,
      );
    }
    rmSync(lock, { force: true });
  }
  throw new CannotStart(`The data folder ${path} is being taken by another server at this moment.`);
}

/** One folder after the other: where the system makes none (`/proc`), Node's own `recursive` tries for ever. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another server may have made it in the same moment.
    if (!isExisting(error) || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** The process of the server that has this data folder now. */
export function runningServer(path: string): number | undefined {
  return livingOwner(join(path, "server.lock"));
}

function livingOwner(lock: string): number | undefined {
  let words: string[];
  try {
    words = readFileSync(lock, "utf8").trim().split(" ");
  } catch {
    return undefined;
  }
  const pid = Number(words[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  const began = words[1] ?? "";
  if (began !== "" && beganAt(pid) !== began) return undefined;
  return pid;
}

function isExisting(error: unknown): boolean {
  return errorCode(error) === "EEXIST";
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
