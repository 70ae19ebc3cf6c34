/** The whole product as a process tree of its own, as an operator starts it: its address, its CPU time, its memory, its end. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, chmodSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../e2e/phones/free-port.ts";
import type { Delays } from "./compatible-hosts.ts";
import { cpuOf, treeOf, type CpuSeconds } from "./cpu.ts";

export interface Product {
  readonly url: string;
  readonly sipPort: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Of all its processes and threads, seconds since each began. */
  cpu(): CpuSeconds;
  /** Memory that is its own, MB (PSS, so that shared pages count once); of all its processes, or of the server's alone. */
  memoryMb(of?: "server"): number;
  log(): string;
  /** What it has written to the terminal. */
  output(): string;
  stop(): Promise<void>;
}

export interface Started {
  product: Product;
  stop(): Promise<void>;
}

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const READY_MS = 120_000;

/** Starts the product with providers that take the given time; without any, with its built-in parts. A DATA_DIR that is given stays. */
export async function startProduct(delays: Delays | undefined, settings: Record<string, string> = {}): Promise<Started> {
  const services = delays ? await startServices(delays) : undefined;
  const base = `http://127.0.0.1:${services?.port}/v1`;
  const lent: Record<string, string> = services
    ? { LLM_BASE_URL: base, LLM_MODEL: "bench", STT_BASE_URL: base, STT_MODEL: "bench", TTS_BASE_URL: base, TTS_MODEL: "bench" }
    : {};
  const product = await launch({ ...lent, ...settings });
  return {
    product,
    async stop() {
      await product.stop();
      services?.stop();
    },
  };
}

async function startServices(delays: Delays): Promise<{ port: number; stop(): void }> {
  const file = fileURLToPath(new URL("./compatible-hosts.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, JSON.stringify(delays)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve) => child.stdout.once("data", (text) => resolve(Number(String(text).trim()))));
  return { port, stop: () => void child.stdin.end() };
}

async function launch(settings: Record<string, string>): Promise<Product> {
  const { DATA_DIR: given } = settings;
  const dataDir = given ?? mkdtempSync(join(tmpdir(), "ongea-bench-"));
  if (given === undefined) chmodSync(dataDir, 0o755);
  const [port, sipPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    DATA_DIR: dataDir,
    PORT: String(port),
    SIP_PORT: String(sipPort),
    HOST: "127.0.0.1",
    MAX_CALLS: "2000",
    CALLS_PER_ADDRESS_PERCENT: "100",
    CALLS_PER_SOURCE_PERCENT: "100",
    // Where its heap is looked into, once it is asked for.
    NODE_OPTIONS: "--inspect-port=127.0.0.1:0",
    ...settings,
  };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  await ready(child, () => text);
  const pid = child.pid ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    sipPort,
    dataDir,
    pid,
    cpu: () => cpuOf(pid),
    memoryMb: (of) => Math.round((of ? [pid] : treeOf(pid)).reduce((sum, one) => sum + memoryOf(one), 0) / 1_024),
    log: () => readFileSync(join(dataDir, "ongea.log"), "utf8"),
    output: () => text,
    async stop() {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      const ended = hasEnded ? undefined : new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await ended;
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The product was not ready in time:\n${output()}`)), READY_MS);
    child.stdout?.on("data", () => {
      if (!output().includes("is ready")) return;
      clearTimeout(late);
      resolve();
    });
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}:\n${output()}`)));
  });
}

function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
