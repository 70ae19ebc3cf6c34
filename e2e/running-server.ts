/** A server as an operator starts it: a process of its own, on ports of its own. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "@ongea/contract";
import { freePort } from "./phones/free-port.ts";

export { preparedDataDir as newDataDir, temporaryDataDir as bareDataDir } from "../server/src/platform/testing/data-folder.ts";
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const READY_TIMEOUT_MS = 120_000;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly sipPort: number;
  readonly dataDir: string;
  /** The API as the operator's own commands use it. */
  readonly client: Client;
  /** The headers that say so. */
  readonly credentials: Record<string, string>;
  readonly pid: number;
  /** From the start of the process until it said that it is ready. */
  readonly readyMs: number;
  /** Everything it printed. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, when it has ended. */
  readonly exited: Promise<number | null>;
  /** Ctrl-C, and the end of it. */
  stop(): Promise<number | null>;
}

export function removeDataDir(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  sipPort?: number;
  /** Loopback 127.0.0.1 when absent. */
  host?: string;
  settings?: Record<string, string>;
}

/** Starts the server and waits until it is ready; rejects with what it printed when it ends instead. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const sipPort = options.sipPort ?? (await freePort());
  const host = options.host ?? "127.0.0.1";
  const startedMs = performance.now();
  const { child, output, exited } = launch({
    DATA_DIR: options.dataDir,
    PORT: String(port),
    SIP_PORT: String(sipPort),
    HOST: host,
    ...options.settings,
  });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The server was not ready in time:\n${output()}`));
    }, READY_TIMEOUT_MS);
    child.stdout?.on("data", () => {
      // The last of the lines that say so: each comes by itself.
      if (!output().includes("Press Ctrl-C to stop.")) return;
      clearTimeout(late);
      resolve();
    });
    void exited.then((code) => {
      clearTimeout(late);
      reject(new Error(`The server ended with ${code}:\n${output()}`));
    });
  });
  const readyMs = performance.now() - startedMs;
  const url = `http://${host}:${port}`;
  const credentials = { authorization: `Bearer ${readFileSync(join(options.dataDir, "operator-token"), "utf8").trim()}` };
  return {
    url,
    client: createClient(url, fetch, credentials),
    credentials,
    port,
    sipPort,
    dataDir: options.dataDir,
    pid: child.pid ?? 0,
    readyMs,
    output,
    kill: (signal) => void child.kill(signal),
    exited,
    stop: () => {
      child.kill("SIGINT");
      return exited;
    },
  };
}

/** A start that is expected to fail: its exit code and everything it printed. */
export async function startAndFail(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = launch(settings);
  return { code: await exited, output: output() };
}

function launch(settings: Record<string, string>): { child: ChildProcess; output: () => string; exited: Promise<number | null> } {
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const exited = new Promise<number | null>((resolve) => void child.on("close", (code) => resolve(code)));
  const entry = { child, exited };
  running.add(entry);
  void exited.then(() => running.delete(entry));
  return { ...entry, output: () => text };
}

/** Ends whatever a story left running, in the way that a person would. */
export async function stopServers(): Promise<void> {
  for (const { child, exited } of running) {
    child.kill("SIGINT");
    await exited;
  }
}

const running = new Set<{ child: ChildProcess; exited: Promise<number | null> }>();
