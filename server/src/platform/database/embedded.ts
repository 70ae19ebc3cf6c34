/** A PostgreSQL of our own, reached through a Unix socket that only its folder's owner and root can open. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { isAlive } from "../lock/data-folder.ts";
import { postgresBinaries } from "./binaries.ts";
import { databaseUser, openToOthers, reachableByOthers, type UnixUser } from "./unprivileged.ts";

const run = promisify(execFile);
const SYSTEM_FOLDER = "/var/lib/ongea";
const DATABASE = "ongea";
/** PostgreSQL's own limit of a socket's path, less the file's name. */
const LONGEST_SOCKET_FOLDER = 88;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

export interface EmbeddedPostgres {
  /** Where the data lie. */
  readonly folder: string;
  /** As the owner of the tables: for migrations. */
  readonly owner: pg.PoolConfig;
  /** As a role that owns nothing: for everything else. */
  readonly app: pg.PoolConfig;
  /** Calls back once when PostgreSQL ends by itself. */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

interface Passwords {
  superuser: string;
  owner: string;
  app: string;
}

export async function startEmbeddedPostgres(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  const user = databaseUser();
  const place = choosePlace(dataDir, user);
  const home = postgresBinaries(user !== undefined, SYSTEM_FOLDER);
  const passwords = readPasswords(join(dataDir, "database-passwords.json"));
  const settings = { cwd: place.base, env: { ...environment, LC_ALL: "C", LC_MESSAGES: "C" }, ...user };

  if (existsSync(join(place.data, "PG_VERSION"))) await stopLeftOver(join(place.data, "postmaster.pid"));
  else await initialise(home, place, passwords, settings);

  const child = spawn(join(home, "bin/postgres"), serverArguments(place), { ...settings, stdio: ["ignore", "ignore", "pipe"] });
  const log = lastLines(child);
  const superuser = { host: place.sockets, user: "postgres", password: passwords.superuser };
  await untilReady({ ...superuser, database: "postgres" }, child, log);
  await makeRoles(superuser, passwords);
  return {
    folder: place.data,
    owner: { host: place.sockets, user: "ongea_owner", password: passwords.owner, database: DATABASE },
    app: { host: place.sockets, user: "ongea_app", password: passwords.app, database: DATABASE },
    onExit: (listener) => void child.once("exit", listener),
    stop: () => stop(child),
  };
}

/** How to reach the PostgreSQL that another process of ours runs in this data folder. */
export function runningEmbeddedPostgres(dataDir: string, as: "app" | "owner" | "superuser" = "app"): pg.PoolConfig {
  const { sockets } = choosePlace(dataDir, databaseUser());
  const passwords = readPasswords(join(dataDir, "database-passwords.json"));
  return { host: sockets, user: as === "superuser" ? "postgres" : `ongea_${as}`, password: passwords[as], database: DATABASE };
}

interface Place {
  base: string;
  data: string;
  sockets: string;
}

/** Below the data folder; where PostgreSQL's user cannot walk there, below a folder of the system that is named after it. */
function choosePlace(dataDir: string, user: UnixUser | undefined): Place {
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

function readPasswords(file: string): Passwords {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Passwords;
  const password = (): string => randomBytes(24).toString("hex");
  const made = { superuser: password(), owner: password(), app: password() };
  writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  return made;
}

type ChildSettings = { cwd: string; env: Record<string, string> } & Partial<UnixUser>;

async function initialise(home: string, place: Place, passwords: Passwords, settings: ChildSettings): Promise<void> {
  rmSync(place.data, { recursive: true, force: true });
  const passwordFile = join(place.base, "initial-password");
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 });
  if (settings.uid !== undefined && settings.gid !== undefined) chownSync(passwordFile, settings.uid, settings.gid);
  const unfinished = `${place.data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const options = [
    "--username=postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  try {
    await run(join(home, "bin/initdb"), [`--pgdata=${unfinished}`, ...options], settings);
    await run("mv", [unfinished, place.data], settings);
  } catch (error) {
    const words = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new CannotStart(`The database could not be made in ${place.data}: ${words}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function serverArguments(place: Place): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: place.sockets,
    unix_socket_permissions: "0700",
    max_connections: "60",
    shared_buffers: "64MB",
    log_min_messages: "warning",
    timezone: "UTC",
    log_timezone: "UTC",
  };
  return ["-D", place.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** Waits for the PostgreSQL of a server that was killed, after asking it to end. */
async function stopLeftOver(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid)) return;
  process.kill(pid, "SIGINT");
  for (let waitedMs = 0; isPostgres(pid); waitedMs += 50) {
    if (waitedMs === STOP_TIMEOUT_MS) process.kill(pid, "SIGQUIT");
    if (waitedMs > 2 * STOP_TIMEOUT_MS)
      throw new CannotStart(`An earlier PostgreSQL, process ${pid}, does not end. End it, then start again.`);
    await wait(50);
  }
}

/** The number may have gone to another program since: only one that is called postgres is ours. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return true;
  }
}

async function untilReady(connection: pg.ClientConfig, child: ChildProcess, log: () => string): Promise<void> {
  const untilMs = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new CannotStart(`The database did not start: ${log()}`);
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > untilMs) {
        child.kill("SIGQUIT");
        throw new CannotStart(`The database did not answer within a minute: ${log()}`, { cause: error });
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(40);
  }
}

async function makeRoles(superuser: pg.ClientConfig, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ ...superuser, database: "postgres" });
  await client.connect();
  try {
    for (const [role, password] of [
      ["ongea_owner", passwords.owner],
      ["ongea_app", passwords.app],
    ] as const) {
      const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
      await client.query(
        `${rowCount ? "alter" : "create"} role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password '${password}'`,
      );
    }
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE} owner ongea_owner`);
  } finally {
    await client.end();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}

function lastLines(child: ChildProcess): () => string {
  let kept = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    kept = (kept + chunk).slice(-2_000);
  });
  return () => kept.trim().split("\n").slice(-3).join(" ");
}
