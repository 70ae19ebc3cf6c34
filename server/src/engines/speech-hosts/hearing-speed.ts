/**
 * How many calls the local ears carry in real time: measured once on a machine, kept in the data folder. What is not measured yet is taken for
 * slow.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import type { ModelDescription } from "@ongea/providers/hosts";
import { z } from "zod";

/** The share of a call in which its caller speaks. */
const SPEAKS = 0.4;
/** So much of one processor may be at work: the rest is for callers who speak at the same moment. */
const BUSY = 0.6;
/** What is measured is a tone: speech has words to write, and takes longer (Whisper base 0.12 instead of 0.08). */
const WORDS = 1.5;
/** Of a model that nobody has measured here. */
const UNMEASURED = 0.35;
const MOST_KEPT = 50;

const Kept = z.record(z.string(), z.number().positive());

/** `factor`: seconds that a second of sound takes. One that is slower than people speak carries nobody. */
export function callsCarried(factor: number, isStreaming: boolean): number {
  if (factor * WORDS >= 1) return 0;
  const share = factor * WORDS * (isStreaming ? 1 : SPEAKS);
  return Math.max(1, Math.floor(BUSY / share + 1e-9));
}

export interface HearingSpeed {
  callsAtOnce(model: ModelDescription): number;
  /** Seconds that a second of sound took here; undefined: nobody has measured it. */
  factor(model: ModelDescription): number | undefined;
  isMeasured(model: ModelDescription): boolean;
  keep(model: ModelDescription, factor: number): void;
}

export function createHearingSpeed(dataDir: string): HearingSpeed {
  const file = join(dataDir, "hearing-speed.json");
  const kept = new Map(Object.entries(readKept(file)));
  const keyOf = ({ id }: ModelDescription): string => `${id} on ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? "?"}`;
  return {
    callsAtOnce: (model) => callsCarried(kept.get(keyOf(model)) ?? UNMEASURED, model.engine === "streaming-transducer"),
    factor: (model) => kept.get(keyOf(model)),
    isMeasured: (model) => kept.has(keyOf(model)),
    keep(model, factor) {
      kept.set(keyOf(model), factor);
      writeFileSync(file, `${JSON.stringify(Object.fromEntries([...kept].slice(-MOST_KEPT)), null, 2)}\n`);
    },
  };
}

function readKept(file: string): Record<string, number> {
  if (!existsSync(file)) return {};
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // A file that was cut in two: it is measured again.
    return {};
  }
}
