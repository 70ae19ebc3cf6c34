/** Recordings whose calls do not name them any more: each server removes those that lie on its disk. */
import type { Recordings } from "../../engines/index.ts";
import type { Log } from "../../platform/log/log.ts";
import type { FilesToRemove } from "./store.ts";

export interface RemoveFilesParts {
  store: FilesToRemove;
  recordings: Pick<Recordings, "path" | "remove">;
  log: Log;
}

/** Never rejects: what fails is tried again within the hour, and at the next start. */
export async function removeFiles({ store, recordings, log }: RemoveFilesParts): Promise<void> {
  try {
    const here = (await store.list()).filter((name) => recordings.path(name) !== undefined);
    for (const name of here) recordings.remove(name);
    await store.done(here);
  } catch (error) {
    log.warn({ err: error }, "Recordings that are due could not be removed; it will be tried again");
  }
}
