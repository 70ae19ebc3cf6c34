/** Endpointing: how long to wait, from the true end of speech, before the turn is taken. */
import type { TurnTaking } from "../plan.ts";
import type { Completeness } from "./completeness.ts";

/** Multiples of the `endpointing` setting; at its default of 250 ms: 125, 200, 600, 1200. */
const LADDER: Record<Completeness, number> = { finished: 0.5, likely: 0.8, uncertain: 2.4, unfinished: 4.8 };
/** No wait is shorter: below this, a stop consonant looks like an end. */
export const SHORTEST_WAIT_MS = 100;

/**
 * `endpointingMs` is the measure: a little less for a whole sentence, half of it for an answer that is certainly complete, more where more
 * must follow, but in doubt never more than `incrementalDelayMs`.
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
