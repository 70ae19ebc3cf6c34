/** A person's terminal with `npm start` in it: a real pseudo-terminal, its keys and its end. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "@ongea/contract";
import { freePort } from "./phones/free-port.ts";
import { ROOT } from "./running-server.ts";

/** util-linux lends a pseudo-terminal to a program and hands our input on to it as its keyboard. */
const SCRIPT = "/usr/bin/script";
export const hasTerminal = existsSync(SCRIPT);
const CTRL_C = "\u0003";
const READY_TIMEOUT_MS = 60_000;

export interface Terminal {
  readonly client: Client;
  readonly sipPort: number;
  output(): string;
  pressCtrlC(): void;
  press(keys: string): void;
  /** Closes the window: the kernel hangs up on everything in its foreground. */
  close(): void;
  /** To the server alone, as a service supervisor does it. */
  terminate(): void;
  /** The programs of this server that still run. */
  left(): string[];
  /** Resolves when none is left. */
  gone(): Promise<void>;
}

export async function startInTerminal(dataDir: string, settings: Record<string, string> = {}): Promise<Terminal> {
  const [port, sipPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    SHELL: "/bin/sh",
    DATA_DIR: dataDir,
    PORT: String(port),
    SIP_PORT: String(sipPort),
    ...settings,
  };
  const terminal = spawn(SCRIPT, ["-qefc", "npm start", "/dev/null"], { cwd: ROOT, env, stdio: ["pipe", "pipe", "ignore"] });
  terminal.stdin.on("error", () => undefined);
  let text = "";
  terminal.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const untilMs = performance.now() + READY_TIMEOUT_MS;
  while (!text.includes("Press Ctrl-C to stop.")) {
    if (terminal.exitCode !== null || performance.now() > untilMs) throw new Error(`The server was not ready in time:\n${text}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const token = readFileSync(join(dataDir, "operator-token"), "utf8").trim();
  return {
    client: createClient(`http://127.0.0.1:${port}`, fetch, { authorization: `Bearer ${token}` }),
    sipPort,
    output: () => text,
    press: (keys) => void terminal.stdin.write(keys),
    pressCtrlC: () => void terminal.stdin.write(CTRL_C),
    close: () => void terminal.kill("SIGKILL"),
    terminate: () => void process.kill(Number(readFileSync(join(dataDir, "server.lock"), "utf8").split(" ")[0]), "SIGTERM"),
    left: () => programsOf(dataDir),
    async gone() {
      while (programsOf(dataDir).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

/** Programs that were started for this data folder, by their command line or their environment. */
function programsOf(dataDir: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      const isTheirs = line.includes(dataDir) || readFileSync(`/proc/${pid}/environ`, "latin1").includes(`DATA_DIR=${dataDir}\0`);
      return isTheirs && line !== "" ? [`${pid} ${line}`] : [];
    } catch {
      return [];
    }
  });
}
