/** Asks `/health` all the time, as somebody who should feel nothing of what others do. */
import { once } from "node:events";
import { startWorker } from "../ts-worker.ts";

interface Health {
  p50: number;
  p99: number;
  failed: number;
  n: number;
}

export interface HealthWatch {
  stop(): Promise<Health>;
}

export async function watchHealth(url: string): Promise<HealthWatch> {
  const worker = startWorker(new URL("./health-worker.ts", import.meta.url).href, { url });
  await once(worker, "message");
  return {
    async stop() {
      const answer = once(worker, "message");
      worker.postMessage("stop");
      const [health] = (await answer) as [Health];
      return health;
    },
  };
}
