/** Fetches a set of local models while calls go on, and has them taken into use. What came is kept: whoever begins again goes on from there. */
import { mkdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { pullModel, roomFor, sizeOf, type ModelDescription, type ModelSet } from "@ongea/providers/hosts";
import type { Log } from "../../platform/log/log.ts";

export type PullProblem = "no_room" | "unreachable" | "not_loaded";

export interface PullStatus {
  state: "none" | "offered" | "pulling" | "loading" | "ready" | "failed";
  models: readonly ModelDescription[];
  bytes: number;
  doneBytes: number;
  problem?: PullProblem;
  /** For people, in a sentence. */
  note?: string;
}

export interface ModelPull {
  status(): PullStatus;
  /** Begins, or begins again after a failure; otherwise nothing happens. Resolves when it has come to its end. */
  begin(): Promise<void>;
  /** Told of every change, at most once for each percent. */
  onChange(listener: (status: PullStatus) => void): void;
  stop(): Promise<void>;
}

export interface ModelPullParts {
  set: ModelSet;
  modelsFolder: string;
  mirror?: string | undefined;
  /** Takes what is there now into use; a sentence where that cannot be. */
  load(): Promise<string | undefined>;
  log: Log;
  /** Of the disk of a folder; absent: as the system says. */
  freeBytes?: (folder: string) => Promise<number>;
}

/** The disk is not filled to its last byte: calls are recorded on it. */
const LEFT_FREE_BYTES = 300_000_000;

export function createModelPull(parts: ModelPullParts): ModelPull {
  const { set, modelsFolder, mirror, load, log, freeBytes = freeOn } = parts;
  const listeners: ((status: PullStatus) => void)[] = [];
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  let toldPercent = -1;
  let status: PullStatus = { state: set.models.length === 0 ? "none" : "offered", ...set, doneBytes: 0 };
  const change = (next: Partial<PullStatus>): void => {
    status = { ...status, ...next };
    const percent = Math.floor((100 * status.doneBytes) / Math.max(1, status.bytes));
    if (next.state === undefined && percent === toldPercent) return;
    toldPercent = percent;
    for (const listener of listeners) listener(status);
  };
  const fail = (problem: PullProblem, note: string): void => {
    log.warn({ problem: note }, "Local models are not taken into use");
    change({ state: "failed", problem, note });
  };

  const run = async (): Promise<void> => {
    const { problem: _, note: __, ...before } = status;
    status = before;
    change({ state: "pulling", doneBytes: 0 });
    const room = set.models.reduce((sum, model) => sum + roomFor(model), 0);
    const missing = room - (await haveBytes(set.models, modelsFolder));
    await mkdir(modelsFolder, { recursive: true });
    const free = await freeBytes(modelsFolder);
    if (free < missing + LEFT_FREE_BYTES)
      return fail(
        "no_room",
        `There is no room for the local models: ${megabytes(missing)} MB and ${megabytes(LEFT_FREE_BYTES)} MB besides are needed in ${modelsFolder}, ${megabytes(free)} MB are free.`,
      );
    try {
      await pullAll({ set, modelsFolder, mirror, signal: stopping.signal, told: (doneBytes) => change({ doneBytes }) });
    } catch (error) {
      if (stopping.signal.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      return fail(
        "unreachable",
        `The local models could not be fetched. It goes on where it stopped at the next start, or when the page Settings, Speech is told to. ${why}`,
      );
    }
    if (stopping.signal.aborted) return;
    change({ state: "loading", doneBytes: set.bytes });
    const problem = await load();
    if (problem !== undefined) return fail("not_loaded", problem);
    log.info({ models: set.models.map(({ id }) => id) }, "Local models are taken into use: the next call has them");
    change({ state: "ready" });
  };

  return {
    status: () => status,
    begin() {
      if (stopping.signal.aborted || !["offered", "failed"].includes(status.state)) return underWay ?? Promise.resolve();
      underWay = run().catch((error: unknown) => fail("unreachable", error instanceof Error ? error.message : String(error)));
      return underWay;
    },
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort();
      await underWay;
    },
  };
}

interface PullAll {
  set: ModelSet;
  modelsFolder: string;
  mirror: string | undefined;
  signal: AbortSignal;
  told(doneBytes: number): void;
}

async function pullAll({ set, modelsFolder, mirror, signal, told }: PullAll): Promise<void> {
  let before = 0;
  for (const model of set.models) {
    let files = 0;
    let open = { file: "", ofBytes: 0 };
    await pullModel(model, {
      modelsFolder,
      ...(mirror ? { mirror } : {}),
      signal,
      progress: ({ file, bytes, ofBytes }) => {
        if (file !== open.file) files += open.ofBytes;
        open = { file, ofBytes };
        told(before + Math.min(files + bytes, sizeOf(model)));
      },
    });
    before += sizeOf(model);
    told(before);
  }
}

/** Of an earlier try, whole files and parts of them. */
async function haveBytes(models: readonly ModelDescription[], modelsFolder: string): Promise<number> {
  let have = 0;
  for (const { folder, files, archive } of models) {
    const archived = await Promise.all([".archive", ".archive.part"].map((name) => sizeAt(join(modelsFolder, folder, name))));
    have += Math.min(archive?.bytes ?? 0, Math.max(...archived));
    for (const { path, bytes } of files) {
      const sizes = await Promise.all([path, `${path}.part`].map((name) => sizeAt(join(modelsFolder, folder, name))));
      have += Math.min(bytes, Math.max(...sizes));
    }
  }
  return have;
}

async function sizeAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
