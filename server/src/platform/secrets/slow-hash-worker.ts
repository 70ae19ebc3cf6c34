/** The thread of `slow-hash.ts`. */
import { scryptSync } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { preferThisThread } from "../thread-priority.ts";
import type { SlowHashAnswer, SlowHashTask } from "./slow-hash.ts";

/** Who signs in may wait; sound may not. */
const NICE = 5;

preferThisThread(NICE);
parentPort?.on("message", ({ id, text, salt, cost, blockSize, bytes }: SlowHashTask) => {
  const key = scryptSync(text, salt, bytes, { N: cost, r: blockSize, p: 1, maxmem: 256 * cost * blockSize });
  const answer: SlowHashAnswer = { id, key };
  parentPort?.postMessage(answer);
});
