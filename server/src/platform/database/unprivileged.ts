import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { CannotStart } from "../cannot-start.ts";

/** The system user that PostgreSQL runs as when the server runs as root, which PostgreSQL refuses to be. */
const USER_NAME = "ongea";

export interface UnixUser {
  uid: number;
  gid: number;
}

/** Who PostgreSQL shall run as: nobody else for an ordinary user; for root a system user, made when it is not there. */
export function databaseUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = lookUp();
  if (found) return found;
  try {
    const options = [
      "--system",
      "--user-group",
      "--no-create-home",
      "--home-dir",
      "/nonexistent",
      "--shell",
      "/usr/sbin/nologin",
    ];
    execFileSync("/usr/sbin/useradd", [...options, USER_NAME], { stdio: "ignore" });
  } catch (error) {
    throw new CannotStart(
      `PostgreSQL does not run as root, and a system user "${USER_NAME}" for it could not be made. Start as an ordinary user, or set DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  const made = lookUp();
  if (!made)
    throw new CannotStart(
      `The system user "${USER_NAME}" was made but cannot be found. Start as an ordinary user, or set DATABASE_URL.`,
    );
  return made;
}

/** Whether a user who is in no group of ours can walk to this folder (which may not exist yet). */
export function reachableByOthers(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Makes a folder of ours that others can walk through, whatever the mask of this process. */
export function openToOthers(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}

function lookUp(): UnixUser | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync("id", [flag, USER_NAME], { stdio: ["ignore", "pipe", "ignore"] }).toString());
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}
