/**
 * Barge-in: what a caller's voice over ours means. First it is ducked, then held, and only then, with words or enough voice, is the turn
 * given up; an "mm-hmm" gives it back.
 */
import { asksForFloor, meaningIn, weightOf } from "./phrases/listening.ts";
import { wordsOf } from "./phrases/words-of.ts";

/** Voice this long turns ours down. */
export const DUCK_AFTER_MS = 60;
/** Voice this long holds ours: the caller hears us stop about 200 ms after beginning. */
export const HOLD_AFTER_MS = 120;
/** Voice this long takes the turn even where the recogniser gives no partial words: ours is silent all the while, so nothing is lost by it. */
export const TAKE_AFTER_MS = 1_500;

export type Verdict = "take" | "release" | "undecided";

export interface OverVoice {
  /** The caller has paused and the words are final. */
  settled: boolean;
  /** The `number_of_words_for_interruption` setting. */
  wordsNeeded: number;
  /** We are asking something: whatever is no sign of listening answers it. */
  asking?: boolean;
}

/** @param text the caller's words so far */
export function verdict(text: string, { settled, wordsNeeded, asking = false }: OverVoice): Verdict {
  const words = wordsOf(text);
  const meaning = meaningIn(words, !settled);
  if (asksForFloor(meaning)) return "take";
  const isEnough = words.length - meaning.length + weightOf(meaning) >= wordsNeeded;
  if (meaning.length > 0 && (isEnough || (settled && asking))) return "take";
  return settled ? "release" : "undecided";
}

/** Words are known, and all of them are signs of listening. */
export function onlyListens(text: string): boolean {
  const words = wordsOf(text);
  return words.length > 0 && meaningIn(words).length === 0;
}
