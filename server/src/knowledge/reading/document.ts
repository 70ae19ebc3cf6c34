/** Hands a document to a process of its own and takes its passages. */
import { spawn } from "node:child_process";
import { z } from "zod";
import { createPlaces } from "../../platform/async/places.ts";
import { programArguments } from "../../platform/thread.ts";
import type { Chunk, Chunking } from "../passages/chunks.ts";
import { DOCUMENT_PROBLEMS, type DocumentForm, type DocumentProblem } from "./document-form.ts";
import type { PageFacts } from "./links.ts";

export interface DocumentBytes {
  form: DocumentForm;
  bytes: Buffer;
  chunking: Chunking;
}

export type Reading =
  | { characters: number; chunks: Chunk[]; page?: PageFacts | undefined; problem?: undefined }
  | { problem: DocumentProblem }
  /** Nothing was found out: the process was ended from outside. */
  | { problem: "interrupted" };

export interface ReadingLimits {
  timeoutMs: number;
  /** Above what the process holds before it reads. */
  memoryMb: number;
}

export const READING_LIMITS: ReadingLimits = { timeoutMs: 30_000, memoryMb: 180 };
const MOST_ANSWER_BYTES = 32 * 1_048_576;
const Answer = z.union([
  z.object({
    characters: z.number(),
    chunks: z.array(
      z.object({
        heading: z.string(),
        text: z.string(),
        page: z.number().nullable(),
        lastPage: z.number().nullable(),
        whole: z.boolean(),
      }),
    ),
    page: z.object({ title: z.string(), links: z.array(z.string()), isHidden: z.boolean() }).optional(),
  }),
  z.object({ problem: z.enum(DOCUMENT_PROBLEMS) }),
]);
/** Of these a process dies by itself: it wants more memory than it may have, or its native code failed. */
const ITS_OWN_FAULTS = new Set<string | null>([null, "SIGSEGV", "SIGILL", "SIGBUS"]);
/** So V8 ends a process whose heap is full. */
const OUT_OF_MEMORY = new Set<string | null>(["SIGABRT", "SIGTRAP"]);

/** All together take as much memory as so many. */
const MOST_READERS = 3;
const readers = createPlaces(MOST_READERS);

/** Never rejects; an abort ends the process. */
export function readInProcess(
  given: DocumentBytes,
  signal: AbortSignal,
  limits: ReadingLimits = READING_LIMITS,
): Promise<Reading> {
  return readers.run(async () => (signal.aborted ? { problem: "interrupted" } : readAlone(given, signal, limits)));
}

function readAlone({ form, bytes, chunking }: DocumentBytes, signal: AbortSignal, limits: ReadingLimits): Promise<Reading> {
  const program = programArguments(new URL("./document-process.ts", import.meta.url));
  const { timeoutMs, memoryMb } = limits;
  const options = [
    `--max-old-space-size=${memoryMb}`,
    "--max-semi-space-size=4",
    ...program,
    String(timeoutMs),
    String(memoryMb),
    // It may have been killed before the reader first looks.
    String(process.pid),
  ];
  return new Promise((resolve) => {
    // In a session of its own: Ctrl-C in a terminal is for the server, which ends it.
    const child = spawn(process.execPath, [...options, JSON.stringify({ form, chunking })], {
      stdio: ["pipe", "pipe", "ignore"],
      env: {},
      detached: true,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal,
    });
    const parts: Buffer[] = [];
    let length = 0;
    const startedMs = performance.now();
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", (part: Buffer) => {
      length += part.length;
      if (length <= MOST_ANSWER_BYTES) parts.push(part);
      else child.kill("SIGKILL");
    });
    child.on("error", () => resolve({ problem: signal.aborted ? "interrupted" : "broken" }));
    child.on("close", (_code, by) => {
      const answer = Answer.safeParse(parseJson(Buffer.concat(parts).toString("utf8")));
      if (answer.success) resolve(answer.data);
      else if (length > MOST_ANSWER_BYTES) resolve({ problem: "too-long" });
      else if (performance.now() - startedMs >= timeoutMs) resolve({ problem: "too-slow" });
      else if (OUT_OF_MEMORY.has(by)) resolve({ problem: "too-much-memory" });
      else resolve({ problem: ITS_OWN_FAULTS.has(by) ? "broken" : "interrupted" });
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
