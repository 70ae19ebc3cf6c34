import { fork, type ChildProcess } from "node:child_process";
import { programOf } from "./program-file.ts";

/** The longest a host may take from its start until it listens: models are loaded from a cold disk. */
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 3_000;
const FIRST_RESTART_MS = 100;
const LAST_RESTART_MS = 10_000;
/** A host that ran this long is well again: its next restart is quick. */
const HEALTHY_AFTER_MS = 30_000;

export interface SpeechHostOptions {
  /** The program: a `.ts` source file (run by tsx) or a bundled `.js`. */
  entry: string | URL;
  /** Where it listens; at most about 100 bytes long, in a folder that only this user can enter. */
  socketPath: string;
  /** Given to the program, which checks it. Plain data. */
  settings: unknown;
  onEvent?(event: HostEvent): void;
}

/** Of a host whose program is known. */
export type HostStart = Omit<SpeechHostOptions, "entry" | "settings"> & {
  /** The host's program where it is not run from its source (a bundle). */
  entry?: string | URL;
};

export type HostEvent =
  | { kind: "ready"; pid: number; tookMs: number; facts: Readonly<Record<string, unknown>> }
  | { kind: "stopped"; code: number | null; signal: string | null; restartInMs: number }
  | { kind: "said"; line: string };

export interface SpeechHost {
  readonly socketPath: string;
  /** Of the process that runs now. */
  readonly pid: number | undefined;
  /** What it said of itself when it became ready: voices, models, memory. */
  readonly facts: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/**
 * Starts a speech host as a process of its own and keeps it running until `stop`. Resolves when it listens; rejects when its first
 * start fails. The host ends by itself when this process ends, however that happens.
 */
export async function startSpeechHost(options: SpeechHostOptions): Promise<SpeechHost> {
  const keeper = new Keeper(options);
  await keeper.start();
  return keeper;
}

class Keeper implements SpeechHost {
  readonly #options: SpeechHostOptions;
  #child: ChildProcess | undefined;
  #stopping = false;
  #restartMs = FIRST_RESTART_MS;
  #timer: NodeJS.Timeout | undefined;
  facts: Readonly<Record<string, unknown>> = {};

  constructor(options: SpeechHostOptions) {
    this.#options = options;
  }

  get socketPath(): string {
    return this.#options.socketPath;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): Promise<void> {
    const startedMs = performance.now();
    const { entry, socketPath, settings, onEvent } = this.#options;
    const { file, execArgv } = programOf(entry);
    // Detached: in a session of its own, so that a Ctrl-C in our terminal ends neither it nor the programs that speak for it.
    const stdio = ["ignore", "pipe", "pipe", "ipc"] as const;
    const child = fork(file, [], { execArgv, stdio: [...stdio], serialization: "json", detached: true });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) tellLines(stream, (line) => onEvent?.({ kind: "said", line }));
    child.send({ socketPath, settings }, () => {});
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => child.kill("SIGKILL"), READY_TIMEOUT_MS);
      let ready = false;
      child.on("message", (message: { ready?: Record<string, unknown> }) => {
        if (!message.ready || ready) return;
        ready = true;
        clearTimeout(late);
        this.facts = message.ready;
        onEvent?.({ kind: "ready", pid: child.pid ?? 0, tookMs: performance.now() - startedMs, facts: this.facts });
        resolve();
      });
      child.on("error", reject);
      child.on("exit", (code, signal) => {
        clearTimeout(late);
        if (!ready) reject(new Error(`the speech host ended before it was ready (${signal ?? `exit code ${code}`})`));
        if (this.#child === child) this.#child = undefined;
        if (performance.now() - startedMs > HEALTHY_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
        if (!this.#stopping && (ready || this.#restarting)) this.#restart(code, signal);
      });
    });
  }

  #restarting = false;

  #restart(code: number | null, signal: string | null): void {
    const restartInMs = this.#restartMs;
    this.#restarting = true;
    this.#restartMs = Math.min(this.#restartMs * 2, LAST_RESTART_MS);
    this.#options.onEvent?.({ kind: "stopped", code, signal, restartInMs });
    this.#timer = setTimeout(() => {
      this.start().catch(() => {});
    }, restartInMs);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      child.on("exit", () => {
        clearTimeout(kill);
        resolve();
      });
      if (child.connected) child.disconnect();
      else child.kill("SIGTERM");
    });
  }
}

function tellLines(stream: NodeJS.ReadableStream | null, tell: (line: string) => void): void {
  let rest = "";
  stream?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = (lines.pop() ?? "").slice(-2_000);
    for (const line of lines) if (line.trim()) tell(line.slice(0, 2_000));
  });
}
