/**
 * Recordings that no call has: a server was killed between a file's beginning and the row that names it, or between a row that no longer names it
 * and the file's removal. They are taken away when a server starts in their folder. A file of a call that nobody knows stays: the database may
 * have been brought back from an older copy.
 */
import type { Log } from "../../platform/log/log.ts";
import type { Recordings } from "../../engines/index.ts";

export interface SweepParts {
  store: {
    /** Of these calls, those that are over and have no recording. */
    unrecorded(ids: readonly string[]): Promise<ReadonlySet<string>>;
  };
  recordings: Pick<Recordings, "recent" | "remove">;
  now(): Date;
  log: Log;
}

const AT_ONCE = 1_000;
/** Older ones have been looked at by an earlier start, or by people. */
const LAST_DAYS = 30;
const ID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.wav$/;

/** Never rejects: what fails is tried again at the next start. */
export async function sweepRecordings({ store, recordings, now, log }: SweepParts): Promise<void> {
  try {
    const names = recordings.recent(now(), LAST_DAYS).filter((name) => ID.test(name));
    let count = 0;
    for (let from = 0; from < names.length; from += AT_ONCE) {
      const some = names.slice(from, from + AT_ONCE);
      const unrecorded = await store.unrecorded(some.map(callOf));
      for (const name of some.filter((one) => unrecorded.has(callOf(one)))) {
        recordings.remove(name);
        count++;
      }
    }
    if (count > 0) log.info({ count }, "Recordings that no call has were taken away");
  } catch (error) {
    log.warn({ err: error }, "Recordings that no call has could not be looked for");
  }
}

const callOf = (name: string): string => ID.exec(name)?.[1] ?? "";
