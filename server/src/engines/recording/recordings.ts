import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { createPlaces } from "../../platform/async/places.ts";
import type { Log } from "../../platform/log/log.ts";
import type { ByteSeal } from "../../platform/secrets/seal.ts";
import { startThread } from "../../platform/thread.ts";
import { silence, type Range } from "./silence.ts";
import type { FromWriter, ToWriter } from "./messages.ts";
import { createRoom } from "./disk-space.ts";
import { openSound, sealedPath, sealSound, unfinishedPath, type WholeSound } from "./sealed-sound.ts";
import { repairWav } from "./two-channel-wav.ts";

/** The recordings of calls, as files below one folder. */
export interface Recordings {
  /** Prepares a recording, of which nothing is on disk until its media thread says that it begins. Returns its name, to be kept with the call; null when there is no room for any, which is told like a stop. */
  open(callId: string, startedAt: Date, sampleRateHz: number): string | null;
  /** 0…1 of what recordings may take. */
  readonly share: number;
  /** There is no room for recordings at this moment. */
  readonly isFull: boolean;
  /** A way for one more media thread to send sound; hand it over. */
  source(): MessagePort;
  /** Ends a recording whose media thread can no longer say so. */
  close(callId: string): void;
  /** Resolves when the recording of a call is whole: its duration, or undefined when it failed. */
  written(callId: string): Promise<number | undefined>;
  /** Where a recording lies; undefined when it is not there. */
  path(name: string): string | undefined;
  /** Names of those that were begun in these last days. */
  recent(now: Date, days: number): string[];
  /** Takes a recording away; one that several calls share stays. */
  remove(name: string): void;
  /** Makes parts of it silent, on disk for good, also where the whole of it was stored. */
  silence(name: string, ranges: readonly Range[]): Promise<void>;
  /**
   * Makes parts of it silent; with `keepsWhole` the whole is sealed beside it before. Done again it changes nothing, and goes on where a kill has
   * interrupted it. Rejects when not all of it was done: the recording is for nobody then.
   */
  mask(name: string, ranges: readonly Range[], keepsWhole: boolean): Promise<void>;
  /** The whole of one that was masked; undefined: it is not stored here. */
  whole(name: string): Promise<WholeSound | undefined>;
  /** The whole goes, what is masked stays. */
  removeWhole(name: string): void;
  /** Completes what a killed server left unfinished. Returns the duration, or undefined when there is no sound. */
  repair(name: string): number | undefined;
  stop(): Promise<void>;
}

export interface RecordingsOptions {
  folder: string;
  log: Log;
  /** Of whole recordings; absent: none can be stored. */
  seal?: ByteSeal;
  /** 0: as much as the disk has. */
  mostMb?: number;
  leastFreeMb?: number;
  /** The recording of a call that goes on has stopped, or did not begin. */
  onStopped?(callId: string, problem: { isFull: boolean }): void;
  /** Four fifths of what they may take are taken. */
  onNearlyFull?(): void;
}

const DAY_MS = 86_400_000;
const WRITTEN_TIMEOUT_MS = 5_000;
const BYTES_A_MS_AT_8_KHZ = 32;
const MASKED_AT_ONCE = 2;
/** Below the folder: recordings that belong to no call alone. */
export const SHARED_RECORDINGS = "demo/";

