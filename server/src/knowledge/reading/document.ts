/** Hands a document to a process of its own and takes its text. */
import { spawn } from "node:child_process";
import { z } from "zod";
import { programArguments } from "../../platform/thread.ts";
import type { DocumentProblem } from "./formats.ts";

export type Reading = { text: string; problem?: undefined } | { text?: undefined; problem: DocumentProblem };

export interface ReadingLimits {
  timeoutMs: number;
  memoryMb: number;
}

export const READING_LIMITS: ReadingLimits = { timeoutMs: 60_000, memoryMb: 384 };
const MOST_ANSWER_BYTES = 32 * 1_048_576;
const Answer = z.union([
  z.object({ text: z.string() }),
  z.object({ problem: z.enum(["encrypted", "empty", "broken", "too-long", "no-text", "too-slow"]) }),
]);

/** `ending`: ".pdf", ".doc", ".docx" or ".txt". Never rejects; an abort ends the process. */
export function readInProcess(
  ending: string,
  bytes: Buffer,
  signal: AbortSignal,
  limits: ReadingLimits = READING_LIMITS,
): Promise<Reading> {
  const program = new URL("./document-process.ts", import.meta.url);
  return new Promise((resolve) => {
    const heap = `--max-old-space-size=${limits.memoryMb}`;
    const child = spawn(process.execPath, [heap, ...programArguments(program), ending], {
      stdio: ["pipe", "pipe", "ignore"],
      env: {},
      timeout: limits.timeoutMs,
      killSignal: "SIGKILL",
      signal,
    });
    const parts: Buffer[] = [];
    let length = 0;
    let isOver = false;
    const startedMs = performance.now();
    const done = (reading: Reading): void => {
      if (isOver) return;
      isOver = true;
      resolve(reading);
    };
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= MOST_ANSWER_BYTES) parts.push(part);
      else child.kill("SIGKILL");
    });
    child.on("error", () => done({ problem: "broken" }));
    child.on("close", () => {
      const answer = Answer.safeParse(parseJson(Buffer.concat(parts).toString("utf8")));
      if (answer.success) return done(answer.data);
      done({
        problem:
          performance.now() - startedMs >= limits.timeoutMs ? "too-slow" : length > MOST_ANSWER_BYTES ? "too-long" : "broken",
      });
    });
    child.stdin.end(bytes);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
