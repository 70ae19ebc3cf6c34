/**
 * A caller's own rhythm: who pauses within a sentence and goes on, or is cut in on, is given more time from then on. And whether what the
 * sound says of the end of this caller's turns can be believed: no model knows every language and every voice.
 */
import type { TurnTaking } from "../plan.ts";
import type { Trust, Weighed } from "./completeness.ts";
import { endpointMs } from "./endpointing.ts";

export interface Rhythm {
  /** How long this caller pauses and goes on, ms; 0: as far as we know not at all. */
  readonly pauseMs: number;
  readonly trust: Trust;
}

export const UNKNOWN_RHYTHM: Rhythm = { pauseMs: 0, trust: 2 };

/** Shorter ones are the gaps between words. */
const SHORTEST_PAUSE_MS = 200;
/** After longer ones something new is said. */
const LONGEST_PAUSE_MS = 2_000;
/** The next pause may be longer than the last. */
const MARGIN = 1.25;
const WHERE_WORDS_HANG = 0.5;
/** What is kept of it after a turn that ended where we thought it did. */
const KEPT = 0.7;

/** The caller has paused this long where the turn might have been over, and goes on. Where the words hang everybody may pause. */
export function wentOn(rhythm: Rhythm, pauseMs: number, weighed?: Weighed): Rhythm {
  if (pauseMs < SHORTEST_PAUSE_MS || pauseMs > LONGEST_PAUSE_MS) return rhythm;
  if (weighed?.isHeldOpen) return { ...rhythm, trust: 2 };
  const share = weighed?.how === "unfinished" || weighed?.how === "open" ? WHERE_WORDS_HANG : 1;
  return { pauseMs: Math.max(pauseMs * share, rhythm.pauseMs * KEPT), trust: rhythm.trust };
}

const LESS: Readonly<Record<Trust, Trust>> = { 0: 0, 1: 0, 2: 1 };

/** The caller's turn has come to its end. `wasHeldOpen`: the sound had said that it would go on. */
export function endedTurn({ pauseMs, trust }: Rhythm, wasHeldOpen: boolean): Rhythm {
  return { pauseMs: pauseMs * KEPT, trust: wasHeldOpen ? LESS[trust] : trust };
}

/** How long to wait for this caller, from the true end of speech. A whole answer is answered at once, whoever gives it. */
export function waitFor({ how, isCertain }: Weighed, { pauseMs }: Rhythm, settings: TurnTaking): number {
  const waitMs = endpointMs(how, settings);
  if (isCertain || pauseMs === 0) return waitMs;
  return Math.max(waitMs, Math.min(pauseMs * MARGIN, endpointMs("open", settings)));
}
