/** How hard a new password is to guess, roughly: a hint, not a rule. Pure. */
export type Strength = "weak" | "fair" | "strong";

const STRONG_BITS = 60;
const FAIR_BITS = 45;
/** What people begin with, and rows of a keyboard. */
const EASY = /pass ?w(?:or)?d|qwert[yz]|azerty|asdf|letmein|welcome|admin|iloveyou|ongea|abc|123/giu;
const SETS = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u] as const;
const SIZES = [26, 26, 10, 30] as const;

export function strengthOf(password: string): Strength {
  // A letter that is repeated or goes on from the last adds nothing.
  const letters = [...password.replace(EASY, "x")];
  const counted = letters.filter((letter, at) => !goesOn(letters[at - 1], letter)).length;
  const distinct = new Set(letters).size;
  const size = SETS.reduce((sum, set, at) => sum + (set.test(password) ? (SIZES[at] ?? 0) : 0), 0);
  const bits = Math.min(counted, distinct * 2) * Math.log2(Math.max(2, size));
  if (bits >= STRONG_BITS) return "strong";
  return bits >= FAIR_BITS ? "fair" : "weak";
}

function goesOn(before: string | undefined, letter: string): boolean {
  const step = (letter.codePointAt(0) ?? 0) - (before?.codePointAt(0) ?? Number.NaN);
  return Math.abs(step) <= 1;
}
