/** Endpointing: how long to wait, from the true end of speech, before the turn is taken. */
import type { TurnTaking } from "../plan.ts";
import type { Completeness } from "./completeness.ts";

/** Multiples of the `endpointing` setting; at its default of 250 ms: 125, 200, 600, 1200, 1750. */
const LADDER: Record<Completeness, number> = { finished: 0.5, likely: 0.8, uncertain: 2.4, open: 4.8, unfinished: 7 };
/** No wait is shorter: below this, a stop consonant looks like an end. */
export const SHORTEST_WAIT_MS = 100;
/** Nor longer, whatever the settings: who has stopped in the middle of a sentence is asked again. */
export const LONGEST_WAIT_MS = 2_500;

/**
 * `endpointingMs` is the measure: a little less for a whole sentence, half of it for an answer that is certainly complete, more where more
 * must follow. `incrementalDelayMs` caps the wait where it is uncertain whether more follows, and is the least of it where that is known.
 */
export function endpointMs(how: Completeness, { endpointingMs, incrementalDelayMs }: TurnTaking): number {
  const wanted = endpointingMs * LADDER[how];
  const doubtMs = Math.max(incrementalDelayMs, endpointingMs);
  if (how === "finished" || how === "likely") return Math.max(SHORTEST_WAIT_MS, wanted);
  if (how === "uncertain") return Math.max(SHORTEST_WAIT_MS, Math.min(wanted, doubtMs));
  return Math.max(doubtMs, Math.min(wanted, LONGEST_WAIT_MS));
}

/** The longest wait there is with these settings. */
export function longestWaitMs(settings: TurnTaking): number {
  return endpointMs("unfinished", settings);
}
