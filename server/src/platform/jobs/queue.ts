import { z } from "zod";

export const JOBS_SCHEMA = "jobs";

/** One kind of work that is done later, at least once, by whichever server comes first. */
export interface Queue<Data = unknown> {
  name: string;
  data: z.ZodType<Data>;
  /** What takes longer has failed; a server that has had a job for longer still is taken to be gone, and another begins it again. */
  takesSeconds: number;
  /** How long to wait before the next attempt, after this many; undefined: no more. */
  againAfterSeconds(attempts: number): number | undefined;
}

/** Work that is asked for again and again (`jobs.every`): the next round is the next attempt. */
export function sweepQueue(name: string, takesSeconds: number): Queue<object> {
  return { name, data: z.object({}), takesSeconds, againAfterSeconds: () => undefined };
}

/** Twice as long each time, between these limits, for about this many attempts. */
export function twiceAsLong({ first, longest, most }: { first: number; longest: number; most: number }) {
  return (attempts: number): number | undefined =>
    attempts >= most ? undefined : Math.min(longest, first * 2 ** Math.min(20, attempts - 1));
}

/** Thrown by a handler: it did not try, and wants to be asked again after so long. That is no attempt. */
export class NotNow extends Error {
  readonly afterSeconds: number;

  constructor(afterSeconds: number) {
    super(`Not now, in ${afterSeconds} s`);
    this.afterSeconds = afterSeconds;
  }
}
