/** The typed client of the server that serves this page. */
import { createClient, Refused, Unreachable } from "@ongea/contract";

export const server = createClient("", (url, init) => fetch(url, init));

/** A sentence for people, whatever went wrong. */
export function wordsFor(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Unreachable) return "The server cannot be reached. Check that it runs, then try again.";
  return error instanceof Error ? error.message : "That did not work.";
}
