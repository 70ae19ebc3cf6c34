import { Worker } from "node:worker_threads";

/** A worker from TypeScript source: Node 20 does not hand tsx's loader on to workers by itself. */
export function startWorker(url: string, workerData: unknown): Worker {
  const start = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(url)}); });`;
  return new Worker(start, { eval: true, workerData, execArgv: [] });
}
