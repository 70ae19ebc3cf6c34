/** What makes a part of the server well, poorly or dead. */
import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";
import type { Examine, PartHealth } from "./health.ts";

const SLOW_DATABASE_MS = 300;
const MEGABYTE = 1_048_576;
const LITTLE_SPACE_MB = 1_024;
const NO_SPACE_MB = 128;
const ROOM = { share: 0, isFull: false };
const WELL: PartHealth = { status: "ok" };

/** `waiting`: writes of calls that it has not taken yet. */
export function databaseHealth(ping: () => Promise<void>, waiting: () => number = () => 0): Examine {
  return async () => {
    const startedMs = performance.now();
    await ping().catch(() => {
      throw new Error(
        "The database cannot be reached. Calls go on, and what they write waits on disk. The built-in one is being started again; the log says why it ended.",
      );
    });
    const tookMs = Math.round(performance.now() - startedMs);
    const count = waiting();
    if (count > 0)
      return { status: "degraded", note: `${count} writes of calls wait on disk for the database and are being written.` };
    return tookMs < SLOW_DATABASE_MS ? WELL : { status: "degraded", note: `The database is slow: ${tookMs} ms for a question.` };
  };
}

/** Without any voice or mind nobody can be answered; without ears callers can still press keys, and where one fails another stands in. */
export function speechHealth(parts: () => readonly { part: string; name: string; ready: boolean; note?: string }[]): Examine {
  return () => {
    const all = parts();
    const broken = all.filter(({ ready }) => !ready);
    if (broken.length === 0) return WELL;
    const note = broken.map(({ part, name, note: why }) => `${part}: ${why ?? `${name} is not running`}`).join("; ");
    const isGone = (name: string): boolean => {
      const ofThis = all.filter(({ part }) => part === name);
      return ofThis.length > 0 && ofThis.every(({ ready }) => !ready);
    };
    return { status: isGone("voice") || isGone("mind") ? "down" : "degraded", note };
  };
}

export function telephonyHealth(lines: { running(): number; most: number }): Examine {
  return () =>
    lines.running() < lines.most
      ? WELL
      : { status: "degraded", note: `All ${lines.most} lines are busy. MAX_CALLS says how many there are.` };
}

const NEARLY_FULL = 0.8;

/** The folder of the recordings, the log and mostly the database. `recordings`: how much of their quota they take. */
export function storageHealth(folder: string, recordings: () => { share: number; isFull: boolean } = () => ROOM): Examine {
  return async () => {
    await access(folder, constants.W_OK).catch(() => {
      throw new Error("The data folder cannot be written to.");
    });
    const { bavail, bsize } = await statfs(folder);
    const leftMb = Math.floor((bavail * bsize) / MEGABYTE);
    const { share, isFull } = recordings();
    if (leftMb >= LITTLE_SPACE_MB && isFull)
      return {
        status: "degraded",
        note: "There is no room for recordings; calls are not recorded. RECORDINGS_MB says how much they may take.",
      };
    if (leftMb >= LITTLE_SPACE_MB && share >= NEARLY_FULL)
      return {
        status: "degraded",
        note: `Recordings take ${Math.floor(share * 100)} % of RECORDINGS_MB. Beyond it calls are not recorded.`,
      };
    if (leftMb >= LITTLE_SPACE_MB) return WELL;
    return {
      status: leftMb < NO_SPACE_MB ? "down" : "degraded",
      note: `Only ${leftMb} MB are left on the disk of the data folder.`,
    };
  };
}

/** Leads that a webhook did not take yet. Without a webhook they are only kept, and that is well. */
export function forwardingHealth(troubled: () => Promise<number>): Examine {
  return async () => {
    const count = await troubled();
    return count === 0
      ? WELL
      : { status: "degraded", note: `${count} leads could not be forwarded so far. Check ZAPIER_WEBHOOK_URL.` };
  };
}
