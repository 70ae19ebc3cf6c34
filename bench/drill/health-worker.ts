/** In a thread of its own: what the driver itself is busy with is in no figure. */
import { parentPort, workerData } from "node:worker_threads";
import { figures } from "../driver/figures.ts";

const EVERY_MS = 20;
const PATIENCE_MS = 5_000;
const WARM_UP = 3;

const { url } = workerData as { url: string };
const took: number[] = [];
let failed = 0;
const over = new AbortController();
parentPort?.once("message", () => over.abort());
// The first request of a thread loads the client that makes it, and is nobody's wait.
for (let n = 0; n < WARM_UP; n++) await (await fetch(`${url}/health`)).arrayBuffer();
parentPort?.postMessage("began");
while (!over.signal.aborted) {
  const beganMs = performance.now();
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  await answer?.arrayBuffer();
  if (!answer?.ok) failed++;
  took.push(performance.now() - beganMs);
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
const { p50, p99, n } = figures(took);
parentPort?.postMessage({ p50, p99, failed, n });
