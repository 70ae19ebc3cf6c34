import { spawn } from "node:child_process";
import { ProviderFailure } from "@ongea/conversation";

/** One clause takes well under a second; a program that hangs is killed. */
const TIMEOUT_MS = 10_000;
/** About five minutes of sound: more means that a program went wild. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Nothing of ours: the environment may hold secrets. */
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };

export interface Program {
  command: string;
  args: readonly string[];
  /** Given on its standard input. */
  input: string;
}

/**
 * Runs a speaking program without a shell and yields what it prints as it prints it. Killed on abort,
 * on the time limit and when the reader stops.
 */
export async function* outputOf({ command, args, input }: Program, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  if (signal.aborted) return;
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], env: ENVIRONMENT });
  const kill = (): void => void child.kill("SIGKILL");
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, TIMEOUT_MS);
  signal.addEventListener("abort", kill, { once: true });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", () => reject(new ProviderFailure("unavailable", `${command} can't be started`)));
    child.once("close", resolve);
  });
  ended.catch(() => {});
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  try {
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) throw new ProviderFailure("bad-answer", `${command} does not stop speaking`);
      yield chunk;
    }
    const code = await ended;
    if (signal.aborted) return;
    if (late) throw new ProviderFailure("timeout", `${command} took longer than ${TIMEOUT_MS} ms`);
    if (code !== 0) throw new ProviderFailure("unavailable", `${command} ended with exit code ${code}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
    kill();
  }
}

/** What a program prints in all, as text; empty when it can't be run. */
export async function printed(command: string, args: readonly string[]): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of outputOf({ command, args, input: "" }, new AbortController().signal)) chunks.push(chunk);
  } catch {
    return "";
  }
  return Buffer.concat(chunks).toString("utf8");
}
