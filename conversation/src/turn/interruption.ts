/**
 * Barge-in: what a caller's voice over ours means. First it is ducked, then held, and only then, with words or enough voice, is the turn
 * given up; an "mm-hmm" gives it back.
 */

/** Voice this long turns ours down. */
export const DUCK_AFTER_MS = 60;
/** Voice this long holds ours: the caller hears us stop about 200 ms after beginning. */
export const HOLD_AFTER_MS = 120;
/** Voice this long takes the turn even where the recogniser gives no partial words. */
export const TAKE_AFTER_MS = 900;

/** What people say to show that they listen, in the languages we speak; never an interruption. */
const BACKCHANNELS = new Set(
  (
    "mm mhm mmm mm-hmm mmhmm hmm hm uh-huh uhuh uh huh ah aha aah oh ooh yeah yes yep ok okay right sure eh ehe eeh ee ndiyo ndio sawa naam mhh " +
    "oui ouais d'accord sim pois tá ta haya poa alright"
  ).split(" "),
);

/** Words that take the floor alone, whatever the number of words asked for. */
const STOPS = new Set(
  "stop wait no hold hello sorry excuse listen hapana subiri ngoja simama non attendez arrêtez pare espere não nao".split(" "),
);

export type Verdict = "take" | "release" | "undecided";

/**
 * @param text the caller's words so far
 * @param settled whether the caller has paused and these words are final
 * @param wordsNeeded the `number_of_words_for_interruption` setting
 */
export function verdict(text: string, settled: boolean, wordsNeeded: number): Verdict {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s'-]/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  const meaning = words.filter((word) => !BACKCHANNELS.has(word));
  if (meaning.some((word) => STOPS.has(word))) return "take";
  if (meaning.length > 0 && words.length >= wordsNeeded) return "take";
  if (!settled) return "undecided";
  return "release";
}
