/** Every kind of work that is done later. */
import { analysisQueue, plannedCallQueue, webhookQueue } from "./calls/index.ts";
import { embeddingQueue } from "./agents/knowledge/index.ts";
import { forwardingQueue } from "./accounts/leads/index.ts";
import { numberOrderQueue, renewalQueue } from "./telephony/numbers/index.ts";
import type { Queue } from "./platform/jobs/queue.ts";
import { cloneMakingQueue, cloneRemovalQueue, cloneSweepQueue } from "./agents/voices/index.ts";
import { expiryQueue } from "./accounts/workspaces/index.ts";

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
