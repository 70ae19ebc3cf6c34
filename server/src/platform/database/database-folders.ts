/** Where the embedded PostgreSQL keeps its data, its socket and its passwords. */
import { z } from "zod";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openToOthers, reachableByOthers, type UnixUser } from "./unprivileged.ts";

export const SYSTEM_FOLDER = "/var/lib/ongea";
/** PostgreSQL's own limit of a socket's path, less the file's name. */
const LONGEST_SOCKET_FOLDER = 88;

export interface DatabaseFolders {
  base: string;
  data: string;
  sockets: string;
}

/** Below the data folder; where PostgreSQL's user cannot walk there, below a folder of the system that is named after it. */
export function chooseFolders(dataDir: string, user: UnixUser | undefined): DatabaseFolders {
  const real = realpathSync(dataDir);
  const name = createHash("sha256").update(real).digest("hex").slice(0, 12);
  const base = !user || reachableByOthers(real) ? join(real, "postgres") : join(SYSTEM_FOLDER, name);
  if (base.startsWith(SYSTEM_FOLDER)) openToOthers(SYSTEM_FOLDER);
  makeFolder(base, user);
  let sockets = join(base, "run");
  if (sockets.length > LONGEST_SOCKET_FOLDER) sockets = join(tmpdir(), `ongea-${name}`);
  makeFolder(sockets, user);
  return { base, data: join(base, "data"), sockets };
}

function makeFolder(path: string, user: UnixUser | undefined): void {
  mkdirSync(path, { recursive: true, mode: 0o755 });
  if (user) chownSync(path, user.uid, user.gid);
  chmodSync(path, 0o700);
}

const Passwords = z.object({ superuser: z.string(), owner: z.string(), app: z.string() });
export type Passwords = z.output<typeof Passwords>;

export function readPasswords(file: string): Passwords {
  if (existsSync(file)) return Passwords.parse(JSON.parse(readFileSync(file, "utf8")));
  const password = (): string => randomBytes(24).toString("hex");
  const made = { superuser: password(), owner: password(), app: password() };
  writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  return made;
}
