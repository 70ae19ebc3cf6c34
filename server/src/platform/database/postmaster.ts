/** The process of the embedded PostgreSQL: in a session of its own, started again when it dies, ended with us. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { beganAt, commandLine, isAlive } from "../processes.ts";
import type { DatabaseFolders } from "./database-folders.ts";
import type { UnixUser } from "./unprivileged.ts";

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const FIRST_RESTART_MS = 100;
/** What was killed leaves processes that take a moment to notice it; a full disk takes longer, and is tried for as long as it takes. */
const LAST_RESTART_MS = 3_000;
/** One that ran this long is well again: its next restart is quick. */
const HEALTHY_AFTER_MS = 30_000;

export type ChildSettings = { cwd: string; env: Record<string, string> } & Partial<UnixUser>;

export type PostmasterEvent =
  | { kind: "ended"; said: string; restartInMs: number }
  | { kind: "started-again"; pid: number; tookMs: number };

export interface PostmasterOptions {
  /** The program `postgres`. */
  program: string;
  place: DatabaseFolders;
  settings: ChildSettings;
  /** Somebody whom it lets in as soon as it is ready. */
  superuser: pg.ClientConfig;
  onEvent(event: PostmasterEvent): void;
}

export interface Postmaster {
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a data folder that is there. Resolves when it lets somebody in. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const keeper = new Keeper(options);
  await keeper.start();
  return keeper;
}

class Keeper implements Postmaster {
  readonly #options: PostmasterOptions;
  #child: ChildProcess | undefined;
  #stopping = false;
  #restartMs = FIRST_RESTART_MS;
  #restarting: Promise<void> | undefined;
  readonly #quit = new AbortController();

  constructor(options: PostmasterOptions) {
    this.#options = options;
    // Whatever ends this process: PostgreSQL ends in good order too, by itself.
    process.once("exit", this.#endWithUs);
  }

  readonly #endWithUs = (): void => void this.#child?.kill("SIGINT");

  async start(): Promise<void> {
    const { program, place, settings, superuser } = this.#options;
    await stopLeftOver(place);
    const startedMs = performance.now();
    // A session of its own: neither Ctrl-C in a terminal nor closing it may end it before the calls have been written down.
    const child = spawn(program, serverArguments(place), { ...settings, detached: true, stdio: ["ignore", "ignore", "pipe"] });
    this.#child = child;
    const said = lastLines(child);
    child.on("error", () => undefined);
    remember(place, child);
    try {
      await untilReady({ ...superuser, database: "postgres" }, child, said);
    } catch (error) {
      await end(child);
      throw error;
    }
    child.once("exit", () => this.#ended(said(), performance.now() - startedMs));
    if (hasEnded(child)) this.#ended(said(), 0);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    process.removeListener("exit", this.#endWithUs);
    this.#quit.abort();
    await this.#restarting;
    if (this.#child) await end(this.#child);
    rmSync(recordOf(this.#options.place), { force: true });
  }

  #ended(said: string, ranMs: number): void {
    if (this.#stopping || this.#restarting) return;
    if (ranMs > HEALTHY_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
    this.#restarting = this.#startAgain(said).finally(() => {
      this.#restarting = undefined;
      if (this.#child && hasEnded(this.#child)) this.#ended("", 0);
    });
  }

  async #startAgain(lastWords: string): Promise<void> {
    const lostMs = performance.now();
    for (let said = lastWords; !this.#stopping;) {
      const restartInMs = this.#restartMs;
      this.#restartMs = Math.min(this.#restartMs * 2, LAST_RESTART_MS);
      this.#options.onEvent({ kind: "ended", said, restartInMs });
      await wait(restartInMs, undefined, { signal: this.#quit.signal }).catch(() => undefined);
      if (this.#stopping) return;
      try {
        await this.start();
        this.#options.onEvent({
          kind: "started-again",
          pid: this.#child?.pid ?? 0,
          tookMs: Math.round(performance.now() - lostMs),
        });
        return;
      } catch (error) {
        said = error instanceof Error ? error.message : String(error);
      }
    }
  }
}

function serverArguments(place: DatabaseFolders): string[] {
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

/** Ends the PostgreSQL that a killed server left running on this folder, and waits for it. Nobody else is touched. */
async function stopLeftOver(place: DatabaseFolders): Promise<void> {
  const pidFile = join(place.data, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  if (!isOurs(pid, place)) {
    // The number has gone to another program, before which PostgreSQL would refuse to start.
    rmSync(pidFile, { force: true });
    return;
  }
  process.kill(pid, "SIGINT");
  for (let waitedMs = 0; isOurs(pid, place); waitedMs += 50) {
    if (waitedMs === STOP_TIMEOUT_MS) process.kill(pid, "SIGQUIT");
    if (waitedMs > 2 * STOP_TIMEOUT_MS)
      throw new CannotStart(`An earlier PostgreSQL, process ${pid}, does not end. End it, then start again.`);
    await wait(50);
  }
}

/** Whether this process is a PostgreSQL on this data folder and, where we wrote that down, began when ours did. */
function isOurs(pid: number, place: DatabaseFolders): boolean {
  if (!isAlive(pid) || !commandLine(pid).includes(`postgres -D ${place.data} `)) return false;
  const [known, began] = recorded(place);
  return known !== String(pid) || !began || began === beganAt(pid);
}

function recordOf(place: DatabaseFolders): string {
  return join(place.base, "postmaster.began");
}

function recorded(place: DatabaseFolders): string[] {
  try {
    return readFileSync(recordOf(place), "utf8").trim().split(" ");
  } catch {
    return [];
  }
}

function remember(place: DatabaseFolders, child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    writeFileSync(recordOf(place), `${child.pid} ${beganAt(child.pid)}\n`);
  } catch {
    // A full disk: the data folder still tells whose it is.
  }
}

async function untilReady(connection: pg.ClientConfig, child: ChildProcess, said: () => string): Promise<void> {
  const untilMs = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (hasEnded(child)) throw new CannotStart(`The database did not start: ${said()}`);
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (performance.now() > untilMs)
        throw new CannotStart(`The database did not answer within a minute: ${said()}`, { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(40);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function lastLines(child: ChildProcess): () => string {
  let kept = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    kept = (kept + chunk).slice(-2_000);
  });
  return () => kept.trim().split("\n").slice(-3).join(" ");
}
