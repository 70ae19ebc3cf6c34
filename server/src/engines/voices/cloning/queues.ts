/** What is done for cloned voices later. */
import { z } from "zod";
import { sweepQueue, twiceAsLong, type Queue } from "../../../platform/jobs/queue.ts";
import type { CloneKey } from "./store.ts";

const key = z.object({ id: z.string(), workspaceId: z.string() });

/** How often a provider is asked that gives no answer. */
export const MOST_MAKINGS = 5;
export const MOST_REMOVALS = 40;

export const cloneMakingQueue: Queue<CloneKey> = {
  name: "voice-clone-making",
  data: key,
  takesSeconds: 150,
  // Not at once: a provider that was slow may still be at it, and then the voice is found.
  againAfterSeconds: twiceAsLong({ first: 20, longest: 300, most: MOST_MAKINGS }),
};

export const cloneRemovalQueue: Queue<CloneKey> = {
  name: "voice-clone-removal",
  data: key,
  takesSeconds: 150,
  againAfterSeconds: twiceAsLong({ first: 10, longest: 3_600, most: MOST_REMOVALS }),
};

/** Drafts that nobody went on with. */
export const cloneSweepQueue = sweepQueue("voice-clone-sweep", 60);
