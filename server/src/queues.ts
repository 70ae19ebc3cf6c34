/** Every kind of work that is done later. */
import { analysisQueue, plannedCallQueue, webhookQueue } from "./calls/index.ts";
import { embeddingQueue } from "./knowledge/index.ts";
import { forwardingQueue } from "./leads/index.ts";
import { numberOrderQueue, renewalQueue } from "./numbers/index.ts";
import type { Queue } from "./platform/jobs/queue.ts";
import { cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue } from "./voices/index.ts";
import { expiryQueue } from "./workspaces/index.ts";

export const QUEUES: readonly Pick<Queue, "name">[] = [
  analysisQueue,
  cloneMakingQueue,
  cloneRemovalQueue,
  cloneSweepQueue,
  embeddingQueue,
  expiryQueue,
  forwardingQueue,
  numberOrderQueue,
  plannedCallQueue,
  renewalQueue,
  webhookQueue,
];
