/** The form reader as a call waits for it: in time, or the rules go on alone. */
import type { FormReader, FormReading, FormWords } from "../../form-reader/form-reader.ts";
import { timeLimit } from "../../../http/time-limit.ts";

export interface InTimeReader {
  /** `undefined`: it came too late, nobody waits, or it does not run. */
  read(words: FormWords, signal: AbortSignal): Promise<FormReading | undefined>;
}

/** It takes 30 ms, and no caller waits for a busy machine. */
const LIMIT_MS = 400;

export function createFormReading(reader: FormReader, { limitMs = LIMIT_MS } = {}): InTimeReader {
  return {
    async read(words, signal) {
      if (words.fields.length === 0 || words.said.trim() === "" || signal.aborted) return undefined;
      const limit = timeLimit(limitMs, signal);
      const late = new Promise<undefined>((resolve) => limit.addEventListener("abort", () => resolve(undefined), { once: true }));
      return Promise.race([reader.read(words, limit).catch(() => undefined), late]);
    },
  };
}
