/**
 * Reads one document and ends: its bytes come on standard input, its text goes to standard output. A process of its own, with a limit of
 * memory and of time, because a file of a kilobyte can make its reader work for ever.
 */
import { buffer } from "node:stream/consumers";
import { readDocument } from "./formats.ts";

const ending = process.argv[2] ?? "";

try {
  const { text, problem } = await readDocument(ending, await buffer(process.stdin));
  process.stdout.write(JSON.stringify(problem === undefined ? { text } : { problem }), () => process.exit(0));
} catch (error) {
  // For the log: what somebody's library says is not for people.
  console.error(error instanceof Error ? error.message : String(error));
  process.stdout.write(JSON.stringify({ problem: "broken" }), () => process.exit(0));
}