export function createRecordings({ folder, log, seal, onStopped, mostMb = 0, ...rest }: RecordingsOptions): Recordings {
  const writer: Worker = startThread(new URL("./recording-writer.ts", import.meta.url), {});
  const endings = new Map<string, Ending>();
  const tell = (message: ToWriter, transfer: MessagePort[] = []): void => writer.postMessage([message], transfer);
  const room = createRoom({ folder, mostMb, ...rest, onFull: () => tell({ kind: "no-room" }) });
  writer.on("message", (message: FromWriter) => {
    const { kind, callId, durationMs } = message;
    if (kind === "trouble") {
      log.error({ callId, problem: message.message }, "A recording stopped");
      onStopped?.(callId, { isFull: message.isFull });
    }
    room.took(durationMs * BYTES_A_MS_AT_8_KHZ);
    endings.get(callId)?.resolve(durationMs > 0 ? durationMs : undefined);
  });
  writer.on("error", (error) => log.error({ err: error }, "The thread that writes recordings ended"));
  const path = (name: string): string => pathIn(folder, name);
  const places = createPlaces(MASKED_AT_ONCE);
  /** Of one recording it is done once at a time. */
  const masking = new Map<string, Promise<void>>();
  const mask = async (name: string, ranges: readonly Range[], keepsWhole: boolean): Promise<void> => {
    if (keepsWhole) {
      if (!seal) throw new Error("No whole recording can be sealed here");
      await sealSound(path(name), name, seal);
      room.took(statSync(path(name)).size);
    }
    await silence(path(name), ranges);
  };
  return {
    get share() {
      return room.share;
    },
    get isFull() {
      return room.isFull;
    },
    open(callId, startedAt, sampleRateHz) {
      if (room.isFull) {
        log.warn({ callId }, "A call is not recorded: there is no room for recordings");
        queueMicrotask(() => onStopped?.(callId, { isFull: true }));
        return null;
      }
      const name = join(dayOf(startedAt), `${callId}.wav`);
      endings.set(callId, createEnding());
      tell({ kind: "open", callId, path: path(name), sampleRateHz });
      return name;
    },
    source() {
      const { port1, port2 } = new MessageChannel();
      tell({ kind: "source", port: port1 }, [port1]);
      return port2;
    },
    close: (callId) => tell({ kind: "close", callId }),
    async written(callId) {
      const ending = endings.get(callId);
      if (!ending) return undefined;
      const late = setTimeout(() => ending.resolve(undefined), WRITTEN_TIMEOUT_MS);
      const durationMs = await ending.promise;
      clearTimeout(late);
      endings.delete(callId);
      return durationMs;
    },
    path(name) {
      const full = path(name);
      return existsSync(full) ? full : undefined;
    },
    recent: (now, days) => recentIn(folder, now, days),
    remove: (name) => removeRecording(folder, name),
    silence(name, ranges) {
      removeWhole(folder, name);
      return silence(path(name), ranges);
    },
    mask(name, ranges, keepsWhole) {
      const begun = masking.get(name);
      if (begun) return begun;
      const work = places.run(() => mask(name, ranges, keepsWhole)).finally(() => masking.delete(name));
      masking.set(name, work);
      return work;
    },
    whole: async (name) => seal && openSound(path(name), name, seal),
    removeWhole: (name) => removeWhole(folder, name),
    repair(name) {
      const full = path(name);
      return existsSync(full) ? repairWav(full) : undefined;
    },
    async stop() {
      room.stop();
      await writer.terminate();
    },
  };
}

/** The whole before the rest: what a kill leaves is found by the name of the rest. */
export function removeRecording(folder: string, name: string): void {
  if (name.startsWith(SHARED_RECORDINGS)) return;
  removeWhole(folder, name);
  rmSync(pathIn(folder, name), { force: true });
}

function removeWhole(folder: string, name: string): void {
  const path = pathIn(folder, name);
  for (const file of [sealedPath(path), unfinishedPath(path)]) rmSync(file, { force: true });
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10).replaceAll("-", "/");
}

function recentIn(folder: string, now: Date, days: number): string[] {
  return Array.from({ length: days }, (_, ago) => dayOf(new Date(now.getTime() - ago * DAY_MS))).flatMap((day) => {
    const there = pathIn(folder, day);
    return existsSync(there) ? readdirSync(there).map((file) => join(day, file)) : [];
  });
}

function pathIn(folder: string, name: string): string {
  const full = resolve(folder, name);
  if (!full.startsWith(resolve(folder) + sep)) throw new Error("A recording lies outside its folder");
  return full;
}

interface Ending {
  promise: Promise<number | undefined>;
  resolve(durationMs: number | undefined): void;
}

function createEnding(): Ending {
  let resolveEnding: Ending["resolve"] = () => undefined;
  const promise = new Promise<number | undefined>((done) => (resolveEnding = done));
  return { promise, resolve: (durationMs) => resolveEnding(durationMs) };
}
