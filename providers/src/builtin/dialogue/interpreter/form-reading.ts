/** The form reader as a call waits for it: in time, or the rules go on alone. */
import { asFailure, type Thought } from "@ongea/conversation";
import type { FormReader, FormReading, FormWords } from "../../form-reader/form-reader.ts";
import { timeLimit } from "../../../http/time-limit.ts";

export interface InTimeReader {
  /** `undefined`: it came too late, nobody waits, or it does not run. Yields how it failed. */
  read(words: FormWords, signal: AbortSignal): AsyncGenerator<Thought, FormReading | undefined>;
}

const NAME = "form reader";
/** It takes 30 ms, and no caller waits for a busy machine. */
const LIMIT_MS = 400;

export function createFormReading(reader: FormReader, { limitMs = LIMIT_MS } = {}): InTimeReader {
  /** Said once an outage. */
  let hasFailed = false;
  return {
    async *read(words, signal): AsyncGenerator<Thought, FormReading | undefined> {
      if (words.fields.length === 0 || words.said.trim() === "" || signal.aborted) return undefined;
      const limit = timeLimit(limitMs, signal);
      const late = new Promise<undefined>((resolve) => limit.addEventListener("abort", () => resolve(undefined), { once: true }));
      try {
        const reading = await Promise.race([reader.read(words, limit), late]);
        if (reading) hasFailed = false;
        return reading;
      } catch (cause) {
        // It gave up because nobody waits any longer.
        if (limit.aborted) return undefined;
        const { code, message } = asFailure(cause, NAME);
        if (!hasFailed) yield { kind: "failure", by: NAME, problem: { code, message } };
        hasFailed = true;
        return undefined;
      }
    },
  };
}
