import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type TransferListItem } from "node:worker_threads";

/**
 * Starts a program of ours in a thread of its own. Built, it is a bundle beside the main one; from source (in tests) TypeScript is
 * turned into JavaScript on the way.
 */
export function startThread(entry: URL, data: unknown, transfer: TransferListItem[] = []): Worker {
  const execArgv = entry.pathname.endsWith(".ts")
    ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href]
    : [];
  return new Worker(entry, { workerData: data, transferList: transfer, execArgv });
}
