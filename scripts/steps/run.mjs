import { spawn } from "node:child_process";

/**
 * Runs a command to its end and keeps what it printed (the last 64 KiB).
 * `onStart` gets the process id.
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program is missing, 124 when it took too long
 */
export function run(command, args, options = {}) {
  const { timeoutMs = 900_000, inherit = false, onStart, ...rest } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"], ...rest });
    if (child.pid !== undefined) onStart?.(child.pid);
    let output = "";
    let code = 0;
    const keep = (chunk) => {
      output = (output + chunk).slice(-65_536);
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    const timer = setTimeout(() => {
      code = 124;
      child.kill("SIGKILL");
    }, timeoutMs);
    child.on("error", () => {
      clearTimeout(timer);
      resolve({ code: 127, output });
    });
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ code: code || (status ?? 1), output });
    });
  });
}
