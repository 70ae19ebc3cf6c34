/** How soon the system lets a thread run when others want to. */
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Asks for a nice value for the calling thread alone (Linux; elsewhere a nice value is a whole process's, and nothing is changed). Below zero
 * it takes root or CAP_SYS_NICE. Returns whether it was given.
 */
export function preferThisThread(nice: number): boolean {
  try {
    const threadId = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(threadId, nice);
    return true;
  } catch {
    return false;
  }
}
