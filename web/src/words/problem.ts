import { Refused, Unpromised, Unreachable } from "@ongea/contract";
import type { Words } from "./words.ts";

/**
 * A sentence for people, whatever went wrong. The server's own is the English one, and of a newer server it may be one that only it can word.
 */
export function problemIn(words: Words, error: unknown): string {
  if (error instanceof Refused) return words.find(`refusals.${error.code}`) ?? error.message;
  // What the specification words, for whoever is asked for help.
  if (error instanceof Unpromised) return error.message;
  return words.say(error instanceof Unreachable ? "problems.unreachable" : "problems.unknown");
}
