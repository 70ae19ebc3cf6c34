import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, type TransferListItem } from "node:worker_threads";

/** Room for what lives no longer than a call's set-up: twice V8's default, so that it is collected less often. */
const YOUNG_GENERATION_MB = 96;

/**
 * Starts a program of ours in a thread of its own. Built, it is a bundle beside the main one; from source (in tests) TypeScript is
 * turned into JavaScript on the way.
 */
export function startThread(entry: URL, data: unknown, transfer: TransferListItem[] = []): Worker {
  return new Worker(entry.pathname.endsWith(".ts") ? throughTsx(entry) : entry, {
    workerData: data,
    transferList: transfer,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

/** How Node is told to run a program of ours in a process of its own: as a bundle, or from source. */
export function programArguments(entry: URL): string[] {
  const file = fileURLToPath(entry);
  return file.endsWith(".ts") ? ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href, file] : [file];
}

function throughTsx(entry: URL): URL {
  const tsx = pathToFileURL(
    createRequire(import.meta.url)
      .resolve("tsx/esm/api")
      .replace(/\.cjs$/, ".mjs"),
  ).href;
  const program = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(entry.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`);
}
