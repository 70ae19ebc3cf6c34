/** How each part of the server does, in a time that the asker can wait for. */
import { entriesOf } from "@ongea/contract";
import type { Health } from "@ongea/contract";

type Part = Health["parts"][number];
export type PartName = Part["part"];
export type PartHealth = Omit<Part, "part">;

/** Examines one part. What it throws, and that it takes too long, means that the part is down. */
export type Examine = () => Promise<PartHealth> | PartHealth;

export interface HealthOptions {
  version: string;
  running(): number;
  parts: Readonly<Record<PartName, Examine>>;
  /** For each part. */
  timeoutMs?: number;
  /** Steady. */
  nowMs?(): number;
}

const TIMEOUT_MS = 1_500;
/** Whoever asks more often gets the same answer. */
const REMEMBERED_MS = 1_000;
/** One that is a little older is told at once while the parts are examined again: who asks all the time never waits for a busy database. */
const TOLD_MS = 3_000;
const WORST_LAST = ["ok", "degraded", "down"] as const;
const NO_ANSWER = "It does not answer.";

export function createHealth({
  version,
  running,
  parts,
  timeoutMs = TIMEOUT_MS,
  nowMs = () => performance.now(),
}: HealthOptions): () => Promise<Health> {
  let known: { parts: Part[]; atMs: number } | undefined;
  let examining: Promise<Part[]> | undefined;

  function examined(): Promise<Part[]> {
    const atMs = nowMs();
    examining ??= Promise.all(entriesOf(parts).map(([part, examine]) => judged(part, examine, timeoutMs))).then((all) => {
      known = { parts: all, atMs };
      examining = undefined;
      return all;
    });
    return examining;
  }

  return async () => {
    const before = known;
    const ageMs = before ? nowMs() - before.atMs : Number.POSITIVE_INFINITY;
    if (ageMs > REMEMBERED_MS) void examined();
    const all = before && ageMs <= TOLD_MS ? before.parts : await examined();
    const status = WORST_LAST[Math.max(...all.map((part) => WORST_LAST.indexOf(part.status)))] ?? "down";
    return { status, version, calls: running(), parts: all };
  };
}

async function judged(part: PartName, examine: Examine, timeoutMs: number): Promise<Part> {
  let late: NodeJS.Timeout | undefined;
  const tooLong = new Promise<PartHealth>((resolve) => {
    late = setTimeout(() => resolve({ status: "down", note: NO_ANSWER }), timeoutMs);
  });
  try {
    return { part, ...(await Promise.race([Promise.resolve().then(examine), tooLong])) };
  } catch (error) {
    return { part, status: "down", note: error instanceof Error ? error.message : NO_ANSWER };
  } finally {
    clearTimeout(late);
  }
}
