import type { ChildProcess } from "node:child_process";
import { spawn, spawnSync } from "node:child_process";

/** A program that a test started; it is stopped by its own id. */
export interface RunningProgram {
  readonly pid: number;
  /** The last of what it printed, both streams together. */
  output(): string;
  /** Its exit code; −1 when a signal ended it. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

const MAX_OUTPUT_CHARACTERS = 200_000;
const STOP_GRACE_MS = 1_500;

/** `timeoutMs`: it is ended by then whatever happens. */
export function run(command: string, args: readonly string[], options: { cwd?: string; timeoutMs: number }): RunningProgram {
  const child = spawn(command, args, { cwd: options.cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const timer = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs);
  const exited = new Promise<number>((resolve) => {
    child.once("error", (error) => {
      output += String(error);
      resolve(-1);
    });
    child.once("exit", (code) => resolve(code ?? -1));
  });
  void exited.then(() => clearTimeout(timer));
  return { pid: child.pid ?? -1, output: () => output, exited, stop: () => stop(child, exited) };
}

export function isInstalled(command: string): boolean {
  return spawnSync("which", [command]).status === 0;
}

async function stop(child: ChildProcess, exited: Promise<number>): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
  await exited;
  clearTimeout(timer);
}
