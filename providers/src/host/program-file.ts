import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

/** How Node runs a program: TypeScript source needs tsx's loader, a bundle needs nothing. */
export function programOf(entry: string | URL): { file: string; execArgv: string[] } {
  const file = entry instanceof URL ? fileURLToPath(entry) : entry;
  return { file, execArgv: file.endsWith(".ts") ? ["--import", pathToFileURL(resolve("tsx")).href] : [] };
}

/** Starts a worker thread. Node 20 does not run tsx's loader for a worker's first file, so that file is imported by a tiny one. */
export function startWorker(entry: URL): Worker {
  if (!entry.pathname.endsWith(".ts")) return new Worker(entry);
  const api = pathToFileURL(resolve("tsx/esm/api").replace(/\.cjs$/, ".mjs")).href;
  const start = `import(${JSON.stringify(api)}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); })`;
  return new Worker(start, { eval: true, execArgv: [] });
}

function resolve(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}
