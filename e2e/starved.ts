/** Whether this machine can measure at all: what is timed is printed on a busy one, and judged on a quiet one. */
import { availableParallelism, loadavg } from "node:os";
import { expect } from "vitest";

/** A busy loop of so long gets less than this share of a processor when somebody else is using it. */
const PROBE_MS = 300;
const LEAST_SHARE = 0.8;

/** How many times longer everything may take on a machine that others use, too. */
const SLOWER = 3;

/** Fails when it took longer, and on a starved machine when it took three times as long. */
export function expectWithin(tookMs: number, limitMs: number, what: string): void {
  if (tookMs < limitMs) return;
  const starved = isStarved();
  if (starved) process.stderr.write(`THE PROCESSOR IS STARVED: ${what} took ${Math.round(tookMs)} ms.\n`);
  const allowedMs = starved ? limitMs * SLOWER : limitMs;
  expect([what, tookMs, tookMs < allowedMs]).toEqual([what, tookMs, true]);
}

/** Somebody else is using the processor, so a time would say nothing of the product. */
export function isStarved(): boolean {
  const before = process.cpuUsage();
  const untilMs = performance.now() + PROBE_MS;
  while (performance.now() < untilMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < PROBE_MS * LEAST_SHARE || loadavg()[0]! > availableParallelism() * 1.5;
}
