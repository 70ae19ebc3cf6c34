/**
 * Reads one document from standard input, divides it into passages, writes them to standard output and ends. It is a process of its own
 * with limits of memory and time, because a file of a kilobyte can make its reader work for ever or inflate to gigabytes.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { chunksOf, type Chunking } from "../passages/chunks.ts";
import type { DocumentForm } from "./document-form.ts";
import { isOutOfMemory, readDocument } from "./formats.ts";

/**
 * The reading thread may be busy for ever, and the server that waits for it may be killed. This thread ends the process when its time is
 * over, its parent is another, or it holds more memory than it may. V8's own limit does not count buffers, and those of inflated streams
 * are the largest part.
 */
const WATCH = `const { writeSync } = require("node:fs");
const [, , timeoutMs, mostBytes, parent] = process.argv.map(Number);
const end = () => process.kill(process.pid, "SIGKILL");
setTimeout(end, timeoutMs);
setInterval(() => process.ppid === parent || end(), 500);
setInterval(() => {
  if (process.memoryUsage.rss() <= mostBytes) return;
  writeSync(1, '{"problem":"too-much-memory"}');
  end();
}, 5);`;

const MB = 1_048_576;
/** The watch comes first, since it can say why. */
const SLACK_MB = 20;

const [, , timeoutMs = "0", memoryMb = "0", parent = "0", asked = "{}"] = process.argv;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent process writes it, from the same types
const { form, chunking } = JSON.parse(asked) as { form: DocumentForm; chunking: Chunking };
const mostBytes = process.memoryUsage.rss() + Number(memoryMb) * MB;
const watch = new Worker(WATCH, { eval: true, argv: [timeoutMs, mostBytes, parent] });
await once(watch, "online");
watch.unref();
limitData(Number(memoryMb) + SLACK_MB);

try {
  const { text, pages, problem, page } = await readDocument(form, await buffer(process.stdin));
  const answer =
    problem === undefined ? { characters: text.length, chunks: chunksOf(pages ?? text, chunking), page } : { problem };
  process.stdout.write(JSON.stringify(answer), () => process.exit(0));
} catch (error) {
  // What somebody's library says is not for people.
  const problem = isOutOfMemory(error) ? "too-much-memory" : "broken";
  process.stdout.write(JSON.stringify({ problem }), () => process.exit(0));
}

/**
 * Linux itself then refuses memory (RLIMIT_DATA), also between two looks of the watch. The limit counts from here: how much the engine
 * maps for its threads differs by a gigabyte between versions of Node. Without the program the watch alone limits.
 */
function limitData(moreMb: number): void {
  try {
    const mapped = Number(/^VmData:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1_024;
    execFileSync("/usr/bin/prlimit", [`--pid=${process.pid}`, `--data=${mapped + moreMb * MB}`], { stdio: "ignore" });
  } catch {
    // Not Linux, or a system without util-linux.
  }
}
