/** What of the machine may keep a server from its calls. */
import { statfsSync } from "node:fs";
import { resolve } from "node:path";
import { timerLatenessMs } from "./timer-lateness.ts";

export interface Finding {
  what: string;
  ok: boolean;
  found: string;
  /** For the person at the terminal, when it is not well. */
  advice?: string;
}

const LEAST_FREE_MB = 500;
const MOST_LATENESS_MS = 15;
const FIRST_SANE_YEAR = 2026;

export function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { what: "Node", ok, found: process.versions.node, advice: "Install Node 20.19 or newer." };
}

export function clock(): Finding {
  const now = new Date();
  const ok = now.getFullYear() >= FIRST_SANE_YEAR;
  return {
    what: "clock",
    ok,
    found: now.toISOString(),
    advice: "Set the system's clock (timedatectl set-ntp true): appointments and logs depend on it.",
  };
}

export async function timers(): Promise<Finding> {
  const lateMs = await timerLatenessMs();
  const found = `a 20 ms beat is at most ${lateMs.toFixed(1)} ms late (99 %)`;
  return {
    what: "timers",
    ok: lateMs <= MOST_LATENESS_MS,
    found,
    advice: "The machine is too busy for calls: stop other programs or give it more processors.",
  };
}

export function disk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(existing(resolve(folder)));
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  return {
    what: "disk",
    ok: freeMb >= LEAST_FREE_MB,
    found: `${freeMb} MB free for ${folder}`,
    advice: "Make room, or choose another folder with DATA_DIR.",
  };
}

function existing(folder: string): string {
  try {
    statfsSync(folder);
    return folder;
  } catch {
    return resolve(folder, "..");
  }
}
