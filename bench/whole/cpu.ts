/** Where the CPU time of a process tree goes, by the part of the product that spends it (Linux). */
import { readdirSync, readFileSync } from "node:fs";

export type Part = "main thread" | "media threads" | "other threads" | "V8's helpers" | "PostgreSQL" | "speech and WebRTC";
export type CpuSeconds = Record<Part, number>;

const TICKS_A_SECOND = 100;
/** Of a media thread, where the system grants it (`media-worker.ts`); else its time is among the other threads'. */
const MEDIA_NICE = -10;

/** A process and all below it. */
export function treeOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(`/proc/${name}/stat`) : undefined;
    if (stat) parents.set(Number(name), Number(stat.fields[1]));
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

export function cpuOf(pid: number): CpuSeconds {
  const seconds: CpuSeconds = {
    "main thread": 0,
    "media threads": 0,
    "other threads": 0,
    "V8's helpers": 0,
    PostgreSQL: 0,
    "speech and WebRTC": 0,
  };
  for (const one of treeOf(pid)) {
    const stat = statOf(`/proc/${one}/stat`);
    if (!stat) continue;
    // What a process's ended children took stays its own: a database connection is a process that comes and goes.
    seconds[stat.name === "postgres" ? "PostgreSQL" : "speech and WebRTC"] += stat.ofEnded + (one === pid ? 0 : stat.seconds);
    if (one === pid) for (const task of tasksOf(pid)) seconds[task.part] += task.seconds;
  }
  return seconds;
}

/** Between two moments, in percent of one core. */
export function sharesOf(before: CpuSeconds, after: CpuSeconds, seconds: number): Record<string, number> {
  const parts = Object.keys(after) as Part[];
  return Object.fromEntries(
    parts.map((part) => [`${part} %`, Math.round(((after[part] - before[part]) / seconds) * 1_000) / 10]),
  );
}

export function total(seconds: CpuSeconds): number {
  return Object.values(seconds).reduce((sum, part) => sum + part, 0);
}

/** Node names its helpers after the process's program, and the threads of ours after its title. */
function tasksOf(pid: number): { part: Part; seconds: number }[] {
  const title = statOf(`/proc/${pid}/stat`)?.name;
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const stat = statOf(`/proc/${pid}/task/${task}/stat`);
    if (!stat) return [];
    const part =
      Number(task) === pid
        ? "main thread"
        : Number(stat.fields[16]) === MEDIA_NICE
          ? "media threads"
          : stat.name === title
            ? "other threads"
            : "V8's helpers";
    return { part, seconds: stat.seconds };
  });
}

interface Stat {
  name: string;
  fields: string[];
  seconds: number;
  /** Of children that have ended and were waited for. */
  ofEnded: number;
}

function statOf(path: string): Stat | undefined {
  try {
    const stat = readFileSync(path, "utf8");
    const end = stat.lastIndexOf(")");
    const fields = stat.slice(end + 2).split(" ");
    const [own, ownSystem, ended, endedSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_A_SECOND);
    return { name: stat.slice(stat.indexOf("(") + 1, end), fields, seconds: own! + ownSystem!, ofEnded: ended! + endedSystem! };
  } catch {
    return undefined;
  }
}
