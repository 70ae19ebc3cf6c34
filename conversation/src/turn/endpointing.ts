/** How long to wait, from the true end of speech, before the turn is taken. */
import type { TurnTaking } from "../plan.ts";
import type { Completeness } from "./completeness.ts";

/** Multiples of the `endpointing` setting; at its default of 250 ms: 125, 250, 600, 1200. */
const LADDER: Record<Completeness, number> = { finished: 0.5, likely: 1, uncertain: 2.4, unfinished: 4.8 };
/** No wait is shorter: below this, a stop consonant looks like an end. */
export const SHORTEST_WAIT_MS = 100;

/**
 * `endpointingMs` is the wait for a whole sentence; less when the answer is certainly complete, more when it is not, but never more than
 * `incrementalDelayMs` (nor less than the wait for a whole sentence allows).
 */
export function endpointMs(how: Completeness, { endpointingMs, incrementalDelayMs }: TurnTaking): number {
  const wanted = endpointingMs * LADDER[how];
  const cap = how === "finished" || how === "likely" ? Number.POSITIVE_INFINITY : Math.max(incrementalDelayMs, endpointingMs);
  return Math.max(SHORTEST_WAIT_MS, Math.min(wanted, cap));
}

/** The longest wait there is with these settings. */
export function longestWaitMs(settings: TurnTaking): number {
  return endpointMs("unfinished", settings);
}
