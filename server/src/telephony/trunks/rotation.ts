/** Seals every trunk's password anew under the newest key, while servers go on working: each row is changed only as it was read. */
import type { KeyRing } from "../../platform/secrets/key-ring.ts";
import { openPassword, sealPassword } from "./password.ts";
import type { TrunkStore } from "./store.ts";

const BATCH = 100;
/** A row that somebody changed in between is met again in the next round. */
const MOST_ROUNDS = 5;

/** `closed`: ids of those that no key of this installation opens. */
export async function resealTrunks(store: TrunkStore, ring: KeyRing): Promise<{ count: number; closed: readonly string[] }> {
  const version = ring.newest();
  const closed = new Set<string>();
  let count = 0;
  for (let round = 0, met = 1; round < MOST_ROUNDS && met > 0; round++) {
    met = 0;
    for (let after: string | undefined, isMore = true; isMore;) {
      const rows = await store.notUnder(version, after, BATCH);
      for (const row of rows.filter(({ id }) => !closed.has(id))) {
        met++;
        const password = openPassword(ring, row);
        if (password === undefined) closed.add(row.id);
        else if (await store.reseal(row, sealPassword(ring, row, password))) count++;
      }
      after = rows.at(-1)?.id;
      isMore = rows.length === BATCH;
    }
  }
  return { count, closed: [...closed] };
}
