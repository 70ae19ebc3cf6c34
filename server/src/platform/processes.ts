/** Other programs on this machine, known by more than their number, which goes to another program when they end. */
import { errorCode } from "./error-code.ts";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process runs; one that has ended and only waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return state(pid)[0] !== "Z";
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** When a process began, in the kernel's ticks since boot; empty where /proc does not say. */
export function beganAt(pid: number): string {
  return state(pid)[19] ?? "";
}

/** The program and its arguments, as one line; empty when nobody can tell. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return process.platform === "linux" ? "" : askPs(pid);
  }
}

function askPs(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] }).toString();
  } catch {
    return "";
  }
}

/** The fields of /proc/<pid>/stat after the name; none where there is no /proc. */
function state(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}
