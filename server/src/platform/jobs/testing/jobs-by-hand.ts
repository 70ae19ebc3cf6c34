/** Jobs that are done when a test says so. */
import type { Jobs } from "../jobs.ts";
import { NotNow, type Queue } from "../queue.ts";

export interface JobsByHand extends Pick<Jobs, "send" | "work" | "every"> {
  /** Attempts each job that waits once; those that fail wait again, as their queue says. */
  attemptAll(): Promise<void>;
  readonly waiting: number;
}

interface Waiting {
  queue: Queue<never>;
  data: unknown;
  attempts: number;
}

export function createJobsByHand(): JobsByHand {
  const handlers = new Map<string, (data: never, job: { attempts: number; signal: AbortSignal }) => Promise<void>>();
  let waiting: Waiting[] = [];
  const { signal } = new AbortController();
  const send: Jobs["send"] = async (queue, data) =>
    void waiting.push({ queue: queue as unknown as Queue<never>, data, attempts: 0 });
  return {
    send,
    work: ({ name }, handle) => void handlers.set(name, handle as never),
    every: (queue, data) => void send(queue, data),
    get waiting() {
      return waiting.length;
    },
    async attemptAll() {
      const now = waiting;
      waiting = [];
      for (const { queue, data, attempts: before } of now) {
        const attempts = before + 1;
        try {
          await handlers.get(queue.name)?.(queue.data.parse(data), { attempts, signal });
        } catch (error) {
          if (error instanceof NotNow) waiting.push({ queue, data, attempts: before });
          else if (queue.againAfterSeconds(attempts) !== undefined) waiting.push({ queue, data, attempts });
        }
      }
    },
  };
}
