/**
 * Reads one document, divides it into passages and ends: its bytes come on standard input, what it says goes to standard output. A process
 * of its own, with a limit of memory and of time, because a file of a kilobyte can make its reader work for ever.
 */
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { chunksOf, type Chunking } from "../chunks.ts";
import { readDocument, type DocumentForm } from "./formats.ts";

/**
 * Whoever reads may be busy for ever, and the server that waits for it may be killed: a thread beside it ends the process when the time is
 * over or its parent is another.
 */
const WATCH = `const parent = process.ppid;
setTimeout(() => process.kill(process.pid, "SIGKILL"), Number(process.argv[2]));
setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), 500);`;

const [, , timeoutMs = "0", asked = "{}"] = process.argv;
const { form, chunking } = JSON.parse(asked) as { form: DocumentForm; chunking: Chunking };
new Worker(WATCH, { eval: true, argv: [timeoutMs] }).unref();

try {
  const { text, problem, page } = await readDocument(form, await buffer(process.stdin));
  const answer = problem === undefined ? { characters: text.length, chunks: chunksOf(text, chunking), page } : { problem };
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
} catch {
  // What somebody's library says is not for people.
  process.stdout.write(JSON.stringify({ problem: "broken" }), () => process.exit(0));
}
