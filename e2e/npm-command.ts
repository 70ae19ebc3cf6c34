/** A command of the product as an operator gives it, beside a server or alone. */
import { spawn } from "node:child_process";
import { ROOT, type RunningServer } from "./running-server.ts";

export interface CommandDone {
  code: number | null;
  /** What it printed, without the words of npm itself. */
  output: string;
}

/** The settings that a command finds this server by. */
export function settingsOf({ port, sipPort, dataDir }: RunningServer): Record<string, string> {
  return { PORT: String(port), SIP_PORT: String(sipPort), DATA_DIR: dataDir };
}

/** `npm run -s <args>` with these settings and no others. */
export function npmCommand(args: readonly string[], settings: Record<string, string>): Promise<CommandDone> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...settings };
  const child = spawn("npm", ["run", "-s", ...args], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (!text.startsWith("npm warn")) output += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
